import type { Schema } from "#shared/contract/schema.ts";

import type { JsonNode } from "../json/json-node.ts";
import { describedParts } from "./described-parts.ts";
import type { OperationSchemas } from "./operation-schemas.ts";

/** An amount in US cents somewhere in a value. */
export interface CentsValue {
  /** Name of the member that holds it; empty for the value itself. */
  readonly name: string;
  readonly node: JsonNode & { readonly kind: "number" };
}

/** The amounts in cents that a value holds, as its schema tells. */
export function findCents(node: JsonNode, schema: Schema, schemas: OperationSchemas): readonly CentsValue[] {
  const found = new Map<JsonNode, CentsValue>();
  for (const part of describedParts(node, schema, schemas)) {
    const { name, node: amount } = part;
    if (amount.kind === "number" && part.schema.unit === "usd-cents") found.set(amount, { name, node: amount });
  }
  return [...found.values()];
}
