import { enhanceCode } from "./enhance-code.ts";
import { enhanceNavigation } from "./enhance-navigation.ts";
import { rememberVersion } from "./remember-version.ts";
import { watchIslands } from "./watch-islands.ts";

/*
 * All the script a page loads by itself. It holds no React: islands are fetched when the reader reaches for one.
 * Everything listens on the document, so it costs the same on a page with two hundred buttons.
 */
watchIslands();
enhanceCode();
enhanceNavigation();
rememberVersion();
