import { parsePointer, resolvePointer } from "../json/json-pointer.ts";
import { isObject, type Json, type JsonObject, memberOf, objectAt, textAt } from "../json/json.ts";
import type { Contract } from "./contract.ts";
import type { Operation } from "./operation.ts";

/** The operation as the contract's document has it; null when there is none of that id. */
export function findOperation(contract: Contract, id: string): JsonObject | null {
  const operation = contract.operations.find((candidate) => candidate.id === id);
  const item = operation && findPathItem(contract, operation);
  return operation && item ? objectAt(item, operation.method) : null;
}

/** The path item that holds an operation. */
export function findPathItem({ document }: Contract, { path }: Operation): JsonObject | null {
  return resolveIn(document, memberOf(objectAt(document, "paths") ?? {}, path));
}

/** The object that a value stands for. */
export function resolveIn(document: JsonObject, value: Json | undefined): JsonObject | null {
  let node: Json | undefined = value;
  for (let hops = 0; hops < 100 && isObject(node); hops += 1) {
    const reference = textAt(node, "$ref");
    if (reference === null) return node;
    node = resolvePointer(document, parsePointer(reference.replace(/^#/, "")) ?? [""]);
  }
  return null;
}
