import { toText } from "../rules/json-value.ts";
import type { NamedSchema } from "../model/schema.ts";
import type { Direction } from "../model/difference.ts";
import type { Change } from "./change.ts";
import type { OperationTools } from "./compare-operation.ts";
import type { Place } from "./place.ts";
import type { SchemaUsers } from "./schema-users.ts";

/**
 * Compares which names the schemas have. Names do not travel, so losing one breaks no client; but pages use them. Schemas
 * of the same name that no pair of operations led to are compared here.
 */
export function compareSchemaNames({ before, after, findings, schemas }: OperationTools, users: SchemaUsers): void {
  const names = new Set(after.schemas.map(({ name }) => name));
  for (const { name } of before.schemas) {
    if (!names.has(name) || schemas.successors.has(name)) continue;
    for (const direction of directionsOf(name, users)) schemas.compareNamed(name, name, direction);
  }
  for (const schema of before.schemas) {
    if (names.has(schema.name)) continue;
    findings.add(placeOfName(schema), [lostName(schemas.successors.get(schema.name))]);
  }
  const known = new Set([
    ...before.schemas.map(({ name }) => name),
    ...[...schemas.successors.values()].flatMap((some) => [...some]),
  ]);
  for (const schema of after.schemas) {
    if (known.has(schema.name)) continue;
    const place = { ...placeOfName(schema), position: null };
    findings.add(place, [{ kind: "schema-added", effect: "compatible", message: "new" }]);
  }
}

/** A schema that no operation uses may be meant for anything. */
function directionsOf(name: string, users: SchemaUsers): readonly Direction[] {
  const both: readonly Direction[] = ["request", "response"];
  const used = both.filter((direction) => users.operationsOf(name, direction).length > 0);
  return used.length > 0 ? used : both;
}

function lostName(successors: ReadonlySet<string | null> | undefined): Change {
  const names = [...(successors ?? [])].filter((name) => name !== null);
  if (!successors) return { kind: "schema-removed", effect: "wording", message: "gone" };
  const message =
    names.length > 0 ? `named ${names.map((name) => `\`${name}\``).join(", ")} now` : "without a name now";
  return { kind: "schema-renamed", effect: "wording", message };
}

function placeOfName({ name, schema, position }: NamedSchema): Place {
  const members = [
    ...schema.properties.map((property) => property.name),
    ...schema.enum.map(({ value }) => toText(value)),
  ];
  return { subject: name, operation: null, direction: null, position, owner: { kind: "schema-name", name, members } };
}
