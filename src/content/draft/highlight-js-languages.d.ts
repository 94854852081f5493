declare module "highlight.js/lib/languages/*" {
  import type { LanguageFn } from "highlight.js";

  const language: LanguageFn;
  export default language;
}

declare module "highlight.js/lib/core" {
  import type { HighlightJs } from "highlight.js";

  const core: HighlightJs;
  export default core;
}
