import { loadHighlight } from "#content/document-parser.ts";
import { importTemplates } from "#render/templates.ts";

/** Loads what the next edit will need, where the first build needed none of it. */
export async function loadAhead(): Promise<void> {
  await Promise.all([
    import("#settings/parse-front-matter.ts"),
    import("#content/parse-document.ts"),
    import("#render/render-page.tsx"),
    importTemplates(null),
    import("#check/read-html.ts"),
    loadHighlight(),
  ]);
}
