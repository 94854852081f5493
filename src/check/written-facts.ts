import { missingAnchor } from "./page-anchors.ts";
import type { HtmlReference, PageFacts } from "./read-html.ts";

/**
 * The facts of a page as they are kept: its references are lines of JSON, of which most stand in many pages. What leads to
 * an anchor of the page itself is checked with it, once.
 */
export type WrittenFacts = Omit<PageFacts, "html" | "references"> & {
  readonly references: string;
};

export function writeFacts({ references, ...facts }: Omit<PageFacts, "html">): WrittenFacts {
  const { ids, sources, duplicateIds, inline, elements } = facts;
  const lines = references
    .filter(({ address }) => !address.startsWith("#") || missingAnchor(address, facts) !== null)
    .map(({ kind, address, origin }) => JSON.stringify([kind, address, origin]));
  // Copied: a word that was cut out of a page would keep all of it in memory.
  const copied: CopiedFacts = JSON.parse(
    JSON.stringify({ ids: [...ids], sources: [...sources], duplicateIds, inline }),
  );
  return {
    ...copied,
    ids: new Set(copied.ids),
    sources: new Map(copied.sources),
    elements,
    references: lines.join("\n"),
  };
}

interface CopiedFacts extends Pick<PageFacts, "duplicateIds" | "inline"> {
  readonly ids: readonly string[];
  readonly sources: readonly (readonly [string, readonly string[]])[];
}

/**
 * Reads facts back, page after page. What several pages refer to from one origin is checked once, for the first of them:
 * they would share the finding.
 */
export function createFactReader(): (facts: WrittenFacts) => Pick<PageFacts, keyof WrittenFacts> {
  const known = new Set<string>();
  const read = (line: string): readonly HtmlReference[] => {
    if (known.has(line)) return [];
    const [kind, address, origin]: readonly [HtmlReference["kind"], string, string | null] = JSON.parse(line);
    // Written again, so that no line keeps those around it in memory.
    if (origin !== null && !address.startsWith("#")) known.add(JSON.stringify([kind, address, origin]));
    return [{ kind, address, origin }];
  };
  return ({ references, ...facts }) => ({
    ...facts,
    references: references === "" ? [] : references.split("\n").flatMap(read),
  });
}
