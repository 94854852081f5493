import { diagnose, type Diagnostic, placeIn, type Position, startOf } from "#shared/diagnostics/diagnostic.ts";
import { isCovered, sourcesIn } from "#shared/policy.ts";

import type { PageFacts } from "./read-html.ts";

interface PolicyPage extends Pick<PageFacts, "inline"> {
  readonly file: string;
}

interface PolicyInputs {
  readonly contentPolicy: string;
  readonly templates: ReadonlyMap<string, string>;
}

/**
 * What the site's policy keeps a page from loading or running: files of hosts that it doesn't name, and what stands in the
 * page and isn't named by its hash. Only a site's own template can have brought it, so that is where the finding stands.
 */
export function checkPolicy({ file, inline }: PolicyPage, inputs: PolicyInputs): readonly Diagnostic[] {
  const blocked = inline.filter((mark) => !isAllowed(mark, inputs.contentPolicy)).map(describe);
  return blocked.map(({ what, pattern, hint }) =>
    diagnose("template/blocked", `the site's policy blocks ${what}`, placeOf(pattern, inputs) ?? startOf(file), hint),
  );
}

function isAllowed(mark: string, contentPolicy: string): boolean {
  const [directive = "", address] = mark.split(" ");
  if (address === undefined) return contentPolicy.includes(`'${mark}'`);
  return isCovered(address, sourcesIn(contentPolicy, directive));
}

function describe(mark: string) {
  const [directive = "", address] = mark.split(" ");
  if (address !== undefined) {
    const hint = `use a file of the site, or name its origin under \`policy:\` in content/site.yaml, as \`${directive}\``;
    return { what: `\`${address}\``, pattern: address, hint };
  }
  if (mark.startsWith("sha256-"))
    return {
      what: "an inline script",
      // The theme's own is written in the same way, and passes.
      pattern: /<script\b(?![^>]*(?:\bsrc=|inlineScript))/,
      hint: "put it into a file in content/static/ and name that with `src`",
    };
  const hint = "put it into a file of templates/styles/";
  if (mark === "style") return { what: "an inline <style>", pattern: /<style\b/, hint };
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
