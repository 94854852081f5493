import type { LeafDirective, ContainerDirective } from "mdast-util-directive";

import type { SampleFault } from "#shared/conformance/sample-fault.ts";
import { nearest } from "#shared/nearest.ts";
import { type Slip, slipOf } from "#shared/slip.ts";

/** The attributes of block directives; the first one is needed where it is marked. */
const attributesOf: ReadonlyMap<string, readonly string[]> = new Map([
  ["include", ["file!"]],
  ["figure", ["src!"]],
  ["program", ["file!"]],
  ["card", ["icon", "op"]],
  ["fields", ["schema!", "columns", "required"]],
  ["enum", ["schema!", "columns"]],
  ["meaning", ["of!"]],
  ["operations", ["tag", "audience"]],
]);

/** What is wrong with the attributes of a directive; null when nothing is. A misspelled one is not missing too. */
export function checkAttributes(node: LeafDirective | ContainerDirective): SampleFault | null {
  const entries = attributesOf.get(node.name) ?? [];
  const known = entries.map((entry) => entry.replace("!", ""));
  const attributes = node.attributes ?? {};
  const wrong = Object.keys(attributes).find((name) => !known.includes(name));
  if (wrong !== undefined) {
    const [only = null, another] = known;
    const meant = another === undefined ? only : nearest(wrong, known);
    const offer = known.length === 0 ? "it has none" : `it has ${known.join(" and ")}`;
    const hint = meant === null ? offer : `did you mean \`${meant}\`?`;
    const missing = known.filter((name) => !Object.hasOwn(attributes, name));
    const slip = another === undefined ? toOnly(wrong, missing) : slipOf(wrong, missing);
    return { message: `\`${node.name}\` has no attribute \`${wrong}\``, hint, slip };
  }
  const missing = entries.find((entry) => entry.endsWith("!") && !attributes[entry.slice(0, -1)])?.slice(0, -1);
  if (missing === undefined) return null;
  const marks = node.type === "leafDirective" ? "::" : ":::";
  const hint = `write ${marks}${node.name}{${missing}=…}`;
  return { message: `\`${node.name}\` has no \`${missing}\``, hint };
}

/** Where a directive has one attribute, and it is not there, any other is meant for it. */
function toOnly(written: string, [meant]: readonly string[]): Slip | null {
  return meant === undefined ? null : { written, meant };
}
