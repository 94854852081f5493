/*
 * A closed group of a large site's menu. The group is open in the menu of its first page: that page is fetched once, and the
 * group is taken from there. Where that fails, the reader goes to the page.
 */

/** Opens the group that a control of it stands in. */
export async function openGroup(control: HTMLElement): Promise<void> {
  const entry = control.closest("li");
  const fold = entry?.querySelector<HTMLDetailsElement>(":scope > details");
  const address = fold?.dataset["openAt"];
  if (!entry || !fold || address === undefined) return;
  // What is on its way isn't asked for again.
  delete fold.dataset["openAt"];
  const found = await fetchGroup(address, entry).catch(() => null);
  if (found === null) location.assign(address);
  else replaceGroup(entry, found);
}

async function fetchGroup(address: string, entry: Element): Promise<HTMLElement | null> {
  const response = await fetch(address);
  if (!response.ok) return null;
  const page = new DOMParser().parseFromString(await response.text(), "text/html");
  const found = pathOf(entry).reduce<Element | null | undefined>(
    (list, index) => list?.querySelector(":scope > ul, :scope > details > ul")?.children[index],
    page.querySelector(".menu-body"),
  );
  const isSame = found instanceof HTMLElement && nameOf(found) === nameOf(entry);
  return isSame && found.querySelector("ul") !== null ? found : null;
}

function pathOf(entry: Element): readonly number[] {
  const list = entry.parentElement;
  const above = list?.closest("li");
  return [...(above ? pathOf(above) : []), [...(list?.children ?? [])].indexOf(entry)];
}

function nameOf(entry: Element): string | undefined {
  return entry.querySelector("a, summary")?.textContent;
}

function replaceGroup(entry: HTMLElement, found: HTMLElement): void {
  const hadFocus = entry.contains(document.activeElement);
  for (const part of [found, ...found.querySelectorAll(".active, [aria-current]")]) {
    part.classList.remove("active");
    part.removeAttribute("aria-current");
  }
  for (const fold of found.querySelectorAll("details")) fold.open = fold.parentElement === found;
  entry.replaceWith(found);
  if (hadFocus) found.querySelector("summary")?.focus({ preventScroll: true });
}
