import type { TextDirective } from "mdast-util-directive";

import type { SampleFault } from "#shared/conformance/sample-fault.ts";
import { nearest } from "#shared/nearest.ts";
import { slipOf } from "#shared/slip.ts";

import type { BlockDirective } from "../components/admonition.ts";
import { checkAttributes } from "../directive-attributes.ts";
import type { OwnAttribute, OwnDirective } from "./own-directive.ts";

type Value = string | number | boolean;

/** The attributes of a use as the values that they declare; else the first fault of them. */
export function readProps(
  node: BlockDirective | TextDirective,
  { name, attributes }: OwnDirective,
): { readonly values: Readonly<Record<string, Value>> } | SampleFault {
  const declared = attributes.map((attribute) => (attribute.isOptional ? attribute.name : `${attribute.name}!`));
  const fault = checkAttributes(node, declared);
  if (fault !== null) return fault;
  const values: Record<string, Value> = {};
  for (const attribute of attributes) {
    const written = new Map(Object.entries(node.attributes ?? {})).get(attribute.name);
    const value = valueOf(written ?? null, attribute);
    if (typeof value === "object" && value !== null)
      return { ...value, message: `\`${attribute.name}\` of \`${name}\` is ${value.message}` };
    if (value !== null) values[attribute.name] = value;
  }
  return { values };
}

/** A fault's message ends the sentence "`amount` is …". */
function valueOf(written: string | null, { name, type }: OwnAttribute): Value | SampleFault | null {
  if (type === "boolean") return booleanOf(written, name);
  if (written === null || type === "string") return written;
  if (type === "number") return numberOf(written, name);
  if (type.includes(written)) return written;
  const meant = nearest(written, type);
  const hint = meant === null ? `it is one of ${type.join(", ")}` : `did you mean ${meant}?`;
  return { message: `not \`${written}\``, hint, slip: slipOf(written, type) };
}

/** `{compact}` is true, and so is `{compact=true}`. */
function booleanOf(written: string | null, name: string): boolean | SampleFault {
  if (written === null || written === "false") return false;
  if (written === "" || written === "true") return true;
  return { message: `neither true nor false: \`${written}\``, hint: `write {${name}}, or leave it out` };
}

function numberOf(written: string, name: string): number | SampleFault {
  const isNumber = /^-?(?:\d+|\d*\.\d+)$/.test(written) && Math.abs(Number(written)) <= Number.MAX_SAFE_INTEGER;
  return isNumber
    ? Number(written)
    : { message: `no number: \`${written}\``, hint: `write {${name}=1200}, without commas or signs` };
}
