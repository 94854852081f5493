import type { ContractSlice, SliceOperation } from "#shared/contract/contract-slice.ts";

import type { Method } from "#shared/contract/request.ts";
import type { OperationData } from "#shared/contract/sandbox-data.ts";

import { type Collection, findCollections, listedRecord, toItemPath } from "./collection.ts";
import { jsonContentOf, successOf, takenFields } from "./contract-fields.ts";

/** One operation of the contract and how the sandbox answers it. */
export interface PlannedCall {
  readonly operation: SliceOperation;
  readonly data: OperationData;
  readonly action: Action;
}

export interface PlannedPath {
  /** As the contract writes it: `/loads/{load_number}/`. */
  readonly template: string;
  readonly callByMethod: ReadonlyMap<Method, PlannedCall>;
}

/** What a contract comes to as a sandbox. Made once; says nothing about records. */
export interface Plan {
  readonly contract: ContractSlice;
  readonly calls: readonly PlannedCall[];
  /** Fixed paths before those with parameters (OpenAPI 3.1, section 4.8.8). */
  readonly paths: readonly PlannedPath[];
  readonly collections: ReadonlyMap<string, Collection>;
}

/** Recognizes collections and their records from the paths and schemas, and takes the rest from the site's data. */
export function planSandbox(contract: ContractSlice): Plan {
  const collections = findCollections(contract);
  const calls = contract.operations.map((operation) => {
    const data = contract.sandbox[operation.id] ?? {};
    return { operation, data, action: chooseAction(operation, { data, collections, contract }) };
  });
  return { contract, calls, paths: groupByPath(calls), collections };
}

function groupByPath(calls: readonly PlannedCall[]): readonly PlannedPath[] {
  const templates = [...new Set(calls.map(({ operation }) => operation.path))];
  const paths = templates.map((template) => {
    const ofPath = calls.filter(({ operation }) => operation.path === template);
    return { template, callByMethod: new Map(ofPath.map((call) => [call.operation.method, call] as const)) };
  });
  return paths.toSorted((a, b) => countParameters(a) - countParameters(b));
}

function countParameters({ template }: PlannedPath): number {
  return template.split("{").length;
}

/** What a call does to the records. */
type Action =
  | { readonly kind: "list"; readonly collection: Collection; readonly isPaged: boolean }
  | { readonly kind: "create"; readonly collection: Collection }
  /** A record within another one: an attachment of an invoice. */
  | {
      readonly kind: "append";
      readonly owners: readonly Collection[];
      readonly list: string;
      readonly owner: OwnerPlace;
    }
  | { readonly kind: "read"; readonly collection: Collection; readonly parameter: string }
  | { readonly kind: "replace"; readonly collection: Collection; readonly parameter: string }
  | { readonly kind: "change"; readonly collection: Collection; readonly parameter: string }
  | { readonly kind: "remove"; readonly collection: Collection; readonly parameter: string }
  /** One record of a collection by a filter or a parameter of the path. */
  | { readonly kind: "lookup"; readonly collection: Collection }
  /** Nothing that the sandbox can tell from the contract: it shows the contract's example. */
  | { readonly kind: "example" };

/** The actions of some kinds. */
export type ActionOf<K extends Action["kind"]> = Extract<Action, { readonly kind: K }>;

/** Where a call says which record it appends to. */
interface OwnerPlace {
  readonly in: "path" | "body";
  readonly name: string;
}

interface ActionContext {
  readonly data: OperationData;
  readonly collections: ReadonlyMap<string, Collection>;
  readonly contract: ContractSlice;
}

/** How the sandbox answers an operation, as far as paths and schemas tell. */
function chooseAction(operation: SliceOperation, context: ActionContext): Action {
  const { data, collections } = context;
  const lookedUp = data.lookup === undefined ? undefined : collections.get(data.lookup);
  if (lookedUp) return { kind: "lookup", collection: lookedUp };
  return (
    toListAction(operation, context) ??
    toAppendAction(operation, context) ??
    toCreateAction(operation, context) ??
    toItemAction(operation, context) ?? { kind: "example" }
  );
}

function toListAction(operation: SliceOperation, { collections, contract }: ActionContext): Action | null {
  const collection = collections.get(operation.path);
  const schema = jsonContentOf(successOf(operation)?.content)?.schema ?? null;
  if (operation.method !== "get" || !collection || !listedRecord(schema, contract)) return null;
  return { kind: "list", collection, isPaged: schema?.types.includes("array") === false };
}

/** A POST that adds to a list within a record. */
function toAppendAction(operation: SliceOperation, context: ActionContext): Action | null {
  const list = operation.path.split("/").findLast((segment) => segment !== "") ?? "";
  return operation.method === "post"
    ? (appendByPath(operation, list, context) ?? appendByBody(operation, list, context))
    : null;
}

/** `/broker_invoices/{invoice_number}/attachments` appends to `attachments` of the invoice. */
function appendByPath({ path }: SliceOperation, list: string, { collections, contract }: ActionContext): Action | null {
  const paths = contract.operations.map((operation) => operation.path);
  const parent = toItemPath(path.replace(/[^/]+\/?$/, ""), paths);
  const owner = parent && collections.get(parent.collection);
  if (!parent || !owner || !holds(owner, list)) return null;
  return { kind: "append", owners: [owner], list, owner: { in: "path", name: parent.parameter } };
}

/** `/line_items/`, which is never listed, appends to `line_items` of the invoice whose `invoice_number` the body names. */
function appendByBody(
  operation: SliceOperation,
  list: string,
  { collections, contract }: ActionContext,
): Action | null {
  const isListed = contract.operations.some(({ method, path }) => method === "get" && path === operation.path);
  if (isListed || operation.path.includes("{")) return null;
  const taken = takenFields(operation, contract);
  const owners = [...collections.values()].filter((one) => one.key !== null && taken.has(one.key) && holds(one, list));
  const name = owners[0]?.key ?? null;
  if (name === null) return null;
  return { kind: "append", owners: owners.filter(({ key }) => key === name), list, owner: { in: "body", name } };
}

/** True when the records have a list of records under this name. */
function holds({ fields }: Collection, list: string): boolean {
  return (fields.get(list)?.items ?? null) !== null;
}

function toCreateAction({ method, path }: SliceOperation, { collections }: ActionContext): Action | null {
  const collection = collections.get(path);
  return method === "post" && collection ? { kind: "create", collection } : null;
}

const kindByMethod = new Map([
  ["get", "read"],
  ["put", "replace"],
  ["patch", "change"],
  ["delete", "remove"],
] as const);

function toItemAction({ method, path }: SliceOperation, { collections, contract }: ActionContext): Action | null {
  const item = toItemPath(
    path,
    contract.operations.map((operation) => operation.path),
  );
  const collection = item && collections.get(item.collection);
  const kind =
    method === "get" || method === "put" || method === "patch" || method === "delete"
      ? kindByMethod.get(method)
      : undefined;
  return kind && item && collection?.key ? { kind, collection, parameter: item.parameter } : null;
}
