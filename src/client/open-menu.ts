import { frameId } from "#shared/view.ts";

/**
 * Keeps the focus in the menu of narrow screens while it is open, which its button has just done, and gives it back to the
 * button afterwards. The menu closes when a link in it is followed or the window grows to where it is a column. It is
 * a native popover, which opens without script; the styles hold the page still.
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
    // A followed link leads the focus to its target, which may be on this page.
    isFollowed = true;
    menu?.hidePopover();
  }

  function leave(event: ToggleEvent): void {
    // Its opening is told late.
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
  // The search opens above the menu as well, and closes it.
  const beside = siblings.filter((child) => child !== menu && !(child instanceof HTMLDialogElement));
  return [...beside, ...elementsBeside(parent)];
}
