import type { SampleFault } from "#shared/conformance/sample-fault.ts";
import type { Schema } from "#shared/contract/schema.ts";
import { applyingSchemas, walkValue } from "#shared/contract/walk-value.ts";

import type { OperationSchemas } from "../explorer-operation.ts";
import { type JsonNode, partsOfNode } from "../json/json-node.ts";
import { checkTyped } from "./typed-number.ts";

/** What `checkTyped` tells of every number in a value. Where one of the alternatives takes any number, it tells nothing. */
export function checkNumbers(node: JsonNode, schema: Schema, schemas: OperationSchemas): readonly SampleFault[] {
  const faults: SampleFault[] = [];
  walkValue(node, schema, {
    applying: (stated) => applyingSchemas(stated, schemas.byName),
    partsOf: partsOfNode,
    visit: ({ value, pointer, schemas: own }) => {
      const takesAny = own.some(({ types, unit }) => types.includes("number") && unit !== "usd-cents");
      if (!takesAny) faults.push(...own.flatMap((one) => checkTyped(value, one, pointer)).slice(0, 1));
    },
  });
  return faults;
}
