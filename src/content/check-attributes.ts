import type { ContainerDirective, LeafDirective, TextDirective } from "mdast-util-directive";

import type { SampleFault } from "#shared/conformance/sample-fault.ts";
import { nearest, nearestHint } from "#shared/diagnostics/nearest.ts";
import { slipOf } from "#shared/diagnostics/slip.ts";

/** Words that an attribute may have, by its name; `!` ends the name of a required attribute, and an empty list allows any words. */
export type Attributes = Readonly<Record<string, readonly string[]>>;

type Directive = LeafDirective | ContainerDirective | TextDirective;

/** The fault of a directive's attribute names, or null. A misspelled name isn't reported as missing too. */
export function checkAttributes(node: Directive, declared: Attributes): SampleFault | null {
  const entries = Object.keys(declared);
  const known = entries.map((entry) => entry.replace("!", ""));
  const attributes = new Map(Object.entries(node.attributes ?? {}));
  const wrong = [...attributes.keys()].find((name) => !known.includes(name));
  if (wrong !== undefined) {
    const [only = null, another] = known;
    const meant = another === undefined ? only : nearest(wrong, known);
    const offer = known.length === 0 ? "it has none" : `it has ${known.join(" and ")}`;
    const hint = meant === null ? offer : `did you mean \`${meant}\`?`;
    const missing = known.filter((name) => !attributes.has(name));
    // A directive with a single attribute, which is missing, means that one by any name.
    const isOnly = another === undefined && only !== null && missing.length > 0;
    const slip = isOnly ? { written: wrong, meant: only } : slipOf(wrong, missing);
    return { message: `\`${node.name}\` has no attribute \`${wrong}\``, hint, slip };
  }
  const missing = entries.find((entry) => entry.endsWith("!") && !attributes.get(entry.slice(0, -1)))?.slice(0, -1);
  if (missing === undefined) return null;
  const hint = `write ${marks[node.type]}${node.name}{${missing}=…}`;
  return { message: `\`${node.name}\` has no \`${missing}\``, hint };
}

/** The fault of a directive's attribute values, or null. */
export function checkWords(node: Directive, declared: Attributes): SampleFault | null {
  const attributes = new Map(Object.entries(node.attributes ?? {}));
  for (const [entry, words] of Object.entries(declared)) {
    const name = entry.replace("!", "");
    const value = attributes.get(name);
    if (words.length === 0 || value == null || words.includes(value)) continue;
    // Similar numbers mean different things.
    const near = nearestHint(
      value,
      words.filter((word) => /^[a-z]/.test(word)),
    );
    const hint = near ?? `there are ${words.join(", ")}`;
    return { message: `no ${name} \`${value}\``, hint, slip: slipOf(value, words) };
  }
  return null;
}

const marks = { textDirective: ":", leafDirective: "::", containerDirective: ":::" } as const;
