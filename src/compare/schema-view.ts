import { resolveIn } from "#shared/contract/find-operation.ts";
import { inferTypes, mergeAllOf, type MergeTools, simplifySchema } from "#shared/contract/merge-schema.ts";
import { schemaNameOf } from "#shared/contract/schema.ts";
import {
  addMembers,
  flagAt,
  isObject,
  type Json,
  type JsonObject,
  listAt,
  memberOf,
  objectAt,
  textAt,
  without,
} from "#shared/json/json.ts";

/** One schema with its roundabout ways undone: `allOf` merged, null told apart, the reference taken for a name. */
export interface SchemaView {
  /** The named schema that this is a use of; `node` then holds what stands beside the reference. */
  readonly name: string | null;
  readonly node: JsonObject;
  /** JSON types without `null`; empty when any goes. */
  readonly types: readonly string[];
  readonly isNullable: boolean;
  /** Which named part of an `allOf` a property comes from. */
  readonly fromByProperty: ReadonlyMap<string, string>;
}

/** Reads the schemas of one document, which is OpenAPI 3.1 with all references inside. */
export class SchemaReader {
  readonly #document: JsonObject;
  readonly #tools: MergeTools;
  readonly #views = new WeakMap<JsonObject, SchemaView>();

  constructor(document: JsonObject) {
    this.#document = document;
    this.#tools = {
      target: (reference) => resolveIn(document, { $ref: reference }),
      refine: addMembers,
    };
  }

  view(schema: Json | undefined): SchemaView {
    if (!isObject(schema)) return schema === false ? { ...anything, node: { not: {} } } : anything;
    const known = this.#views.get(schema);
    if (known) return known;
    const simple = simplifySchema(schema);
    const name = schemaNameOf(textAt(simple.node, "$ref") ?? "");
    const merged = mergeAllOf(name === null ? simple.node : without(simple.node, "$ref"), this.#tools);
    const types = inferTypes(merged.node, this.#tools) ?? [];
    const view: SchemaView = {
      name,
      node: merged.node,
      types: types.filter((type) => type !== "null"),
      isNullable: simple.isNullable || types.includes("null"),
      fromByProperty: merged.fromByProperty,
    };
    this.#views.set(schema, view);
    return view;
  }

  /** A schema of the document's own, by name. */
  named(name: string): Json | undefined {
    const schemas = objectAt(objectAt(this.#document, "components") ?? {}, "schemas");
    return memberOf(schemas ?? {}, name);
  }

  /** The view with the named schema in place of its name. What stands beside the reference wins. */
  expand(view: SchemaView): SchemaView {
    let expanded = view;
    for (let hops = 0; expanded.name !== null && hops < mostHops; hops += 1) {
      const { node, types, isNullable }: SchemaView = expanded;
      const target = this.view(this.named(expanded.name));
      expanded = {
        ...target,
        node: addMembers(target.node, node),
        types: types.length > 0 ? types : target.types,
        isNullable: isNullable || target.isNullable,
      };
    }
    return expanded;
  }

  /** The types of an expanded view; those of all its alternatives when it states none itself. */
  typesOf(view: SchemaView, depth = 0): readonly string[] {
    const alternatives = alternativesOf(view);
    if (view.types.length > 0 || alternatives.length === 0 || depth > deepest) return view.types;
    const types = alternatives.map((schema) => this.typesOf(this.expand(this.view(schema)), depth + 1));
    return types.every((some) => some.length > 0) ? [...new Set(types.flat())] : [];
  }

  /** True when the schema, or the one it names, sets the flag. */
  hasFlag(schema: Json | undefined, flag: "readOnly" | "writeOnly"): boolean {
    return flagAt(this.expand(this.view(schema)).node, flag);
  }
}

/** What a value may be one of (`oneOf`, `anyOf`). */
export function alternativesOf({ node }: SchemaView): readonly Json[] {
  return [...listAt(node, "oneOf"), ...listAt(node, "anyOf")];
}

const anything: SchemaView = { name: null, node: {}, types: [], isNullable: false, fromByProperty: new Map() };

/** A chain of names that is longer than this is a ring. */
const mostHops = 100;
/** Alternatives within alternatives are rarely deeper, and a ring has no end. */
const deepest = 5;
