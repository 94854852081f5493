import { elementAt } from "./element-at.ts";
import { storeChoice } from "./stored-choice.ts";

/** The filters of lists, and the mark on the section being read. */
export function enhanceNavigation(): void {
  document.addEventListener("input", (event) => {
    const box = elementAt(event, "[data-filter]");
    if (box !== null) void import("./on-demand.ts").then(({ filterList }) => filterList(box));
  });
  followSection();
}

/** The sidebar's collapse button. */
export function toggleSidebar(event: Event): void {
  if (elementAt(event, "[data-action=toggle-sidebar]") === null) return;
  const { dataset } = document.documentElement;
  dataset["sidebar"] = dataset["sidebar"] === "collapsed" ? "expanded" : "collapsed";
  storeChoice("docs.sidebar", dataset["sidebar"]);
}

/** Until the reader moves, the first section is the right one and the rest can wait; unless there is more to show at once. */
function followSection(): void {
  document.querySelector("[data-spy] a[href^='#']")?.setAttribute("aria-current", "true");
  const page = document.querySelector(".menu-body [aria-current]");
  if (scrollY > 0 || (page !== null && page.getBoundingClientRect().bottom > innerHeight)) follow();
  else addEventListener("scroll", follow, { once: true });
}

function follow(): void {
  void import("./on-demand.ts").then(({ showPlace }) => showPlace());
}
