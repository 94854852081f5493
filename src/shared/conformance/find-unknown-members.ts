import { schemaNameOf } from "../contract/schema.ts";
import { escapeToken } from "../json/json-pointer.ts";
import { entriesAt, isList, isObject, type Json, type JsonObject, listAt, memberOf, textAt } from "../json/json.ts";
import { nearestHint } from "../nearest.ts";
import type { Checker, ValueFault } from "./checker.ts";

type Tools = Pick<Checker, "target" | "spend">;

/**
 * Members that no schema of their object describes. JSON Schema lets them pass; in a sample they are slips of the pen.
 * Objects that are open on purpose (`additionalProperties`, `patternProperties`, or no described member) take any name.
 */
export function findUnknownMembers(
  value: Json,
  schemas: readonly Json[],
  { pointer, tools }: { readonly pointer: string; readonly tools: Tools },
): readonly ValueFault[] {
  if (typeof value !== "object" || value === null) return [];
  const known = collectKnown(schemas, tools);
  if (isList(value)) {
    return value.flatMap((element, index) =>
      findUnknownMembers(element, known.tuple.get(index) ?? known.items, { pointer: `${pointer}/${index}`, tools }),
    );
  }
  return Object.entries(value).flatMap(([name, member]) => {
    const at = `${pointer}/${escapeToken(name)}`;
    const inner = known.members.get(name) ?? known.additional;
    if (known.members.has(name) || known.isOpen) return findUnknownMembers(member, inner, { pointer: at, tools });
    return [toFault(name, at, known)];
  });
}

function toFault(name: string, pointer: string, { owner, members }: Known): ValueFault {
  const message = owner === null ? `the contract has no field \`${name}\` here` : `${owner} has no field \`${name}\``;
  return { pointer, message, hint: nearestHint(name, members.keys()) };
}

/** What all schemas that apply to one value say about its members. */
interface Known {
  /** Name of the first named schema among them. */
  readonly owner: string | null;
  readonly members: ReadonlyMap<string, readonly Json[]>;
  readonly additional: readonly Json[];
  readonly items: readonly Json[];
  readonly tuple: ReadonlyMap<number, readonly Json[]>;
  readonly isOpen: boolean;
}

function collectKnown(schemas: readonly Json[], tools: Tools): Known {
  const members = new Map<string, Json[]>();
  const tuple = new Map<number, Json[]>();
  const additional: Json[] = [];
  const items: Json[] = [];
  const queue: (Json | null)[] = [...schemas];
  const seen = new Set<JsonObject>();
  let owner: string | null = null;
  let [isOpen, isSpent] = [false, false];
  for (let index = 0; index < queue.length && !isSpent; index += 1) {
    const part = queue[index] ?? null;
    isSpent = !tools.spend();
    if (!isObject(part) || seen.has(part)) continue;
    seen.add(part);
    const reference = textAt(part, "$ref") ?? "";
    owner ??= schemaNameOf(reference);
    for (const [name, schema] of entriesAt(part, "properties")) addTo(members, name, schema);
    listAt(part, "prefixItems").forEach((schema, position) => addTo(tuple, position, schema));
    items.push(memberOf(part, "items") ?? true);
    const rules = openRules(part);
    additional.push(...rules);
    isOpen ||= rules.length > 0;
    queue.push(tools.target(reference) ?? null, ...partsOf(part));
  }
  return { owner, members, additional, items, tuple, isOpen: isOpen || isSpent || members.size === 0 };
}

function addTo<K>(schemasByKey: Map<K, Json[]>, key: K, schema: Json): void {
  const schemas = schemasByKey.get(key);
  if (schemas) schemas.push(schema);
  else schemasByKey.set(key, [schema]);
}

/** The schemas of members with free names, if the schema allows any. */
function openRules(schema: JsonObject): readonly Json[] {
  const rules = [memberOf(schema, "additionalProperties"), memberOf(schema, "unevaluatedProperties")];
  const patterns = entriesAt(schema, "patternProperties").map(([, pattern]) => pattern);
  return [...rules.filter((rule) => rule !== undefined && rule !== false), ...patterns];
}

function partsOf(schema: JsonObject): readonly Json[] {
  const branches = ["if", "then", "else"].map((key) => memberOf(schema, key) ?? null);
  const dependent = entriesAt(schema, "dependentSchemas").map(([, part]) => part);
  return [
    ...listAt(schema, "allOf"),
    ...listAt(schema, "oneOf"),
    ...listAt(schema, "anyOf"),
    ...branches,
    ...dependent,
  ];
}
