import type { Schema } from "#shared/contract/schema.ts";
import { escapeToken } from "#shared/json/json-pointer.ts";

import type { JsonNode } from "../json/json-node.ts";
import type { OperationSchemas } from "./operation-schemas.ts";

/** A value, or one somewhere in it, with a schema that describes it. */
export interface DescribedPart {
  readonly node: JsonNode;
  readonly schema: Schema;
  /** JSON Pointer (RFC 6901) from the whole value. */
  readonly pointer: string;
  /** Name of the member that holds it, or the list that it stands in; empty for the value itself. */
  readonly name: string;
  /** False below an alternative: the value may be meant as another one. */
  readonly isSure: boolean;
}

/** A value and everything in it, each with the schemas that describe it: those of all alternatives, too. */
export function describedParts(
  node: JsonNode,
  schema: Schema,
  schemas: OperationSchemas,
): Generator<DescribedPart, void> {
  return partsFrom({ node, schema: schemas.resolve(schema), pointer: "", name: "", isSure: true }, schemas);
}

function* partsFrom(part: DescribedPart, schemas: OperationSchemas): Generator<DescribedPart, void> {
  for (const schema of withAlternatives(part.schema, schemas)) {
    const described = { ...part, schema, isSure: part.isSure && schema === part.schema };
    yield described;
    yield* partsWithin(described, schemas);
  }
}

function* partsWithin(part: DescribedPart, schemas: OperationSchemas): Generator<DescribedPart, void> {
  const { node, schema, pointer } = part;
  if (node.kind === "list") {
    for (const [index, item] of node.items.entries()) {
      const inner = { node: item, schema: schemas.item(schema, index), pointer: `${pointer}/${index}` };
      yield* partsFrom({ ...part, ...inner }, schemas);
    }
  }
  if (node.kind !== "object") return;
  for (const { name, node: member } of node.members) {
    const inner = { node: member, schema: schemas.member(schema, name), pointer: `${pointer}/${escapeToken(name)}` };
    yield* partsFrom({ ...part, ...inner, name }, schemas);
  }
}

/** Far more than anyone writes; alternatives that hold each other have no end. */
const mostAlternatives = 100;

/** The schema and its alternatives, with theirs. */
function withAlternatives(schema: Schema, schemas: OperationSchemas): Iterable<Schema> {
  const all = new Set([schema]);
  // A set iterates over what is added on the way.
  for (const { alternatives } of all) {
    if (all.size < mostAlternatives) for (const choice of alternatives?.schemas ?? []) all.add(schemas.resolve(choice));
  }
  return all;
}
