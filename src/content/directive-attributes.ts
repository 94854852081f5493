import type { ContainerDirective, LeafDirective, TextDirective } from "mdast-util-directive";

import type { SampleFault } from "#shared/conformance/sample-fault.ts";
import { nearest } from "#shared/diagnostics/nearest.ts";
import { slipOf } from "#shared/diagnostics/slip.ts";

/** The attributes of block directives; the first one is needed where it is marked. */
const attributesOf: ReadonlyMap<string, readonly string[]> = new Map([
  ["include", ["file!"]],
  ["details", ["open"]],
  ["figure", ["src!"]],
  ["video", ["src!", "poster!", "captions", "ratio"]],
  ["program", ["file!"]],
  ["card", ["icon", "op"]],
  ["fields", ["schema!", "columns", "required", "contract"]],
  ["enum", ["schema!", "columns", "contract"]],
  ["meaning", ["of!", "contract"]],
  ["operations", ["tag", "audience", "contract"]],
]);

/** Names of the attributes that a directive of the package has. */
export function attributeNames(directive: string): readonly string[] {
  return (attributesOf.get(directive) ?? []).map((entry) => entry.replace("!", ""));
}

/**
 * What is wrong with the attributes of a directive; null when nothing is. A misspelled one is not missing too. `entries`
 * are those that it has, which end with `!` where they are needed.
 */
export function checkAttributes(
  node: LeafDirective | ContainerDirective | TextDirective,
  entries = attributesOf.get(node.name) ?? [],
): SampleFault | null {
  const known = entries.map((entry) => entry.replace("!", ""));
  const attributes = new Map(Object.entries(node.attributes ?? {}));
  const wrong = [...attributes.keys()].find((name) => !known.includes(name));
  if (wrong !== undefined) {
    const [only = null, another] = known;
    const meant = another === undefined ? only : nearest(wrong, known);
    const offer = known.length === 0 ? "it has none" : `it has ${known.join(" and ")}`;
    const hint = meant === null ? offer : `did you mean \`${meant}\`?`;
    const missing = known.filter((name) => !attributes.has(name));
    // Where a directive has one attribute, and it is not there, any other is meant for it.
    const isOnly = another === undefined && only !== null && missing.length > 0;
    const slip = isOnly ? { written: wrong, meant: only } : slipOf(wrong, missing);
    return { message: `\`${node.name}\` has no attribute \`${wrong}\``, hint, slip };
  }
  const missing = entries.find((entry) => entry.endsWith("!") && !attributes.get(entry.slice(0, -1)))?.slice(0, -1);
  if (missing === undefined) return null;
  const hint = `write ${marks[node.type]}${node.name}{${missing}=…}`;
  return { message: `\`${node.name}\` has no \`${missing}\``, hint };
}

const marks = { textDirective: ":", leafDirective: "::", containerDirective: ":::" } as const;
