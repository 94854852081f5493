import type { Schema } from "#shared/contract/schema.ts";
import { applyingSchemas, walkValue } from "#shared/contract/walk-value.ts";

import type { OperationSchemas } from "../explorer-operation.ts";
import { type JsonNode, partsOfNode } from "./json-node.ts";

/** The value contains an amount in US cents. */
export interface CentsValue {
  readonly name: string;
  readonly node: JsonNode & { readonly kind: "number" };
}

/** The amounts in cents are found by the value's schema or by an alternative of it. */
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
