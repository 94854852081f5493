import type { Schema } from "#shared/contract/schema.ts";

import { applyingSchemas } from "#shared/contract/walk-value.ts";

import type { JsonNode } from "../json/json-node.ts";
import type { OperationSchemas } from "./operation-schemas.ts";
import { walkNode } from "./walk-node.ts";

/** An amount in US cents somewhere in a value. */
export interface CentsValue {
  /** Name of the member that holds it; empty for the value itself. */
  readonly name: string;
  readonly node: JsonNode & { readonly kind: "number" };
}

/** The amounts in cents that a value holds, as its schema or one of its alternatives tells. */
export function findCents(node: JsonNode, schema: Schema, schemas: OperationSchemas): readonly CentsValue[] {
  const found: CentsValue[] = [];
  walkNode(
    { node, schema },
    (stated) => applyingSchemas(stated, schemas.byName),
    ({ node: amount, schemas: own, name }) => {
      if (amount.kind === "number" && own.some(({ unit }) => unit === "usd-cents")) found.push({ name, node: amount });
    },
  );
  return found;
}
