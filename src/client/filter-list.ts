/**
 * Hides the entries of a list that lack the words of its filter box, and the groups that have none left. Closed groups
 * open while they hold what is looked for. When nothing is left the list says so.
 */
export function filterList(box: HTMLElement): void {
  if (!(box instanceof HTMLInputElement)) return;
  const list = document.querySelector(box.dataset["filter"] ?? "");
  if (list === null) return;
  const words = box.value.toLowerCase().split(/\s+/).filter(Boolean);
  let found = false;
  for (const entry of list.querySelectorAll<HTMLElement>("[data-filter-text]")) {
    const text = entry.dataset["filterText"] ?? "";
    entry.hidden = !words.every((word) => text.includes(word));
    found ||= !entry.hidden;
  }
  for (const group of list.querySelectorAll<HTMLElement>("[data-filter-group]")) {
    group.hidden = group.querySelector("[data-filter-text]:not([hidden])") === null;
    if (group instanceof HTMLDetailsElement) showContent(group, words.length > 0);
  }
  const message = list.querySelector<HTMLElement>("[data-no-match]");
  if (message !== null) message.textContent = found ? "" : (message.dataset["noMatch"] ?? "");
}

/** Opens a group for as long as the filter is on; afterwards it is as the reader left it. */
function showContent(group: HTMLDetailsElement, filtering: boolean): void {
  if (filtering && !group.open) {
    group.open = true;
    group.dataset["opened"] = "";
  } else if (!filtering && group.dataset["opened"] !== undefined) {
    group.open = false;
    delete group.dataset["opened"];
  }
}
