import { forgetTab, readTab, writeTab } from "../explorer/tab-state.ts";

/* Moves the focus to where a search result leads, for readers who use keys or a screen reader. */
const key = "docs.hit";

/** Stores the target, because it may be on another page. */
export function keepHit(href: string): void {
  writeTab(key, keyOf(new URL(href, location.href)));
}

/** Focuses the heading of the address's target, or a field's name, if a result led here. */
export function focusHit(target: HTMLElement | null): void {
  if (target === null || readTab(key) !== keyOf(location)) return;
  forgetTab(key);
  const headings = "h1, h2, h3, h4, h5, h6, .name";
  const heading = target.matches(headings) ? target : (target.querySelector<HTMLElement>(headings) ?? target);
  if (heading.tabIndex < 0) heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}

/** Hosts may add a slash to the path. */
function keyOf({ pathname, hash }: Pick<URL, "pathname" | "hash">): string {
  return pathname.replace(/\/$/, "") + hash;
}
