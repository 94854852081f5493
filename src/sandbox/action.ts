import type { Contract } from "../model/contract.ts";
import type { Operation } from "../model/operation.ts";
import { listedRecord, toItemPath, type Collection } from "./collection.ts";
import type { Extension } from "./extension.ts";
import { elementsOf, jsonContentOf, successOf, takenFields } from "./schema-fields.ts";

/** What a call does to the records. */
export type Action =
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

export interface ActionContext {
  readonly extension: Extension;
  readonly collections: ReadonlyMap<string, Collection>;
  readonly contract: Contract;
}

/** How the sandbox answers an operation, as far as paths and schemas tell. */
export function chooseAction(operation: Operation, context: ActionContext): Action {
  const { extension, collections } = context;
  const lookedUp = extension.lookup === undefined ? undefined : collections.get(extension.lookup);
  if (lookedUp) return { kind: "lookup", collection: lookedUp };
  return (
    toListAction(operation, context) ??
    toAppendAction(operation, context) ??
    toCreateAction(operation, context) ??
    toItemAction(operation, context) ?? { kind: "example" }
  );
}

function toListAction(operation: Operation, { collections, contract }: ActionContext): Action | null {
  const collection = collections.get(operation.path);
  const schema = jsonContentOf(successOf(operation)?.content)?.schema ?? null;
  if (operation.method !== "get" || !collection || !listedRecord(schema, contract)) return null;
  return { kind: "list", collection, isPaged: schema?.types.includes("array") === false };
}

/** A POST that adds to a list within a record. */
function toAppendAction(operation: Operation, context: ActionContext): Action | null {
  const list = operation.path.split("/").findLast((segment) => segment !== "") ?? "";
  return operation.method === "post"
    ? (appendByPath(operation, list, context) ?? appendByBody(operation, list, context))
    : null;
}

/** `/broker_invoices/{invoice_number}/attachments` appends to `attachments` of the invoice. */
function appendByPath({ path }: Operation, list: string, { collections, contract }: ActionContext): Action | null {
  const paths = contract.operations.map((operation) => operation.path);
  const parent = toItemPath(path.replace(/[^/]+\/?$/, ""), paths);
  const owner = parent && collections.get(parent.collection);
  if (!parent || !owner || !holds(owner, list, contract)) return null;
  return { kind: "append", owners: [owner], list, owner: { in: "path", name: parent.parameter } };
}

/** `/line_items/`, which is never listed, appends to `line_items` of the invoice whose `invoice_number` the body names. */
function appendByBody(operation: Operation, list: string, { collections, contract }: ActionContext): Action | null {
  const isListed = contract.operations.some(({ method, path }) => method === "get" && path === operation.path);
  if (isListed || operation.path.includes("{")) return null;
  const taken = takenFields(operation, contract);
  const owners = [...collections.values()].filter(
    (one) => one.key !== null && taken.has(one.key) && holds(one, list, contract),
  );
  const name = owners[0]?.key ?? null;
  if (name === null) return null;
  return { kind: "append", owners: owners.filter(({ key }) => key === name), list, owner: { in: "body", name } };
}

/** True when the records have a list of records under this name. */
function holds({ fields }: Collection, list: string, contract: Contract): boolean {
  return elementsOf(fields.get(list), contract) !== null;
}

function toCreateAction({ method, path }: Operation, { collections }: ActionContext): Action | null {
  const collection = collections.get(path);
  return method === "post" && collection ? { kind: "create", collection } : null;
}

const kindByMethod = new Map([
  ["get", "read"],
  ["put", "replace"],
  ["patch", "change"],
  ["delete", "remove"],
] as const);

function toItemAction({ method, path }: Operation, { collections, contract }: ActionContext): Action | null {
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
