import type { Schema } from "#shared/contract/schema.ts";
import { elementSchemas, memberSchemas } from "#shared/contract/walk-value.ts";
import { escapeToken } from "#shared/json/json-pointer.ts";

import type { JsonNode } from "../json/json-node.ts";

/** A value somewhere in another one, and what the contract says about it. */
export interface NodePlace {
  readonly node: JsonNode;
  readonly schemas: readonly Schema[];
  /** JSON Pointer (RFC 6901) from the whole value. */
  readonly pointer: string;
  /** Name of the member that holds it, or the list that it stands in; empty for the value itself. */
  readonly name: string;
}

/**
 * Visits a value and everything in it, the outer one first, as `walkValue` does for values that are no nodes. `applying`
 * says which schemas hold where some are stated.
 */
export function walkNode(
  whole: { readonly node: JsonNode; readonly schema: Schema },
  applying: (stated: readonly Schema[]) => readonly Schema[],
  visit: (place: NodePlace) => void,
): void {
  const walk = ({ node, schemas: stated, pointer, name }: NodePlace): void => {
    const schemas = applying(stated);
    visit({ node, schemas, pointer, name });
    if (node.kind === "list") {
      for (const [index, element] of node.items.entries()) {
        walk({ node: element, schemas: elementSchemas(schemas, index), pointer: `${pointer}/${index}`, name });
      }
    } else if (node.kind === "object") {
      for (const { name: own, node: member } of node.members) {
        const place = { pointer: `${pointer}/${escapeToken(own)}`, name: own };
        walk({ node: member, schemas: memberSchemas(schemas, own), ...place });
      }
    }
  };
  walk({ node: whole.node, schemas: [whole.schema], pointer: "", name: "" });
}
