import { storeChoice } from "./stored-choice.ts";

/** The sidebar's collapse button, the filter of the reference's navigation, and the mark on the section being read. */
export function enhanceNavigation(): void {
  document.addEventListener("click", ({ target }) => {
    if (target instanceof Element && target.closest("[data-action=toggle-sidebar]") !== null) toggleSidebar();
  });
  document.addEventListener("input", ({ target }) => {
    if (target instanceof HTMLInputElement && target.dataset["filter"] !== undefined) filter(target);
  });
  markSectionInView();
}

function toggleSidebar(): void {
  const { dataset } = document.documentElement;
  if (dataset["sidebar"] === "collapsed") delete dataset["sidebar"];
  else dataset["sidebar"] = "collapsed";
  storeChoice("docs.sidebar", dataset["sidebar"] ?? "expanded");
}

/** Hides the entries that lack the words, and the groups that have none left. */
function filter(input: HTMLInputElement): void {
  const words = input.value.toLowerCase().split(/\s+/);
  const list = document.querySelector(input.dataset["filter"] ?? "");
  for (const entry of list?.querySelectorAll<HTMLElement>("[data-filter-text]") ?? []) {
    const text = entry.dataset["filterText"] ?? "";
    entry.hidden = !words.every((word) => text.includes(word));
  }
  for (const group of list?.querySelectorAll<HTMLElement>("[data-filter-group]") ?? []) {
    group.hidden = group.querySelector("[data-filter-text]:not([hidden])") === null;
  }
}

/** Marks the link to the section at the top of the window in the table of contents or the reference's navigation. */
function markSectionInView(): void {
  const links = new Map<Element, HTMLAnchorElement>();
  for (const link of document.querySelectorAll<HTMLAnchorElement>("[data-spy] a[href^='#']")) {
    const section = document.getElementById(decodeURIComponent(link.hash.slice(1)));
    if (section !== null) links.set(section, link);
  }
  if (links.size === 0) return;
  const sections = [...links.keys()];
  let current: HTMLAnchorElement | undefined;
  const mark = () => {
    const passed = sections.filter((section) => section.getBoundingClientRect().top < window.innerHeight / 4);
    const link = links.get(passed.at(-1) ?? sections[0] ?? document.body);
    if (link === current) return;
    current?.removeAttribute("aria-current");
    link?.setAttribute("aria-current", "true");
    current = link;
  };
  const observer = new IntersectionObserver(mark, { rootMargin: "0px 0px -70% 0px" });
  for (const section of sections) observer.observe(section);
}
