import type { Json, JsonObject } from "../../../model/json.ts";
import { resolveIn } from "../../../rules/find-operation.ts";
import { inferTypes } from "../../../rules/infer-types.ts";
import { addMembers, isObject, listAt, textAt, without } from "../../../rules/json-value.ts";
import { mergeAllOf } from "../../../rules/merge-all-of.ts";
import { schemaNameOf } from "../../../rules/schema-name.ts";
import { simplifySchema } from "../../../rules/simplify-schema.ts";

/** A schema as a form sees it: references followed, `allOf` merged, null set apart. */
export interface ResolvedSchema {
  readonly node: JsonObject;
  /** JSON types without null; empty when any type goes. */
  readonly types: readonly string[];
  readonly isNullable: boolean;
  /** Name of the named schema that it uses; null for an inline one. */
  readonly name: string | null;
}

const anything: ResolvedSchema = { node: {}, types: [], isNullable: true, name: null };

/** References to references are rare, and a ring of them has no end. */
const deepest = 20;

export function resolveSchema(schema: Json, document: JsonObject, depth = 0): ResolvedSchema {
  if (!isObject(schema) || depth > deepest) return anything;
  const target = (reference: string): JsonObject | null => resolveIn(document, { $ref: reference });
  const { node, isNullable } = simplifySchema(schema);
  const reference = textAt(node, "$ref");
  const named = reference === null ? null : resolveSchema(target(reference) ?? {}, document, depth + 1);
  const whole = named ? addMembers(named.node, without(node, "$ref")) : node;
  const merged = mergeAllOf(whole, { target, refine: addMembers }).node;
  const types = inferTypes(merged, { target }) ?? [];
  return {
    node: merged,
    types: types.filter((type) => type !== "null"),
    isNullable:
      isNullable || named?.isNullable === true || types.includes("null") || listAt(merged, "enum").includes(null),
    name: named?.name ?? schemaNameOf(reference ?? ""),
  };
}
