import { copyCode, enhanceCode } from "./enhance-code.ts";
import { enhanceNavigation, toggleSidebar } from "./enhance-navigation.ts";
import { followVersion, rememberVersion } from "./follow-version.ts";
import { watchIslands } from "./watch-islands.ts";

/*
 * All the script a page loads by itself. It holds no React: islands are fetched when the reader reaches for one.
 * Everything listens on the document, so it costs the same on a page with two hundred buttons.
 */
document.addEventListener("click", (event) => {
  copyCode(event);
  toggleSidebar(event);
  rememberVersion(event);
});
watchIslands();
enhanceCode();
enhanceNavigation();
followVersion();
