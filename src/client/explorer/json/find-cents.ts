import type { Schema } from "#shared/contract/schema.ts";
import { applyingSchemas, walkValue } from "#shared/contract/walk-value.ts";

import type { OperationSchemas } from "../explorer-operation.ts";
import { type JsonNode, partsOfNode } from "./json-node.ts";

/** An amount in US cents somewhere in a value. */
export interface CentsValue {
  /** The member's name; empty for the value itself. */
  readonly name: string;
  readonly node: JsonNode & { readonly kind: "number" };
}

/** The amounts in cents within a value, by its schema or one of its alternatives. */
export function findCents(node: JsonNode, schema: Schema, schemas: OperationSchemas): readonly CentsValue[] {
  const found: CentsValue[] = [];
  walkValue(node, schema, {
    applying: (stated) => applyingSchemas(stated, schemas.byName),
    partsOf: partsOfNode,
    visit: ({ value, schemas: own, name }) => {
      if (value.kind === "number" && own.some(({ unit }) => unit === "usd-cents")) found.push({ name, node: value });
    },
  });
  return found;
}
