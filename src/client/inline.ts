import { applyTheme } from "./apply-theme.ts";
import { watchAssets } from "./watch-assets.ts";

/*
 * The one inline script: applies what the reader chose earlier before the first paint, so that nothing flashes or
 * moves, and says so when the rest of the site does not arrive. It runs before the body exists, in every browser, and
 * must never throw.
 */
const root = document.documentElement;
root.classList.add("script");
watchAssets();
// The colour mode follows the reader's other tabs.
addEventListener("storage", ({ key, newValue }) => {
  if (key === "theme") applyTheme(newValue);
});
try {
  applyTheme(localStorage.getItem("theme"));
  const dismissed = localStorage.getItem("docs.announcement");
  if (dismissed !== null && dismissed === root.dataset["announcementId"]) root.dataset["announcement"] = "dismissed";
  if (localStorage.getItem("docs.sidebar") === "collapsed") root.dataset["sidebar"] = "collapsed";
} catch {
  // Storage is blocked: the defaults hold.
}
