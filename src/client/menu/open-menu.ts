import { frameId } from "#shared/view.ts";

/**
 * Keeps the focus in the open menu of narrow screens, and returns it to the button afterwards. The menu closes when a
 * link in it is followed, or when the window grows wide enough to show it as a column. It's a native popover, which
 * opens without script; the styles keep the page from scrolling.
 */
export function holdFocus(button: HTMLElement): void {
  const menu = document.getElementById(frameId("menu"));
  if (!menu?.matches(":popover-open")) return;
  const beside = elementsBeside(menu);
  const listeners = new AbortController();
  const { signal } = listeners;
  let isFollowed = false;
  menu.addEventListener("click", followLink, { signal });
  menu.addEventListener("toggle", leave, { signal });
  matchMedia("(width >= 62.3125em)").addEventListener("change", () => menu.hidePopover(), { signal });
  for (const element of beside) element.inert = true;
  (
    menu.querySelector<HTMLElement>(".menu-body [aria-current]") ?? menu.querySelector<HTMLElement>("a, button")
  )?.focus();

  function followLink({ target }: MouseEvent): void {
    if (!(target instanceof Element) || target.closest("a[href]:not([data-action])") === null) return;
    // The focus follows the link to its target, which may be on this page.
    isFollowed = true;
    menu?.hidePopover();
  }

  function leave(event: ToggleEvent): void {
    // The event of its opening comes late.
    if (event.newState === "open") return;
    listeners.abort();
    for (const element of beside) element.inert = false;
    if (!isFollowed) button.focus({ preventScroll: true });
  }
}

function elementsBeside(menu: HTMLElement): readonly HTMLElement[] {
  const parent = menu.parentElement;
  if (parent === null || menu === document.body) return [];
  const siblings = [...parent.children].filter((child) => child instanceof HTMLElement);
  // The search opens above the menu, and closes it.
  const beside = siblings.filter((child) => child !== menu && !(child instanceof HTMLDialogElement));
  return [...beside, ...elementsBeside(parent)];
}

/**
 * Opens a closed group in the menu of a large site. The group is part of its first page's menu, so that page is fetched
 * and the group copied from it. If that fails, the reader goes to the page.
 */
export async function openGroup(control: HTMLElement): Promise<void> {
  const entry = control.closest("li");
  const fold = entry?.querySelector<HTMLDetailsElement>(":scope > details");
  const address = fold?.dataset["openAt"];
  if (!entry || !fold || address === undefined) return;
  // A second click waits for the same request.
  delete fold.dataset["openAt"];
  const found = await fetchGroup(address, entry).catch(() => null);
  if (found === null) return location.assign(address);
  const hadFocus = entry.contains(document.activeElement);
  for (const part of [found, ...found.querySelectorAll(".active, [aria-current]")]) {
    part.classList.remove("active");
    part.removeAttribute("aria-current");
  }
  for (const details of found.querySelectorAll("details")) details.open = details.parentElement === found;
  entry.replaceWith(found);
  if (hadFocus) found.querySelector("summary")?.focus({ preventScroll: true });
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
