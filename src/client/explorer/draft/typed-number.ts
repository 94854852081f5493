import { checkWhole, smallest } from "#shared/conformance/check-whole.ts";
import { nameOf, type SampleFault } from "#shared/conformance/sample-fault.ts";
import type { Schema } from "#shared/contract/schema.ts";
import { parseNumber } from "#shared/json/json.ts";

import type { JsonNode } from "../json/json-node.ts";

/**
 * What is wrong with a number as it stands, where whole ones belong: told while it is typed, and of what a link brought, as
 * nothing that is typed next would mend it.
 */
export function checkTyped(node: JsonNode | undefined, schema: Schema, pointer: string): readonly SampleFault[] {
  const fault =
    node?.kind === "number" ? checkWhole(parseNumber(node.text), schema, nameOf("the body", pointer)) : null;
  return fault === null ? [] : [withoutGuess(fault)];
}

/** In prose 2400.5 means dollars; here somebody may have typed half a cent. Two places after the point are dollars here, too. */
export function withoutGuess<T extends SampleFault>(fault: T): T {
  return fault.maySplitCent === true ? { ...fault, hint: smallest } : fault;
}
