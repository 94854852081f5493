import { reloadIfStale } from "./reload-if-stale.ts";

/*
 * What boot.ts fetches once the reader does something: one file, so that the names of many do not weigh on every page.
 */

const shownFor = 2000;

/** Says on a copy button, and to screen readers, how the copying went. */
export function showCopied(button: HTMLElement, copied: boolean): void {
  button.dataset["state"] = copied ? "copied" : "failed";
  announce(copied ? "Copied" : "Copying is blocked by the browser");
  setTimeout(() => delete button.dataset["state"], shownFor);
}

/** Says a short message to screen readers. The page holds the live region, so that it is known before it speaks. */
function announce(message: string): void {
  const region = document.querySelector("#announcer");
  if (region === null) return;
  region.textContent = "";
  requestAnimationFrame(() => (region.textContent = message));
}

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

/** Shows where the reader is: brings the page's link in the menu into view, and marks the link to the section being read. */
export function showPlace(): void {
  reveal(document.querySelector(".menu-body [aria-current]"));
  markSectionInView();
}

/** Marks the link to the section at the top of the window in the table of contents or the reference's navigation. */
function markSectionInView(): void {
  const links = new Map<Element, Element>();
  for (const link of document.querySelectorAll<HTMLAnchorElement>("[data-spy] a[href^='#']")) {
    const section = document.getElementById(decodeURIComponent(link.hash.slice(1)));
    if (section !== null) links.set(section, link);
  }
  const sections = [...links.keys()];
  let current = document.querySelector("[data-spy] [aria-current=true]");
  const mark = () => {
    const passed = sections.findLast((section) => section.getBoundingClientRect().top < innerHeight / 4);
    const link = links.get(passed ?? sections[0] ?? document.body) ?? null;
    if (link === current) return;
    current?.removeAttribute("aria-current");
    link?.setAttribute("aria-current", "true");
    reveal(link);
    current = link;
  };
  const observer = new IntersectionObserver(mark, { rootMargin: "0px 0px -70% 0px" });
  for (const section of sections) observer.observe(section);
}

/** How far from the end of its list a link is brought, in pixels: its neighbor shows too. */
const margin = 48;

/** Scrolls a link of the navigation into view: its list moves, the page does not. */
function reveal(link: Element | null): void {
  const list = link?.closest(".menu-body, .toc");
  if (!link || !list) return;
  const group = link.closest("details");
  if (group !== null) group.open = true;
  const [inner, outer] = [link.getBoundingClientRect(), list.getBoundingClientRect()];
  list.scrollTop += Math.min(0, inner.top - outer.top - margin) + Math.max(0, inner.bottom - outer.bottom + margin);
}

/** Says after an island what kept it from loading, with a button to try again; a page that is out of date is loaded anew instead. */
export async function recover(island: HTMLElement, { error, onRetry }: Failure): Promise<void> {
  await reloadIfStale();
  const box = document.createElement("div");
  const text = document.createElement("p");
  const retry = document.createElement("button");
  box.className = "island-error";
  box.setAttribute("role", "alert");
  text.textContent = String(error);
  retry.type = "button";
  retry.className = "button";
  retry.textContent = "Retry";
  retry.addEventListener("click", () => {
    box.remove();
    onRetry();
  });
  box.append(text, retry);
  // The element after an island holds its props.
  const props = island.nextElementSibling;
  (props instanceof HTMLScriptElement ? props : island).after(box);
}

interface Failure {
  readonly error: unknown;
  readonly onRetry: () => void;
}
