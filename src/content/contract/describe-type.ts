import type { ElementContent } from "hast";
import { h } from "hastscript";

import type { Schema } from "../../model/schema.ts";
import { unitName } from "../../model/unit-name.ts";
import type { ContractIndex } from "./contract-index.ts";
import { valueText } from "./value-text.ts";

/** A schema in the words of a field table: type, format, unit, limits, nullability, default. Named schemas are links. */
export function describeType(schema: Schema, index: ContractIndex): ElementContent[] {
  const limits = schema.limits.flatMap((limit): ElementContent[] => [text(", "), text(limit)]);
  const unit = schema.unit === null ? [] : [text(`, ${unitName(schema.unit)}`)];
  const nullable = schema.nullable ? [text(" or "), h("code", "null")] : [];
  const initial = schema.default === undefined ? [] : [text(", default "), h("code", JSON.stringify(schema.default))];
  return [...typeName(schema, index), ...unit, ...limits, ...values(schema), ...nullable, ...initial];
}

function typeName(schema: Schema, index: ContractIndex): ElementContent[] {
  if (schema.ref !== null) {
    const named = index.schema(schema.ref);
    return "message" in named
      ? [text(schema.ref)]
      : [h("a", { href: index.href(named.anchor), dataOrigin: "" }, named.name)];
  }
  if (schema.items !== null) return [text("list of "), ...typeName(schema.items, index)];
  if (schema.format !== null) return [text(schema.format)];
  return [text(schema.types.join(" or ") || "any value")];
}

function values(schema: Schema): ElementContent[] {
  if (schema.enum.length === 0) return [];
  const list = schema.enum.flatMap(({ value }, position): ElementContent[] => [
    ...(position > 0 ? [text(", ")] : []),
    h("code", valueText(value)),
  ]);
  return [text(": "), ...list];
}

function text(value: string): ElementContent {
  return { type: "text", value };
}
