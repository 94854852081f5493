import { applyTheme, darkSystem } from "./choices.ts";

/*
 * The one inline script: applies what the reader chose earlier before the first paint, so that nothing flashes or
 * moves, and says so when the rest of the site doesn't arrive. It runs before the body exists, in every browser, and
 * must never throw.
 */
const root = document.documentElement;
root.classList.add("script");
// Errors of elements don't bubble.
addEventListener("error", report, true);
applyChoices();
// The page follows the reader's other tabs.
addEventListener("storage", applyChoices);
matchMedia(darkSystem).addEventListener("change", () => applyTheme(root.dataset["mode"]));

function applyChoices(): void {
  try {
    applyTheme(localStorage.getItem("theme"));
    const dismissed = localStorage.getItem("docs.announcement");
    if (dismissed === root.dataset["announcementId"]) root.dataset["announcement"] = "dismissed";
    root.dataset["sidebar"] = localStorage.getItem("docs.sidebar") ?? "";
  } catch {
    // Storage is blocked: the defaults hold.
  }
}

/**
 * Watches the page's own files, which say what base URL and route they were written for: nothing but what stands in the
 * page itself can say so when styles or script don't arrive. Either the site was built for another path than it is
 * published at, which the publisher needs to hear, or the page is older than the site, and is loaded anew, once.
 */
function report({ target }: { readonly target: MaybeElement | null }): void {
  const data = target?.dataset;
  const base = data?.["base"];
  const route = data?.["route"];
  if (!base || !route) return;
  removeEventListener("error", report, true);
  const path = location.pathname.replace(/\/?(index\.html)?$/, "/");
  // `/docs/broker-api/` with the route `/broker-api/` makes `/docs/`.
  const suggested = path.endsWith(route) ? path.slice(0, 1 - route.length) || path : base;
  if (suggested !== base) {
    showBanner(` Its base URL is ${base}. Build it with --base-url ${suggested}`);
  } else if (history.state === null && navigator.onLine) {
    // This survives the reload, also where storage is blocked.
    history.replaceState("reloaded", "");
    location.reload();
  } else showBanner("");
}

type MaybeElement = EventTarget & { readonly dataset?: DOMStringMap };

/** The banner brings its own styles, since the page may lack its own. Black and white both read well on this red. */
function showBanner(reason: string): void {
  const banner = document.createElement("div");
  banner.role = "alert";
  banner.style = "position:sticky;top:0;z-index:99;padding:1em;background:#e00";
  banner.append(`This site didn't load properly.${reason}`);
  root.prepend(banner);
}
