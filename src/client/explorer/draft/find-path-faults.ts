import type { ExplorerData } from "../../../model/explorer.ts";
import { escapeToken } from "../../../rules/json-pointer.ts";
import { memberNode } from "../json/json-node.ts";
import { toPathText } from "../call/to-request.ts";
import type { Draft } from "./draft.ts";
import { missing, type FieldFault } from "./field-fault.ts";

/**
 * Path parameters with which a call would go somewhere else. Addresses lose segments that are empty or dots (WHATWG URL,
 * section 4.4): DELETE /loads/../ would be DELETE /.
 */
export function findPathFaults(draft: Draft, { parameters }: ExplorerData): readonly FieldFault[] {
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
