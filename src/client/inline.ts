import { applyTheme, darkSystem } from "./choices.ts";

/*
 * The only inline script. It applies stored choices before the first paint, so that nothing flashes or moves, and
 * reports files of the site that don't arrive. It runs in every browser before the body exists, and must never throw.
 */
const root = document.documentElement;
root.classList.add("script");
// Errors of elements don't bubble.
addEventListener("error", report, true);
applyChoices();
// The page follows choices in the reader's other tabs.
addEventListener("storage", applyChoices);
matchMedia(darkSystem).addEventListener("change", () => applyTheme(root.dataset["mode"]));

function applyChoices(): void {
  try {
    applyTheme(localStorage.getItem("theme"));
    const dismissed = localStorage.getItem("docs.announcement");
    if (dismissed === root.dataset["announcementId"]) root.dataset["announcement"] = "dismissed";
    root.dataset["sidebar"] = localStorage.getItem("docs.sidebar") ?? "";
  } catch {
    // Storage is blocked, so the defaults apply.
  }
}

/**
 * Handles a file of the site that didn't arrive. The page's own markup says which base URL and route it was built for.
 * Either the site is published at another path, which its publisher should hear, or the page is older than the site and
 * reloads once.
 */
function report({ target }: { readonly target: MaybeElement | null }): void {
  const data = target?.dataset;
  const base = data?.["base"];
  const route = data?.["route"];
  if (!base || !route) return;
  removeEventListener("error", report, true);
  const path = location.pathname.replace(/\/?(index\.html)?$/, "/");
  // `/docs/broker-api/` with the route `/broker-api/` suggests `/docs/`.
  const suggested = path.endsWith(route) ? path.slice(0, 1 - route.length) || path : base;
  if (suggested !== base) {
    showBanner(` Its base URL is ${base}. Build it with --base-url ${suggested}`);
  } else if (history.state === null && navigator.onLine) {
    // The state survives the reload even if storage is blocked.
    history.replaceState("reloaded", "");
    location.reload();
  } else showBanner("");
}

type MaybeElement = EventTarget & { readonly dataset?: DOMStringMap };

/** The banner has its own styles, because the page's may be missing. Black and white are both readable on this red. */
function showBanner(reason: string): void {
  const banner = document.createElement("div");
  banner.role = "alert";
  banner.style = "position:sticky;top:0;z-index:99;padding:1em;background:#e00";
  banner.append(`This site didn't load properly.${reason}`);
  root.prepend(banner);
}
