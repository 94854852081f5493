import type { SampleFault } from "#shared/conformance/contract-guide.ts";
import { escapeToken } from "#shared/json/json-pointer.ts";

import type { ExplorerOperation } from "../explorer-operation.ts";
import { memberNode } from "../json/json-node.ts";
import { toPathText } from "./draft-to-request.ts";
import type { Draft, ParameterPlace } from "./request-draft.ts";

/** Something about a draft that the contract does not allow. */
export interface FieldFault extends SampleFault {
  readonly place: ParameterPlace | "body";
  /** JSON Pointer (RFC 6901) of the value: below the parameters of its place, or below the body. */
  readonly pointer: string;
  /** True when the call would not be the one that it looks like, or cannot be made at all. */
  readonly isBlocking: boolean;
}

/** How the contract's check says it, so that a field can tell its own fault among those of its object. */
export function missing(name: string): string {
  return `\`${name}\` is missing`;
}

/**
 * Path parameters with which a call would go somewhere else. Addresses lose segments that are empty or dots (WHATWG URL,
 * section 4.4): DELETE /loads/../ would be DELETE /.
 */
export function checkPath(draft: Draft, { parameters }: ExplorerOperation): readonly FieldFault[] {
  return parameters.flatMap((parameter) => {
    const { name, in: place } = parameter;
    const node = memberNode(draft.parameters.path, name);
    if (place !== "path" || (node !== undefined && !/^\.{0,2}$/.test(toPathText(node, parameter)))) return [];
    const message =
      node === undefined
        ? missing(name)
        : `\`${name}\` cannot be empty, \`.\` or \`..\`: the call would go to another path`;
    return [{ place, pointer: `/${escapeToken(name)}`, message, hint: null, isBlocking: true }];
  });
}
