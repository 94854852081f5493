import { diagnose, type Diagnostic, placeIn, type Position, startOf } from "#shared/diagnostic.ts";

import type { PageFacts } from "./read-html.ts";

interface PolicyPage extends Pick<PageFacts, "references" | "inline"> {
  /** The author's file. */
  readonly file: string;
}

interface PolicyInputs {
  readonly contentPolicy: string;
  /** The texts of the site's own templates, by file. */
  readonly templates: ReadonlyMap<string, string>;
}

/**
 * What the site's policy keeps a page from loading or running: files of other hosts, and what stands in the page and is
 * not named by its hash. Only a site's own template can have brought it, so that is where the finding stands.
 */
export function checkPolicy({ file, references, inline }: PolicyPage, inputs: PolicyInputs): readonly Diagnostic[] {
  const remote = references.filter(({ kind, address }) => kind === "asset" && /^(?:https?:)?\/\//i.test(address));
  const acting = inline.filter((mark) => !inputs.contentPolicy.includes(`'${mark}'`));
  const blocked = [
    ...remote.map(({ address }) => ({ what: `\`${address}\``, pattern: address, hint: "use a file of the site" })),
    ...acting.map(describe),
  ];
  return blocked.map(({ what, pattern, hint }) =>
    diagnose("template/blocked", `the site's policy blocks ${what}`, placeOf(pattern, inputs) ?? startOf(file), hint),
  );
}

interface Blocked {
  readonly what: string;
  readonly pattern: string | RegExp;
  readonly hint: string;
}

function describe(mark: string): Blocked {
  if (mark.startsWith("sha256-"))
    return {
      what: "a script that stands in the page",
      // The theme's own is written in the same way, and passes.
      pattern: /<script\b(?![^>]*(?:\bsrc=|inlineScript))/,
      hint: "put it into a file of content/static/ and name that with `src`",
    };
  const hint = "put it into a file of templates/styles/";
  if (mark === "style") return { what: "a <style> that stands in the page", pattern: /<style\b/, hint };
  if (mark === "style=") return { what: "a `style` attribute", pattern: /\bstyle=/, hint: `${hint}, and use a class` };
  return {
    what: `the handler \`${mark.slice(0, -1)}\``,
    pattern: new RegExp(`\\b${mark}`, "i"),
    hint: "add it in a script of content/static/",
  };
}

function placeOf(pattern: string | RegExp, { templates }: PolicyInputs): Position | null {
  for (const [file, text] of templates) {
    const offset = typeof pattern === "string" ? text.indexOf(pattern) : text.search(pattern);
    if (file.startsWith("templates/") && offset >= 0) return placeIn({ file, text }, offset);
  }
  return null;
}
