import type { ContractSlice, SliceOperation } from "#shared/contract/contract-slice.ts";
import { fillPlaceholders, placeholdersIn } from "#shared/contract/notation/path-template.ts";
import type { OperationData } from "#shared/contract/sandbox-data.ts";

import { type Collection, findCollections, toItemPath } from "./collection.ts";
import { findList, findRecord, jsonContentOf, type RecordShape, successContent, toShape } from "./record-shape.ts";
import { type Paging, planPaging } from "./paging.ts";

export interface PlannedCall {
  readonly operation: SliceOperation;
  readonly data: OperationData;
  readonly action: Action;
  readonly sent: RecordShape;
  readonly returned: RecordShape;
}

/** Everything that the sandbox derives from the contract. It's computed once and has no records. */
export interface Plan {
  readonly contract: ContractSlice;
  readonly calls: readonly PlannedCall[];
  /** The same, fixed paths before those with parameters (OpenAPI 3.1, section 4.8.8). */
  readonly bySpecificity: readonly PlannedCall[];
  readonly collections: ReadonlyMap<string, Collection>;
}

/** Recognizes collections and records from paths and schemas, and adds the site's sandbox data. */
export function planSandbox(contract: ContractSlice): Plan {
  const collections = findCollections(contract);
  const paths = [...new Set(contract.operations.map(({ path }) => path))];
  const calls = contract.operations.map((operation) => planCall(operation, { collections, contract, paths }));
  const bySpecificity = calls.toSorted((a, b) => compareSpecificity(a.operation.path, b.operation.path));
  return { contract, calls, bySpecificity, collections };
}

/** `/{name}:seal` is more specific than `/{name}`. */
function compareSpecificity(a: string, b: string): number {
  return placeholdersIn(a).length - placeholdersIn(b).length || literalsIn(b) - literalsIn(a);
}

function literalsIn(path: string): number {
  return fillPlaceholders(path, () => "").length;
}

export function callsOn(collection: Collection, { calls }: Plan): readonly PlannedCall[] {
  return calls.filter(({ action }) => "collection" in action && action.collection === collection);
}

export function createOf(collection: Collection, plan: Plan): PlannedCall | undefined {
  return callsOn(collection, plan).find(({ action }) => action.kind === "create");
}

type Action =
  | { readonly kind: "list"; readonly collection: Collection; readonly paging: Paging }
  | { readonly kind: "create"; readonly collection: Collection }
  /** Works on a record inside of another, such as an invoice's attachment. */
  | {
      readonly kind: "append";
      readonly owners: readonly Collection[];
      readonly list: string;
      readonly owner: OwnerReference;
    }
  | RecordAction<"read">
  | (RecordAction<"replace"> & { readonly canCreate: boolean })
  | RecordAction<"change">
  | RecordAction<"remove">
  /** Finds one record of a collection by a filter or a path parameter. */
  | { readonly kind: "lookup"; readonly collection: Collection }
  /** Shows the contract's example, because the contract doesn't say what the call does. */
  | { readonly kind: "example" };

interface RecordAction<K extends string> {
  readonly kind: K;
  readonly collection: Collection;
  /** The path's parameter; null if the body's key identifies the record. */
  readonly parameter: string | null;
}

export type ActionOf<K extends Action["kind"]> = Extract<Action, { readonly kind: K }>;

interface OwnerReference {
  readonly in: "path" | "body";
  readonly name: string;
}

interface PlanContext {
  readonly collections: ReadonlyMap<string, Collection>;
  readonly contract: ContractSlice;
  readonly paths: readonly string[];
}

function planCall(operation: SliceOperation, context: PlanContext): PlannedCall {
  const { contract, collections } = context;
  const data = contract.sandbox[operation.id] ?? {};
  const sentContent = operation.requestBody?.content;
  const sentMedia = jsonContentOf(sentContent) ?? sentContent?.[0];
  const returnedMedia = successContent(operation);
  const plain = { sent: toShape(sentMedia, null, contract), returned: toShape(returnedMedia, null, contract) };
  const lookedUp = data.lookup === undefined ? undefined : collections.get(data.lookup);
  if (lookedUp) return { operation, data, action: { kind: "lookup", collection: lookedUp }, ...plain };
  const listed = operation.method === "get" ? collections.get(operation.path) : undefined;
  const list = listed && findList(returnedMedia?.schema ?? null, { contract, path: operation.path });
  if (listed && list) {
    const action = { kind: "list", collection: listed, paging: planPaging(operation, contract) } as const;
    return { operation, data, action, ...plain, returned: toShape(returnedMedia, list, contract) };
  }
  if (operation.method === "post") {
    const action = appendByPath(operation, context) ?? appendByBody(operation, plain.sent, context);
    if (action) return { operation, data, action, ...plain };
  }
  const item = toItemPath(operation.path, context.paths);
  const collection = collections.get(operation.path) ?? collections.get(item?.collection ?? "");
  const searched = { kind: collection?.kind ?? null, contract, path: collection?.path ?? "" };
  const sent = toShape(sentMedia, findRecord(sentMedia?.schema ?? null, searched), contract);
  const returned = toShape(returnedMedia, findRecord(returnedMedia?.schema ?? null, searched), contract);
  const action = collection && toRecordAction(operation, { collection, sent, returned, context });
  return action
    ? { operation, data, action, sent, returned }
    : { operation, data, action: { kind: "example" }, ...plain };
}

/**
 * A POST to `/broker_invoices/{invoice_number}/attachments` appends to the invoice's `attachments`, unless they can be
 * listed.
 */
function appendByPath({ path }: SliceOperation, { collections, paths }: PlanContext): Action | null {
  const list = lastSegment(path);
  const parent = toItemPath(path.replace(/[^/]+\/?$/, ""), paths);
  const owner = parent && collections.get(parent.collection);
  if (!parent || !owner || !holds(owner, list) || collections.has(path)) return null;
  return { kind: "append", owners: [owner], list, owner: { in: "path", name: parent.parameter } };
}

function lastSegment(path: string): string {
  return path.split("/").findLast((segment) => segment !== "") ?? "";
}

/**
 * A POST to `/line_items/`, which can't be listed, appends to `line_items` of the invoice that the body names by
 * `invoice_number`.
 */
function appendByBody(operation: SliceOperation, sent: RecordShape, context: PlanContext): Action | null {
  const { collections, contract } = context;
  const list = lastSegment(operation.path);
  const isRead = contract.operations.some(({ method, path }) => method === "get" && path.startsWith(operation.path));
  if (isRead || operation.path.includes("{")) return null;
  const owners = [...collections.values()].filter(
    (collection) => collection.key !== null && sent.fields.has(collection.key) && holds(collection, list),
  );
  const name = owners[0]?.key ?? null;
  if (name === null) return null;
  return { kind: "append", owners: owners.filter(({ key }) => key === name), list, owner: { in: "body", name } };
}

function holds({ fields }: Collection, list: string): boolean {
  return (fields.get(list)?.items ?? null) !== null;
}

interface RecordCall {
  readonly collection: Collection;
  readonly sent: RecordShape;
  readonly returned: RecordShape;
  readonly context: PlanContext;
}

function toRecordAction({ method, path, responses }: SliceOperation, call: RecordCall): Action | null {
  const { collection, sent, returned, context } = call;
  // Operations may name the parameter differently: `/accounts/{id}` for reading, `/accounts/{account.id}` for changing.
  const parameter = path === collection.path ? null : (toItemPath(path, context.paths)?.parameter ?? null);
  if (method === "post" && path === collection.path) {
    return sent.schema?.types.includes("array") === true ? null : { kind: "create", collection };
  }
  // Without a parameter, the body has to name the record, which is impossible if the provider assigns the key.
  const named = collection.key === null ? undefined : sent.fields.get(collection.key);
  const isNamed = named !== undefined && named.access !== "read-only" && (method === "put" || method === "patch");
  if (parameter === null && !isNamed) return null;
  const record = { collection, parameter };
  switch (method) {
    case "get":
      return returned.schema?.types.includes("array") === true ? null : { kind: "read", ...record };
    case "put": {
      const hasPost = context.contract.operations.some(
        (operation) => operation.method === "post" && operation.path === collection.path,
      );
      return { kind: "replace", ...record, canCreate: !hasPost || responses.some(({ status }) => status === "201") };
    }
    case "patch":
      return { kind: "change", ...record };
    case "post": {
      const isReturned = collection.key !== null && returned.fields.has(collection.key);
      const isChange = sent.fields.size > 0 && [...sent.fields.keys()].every((name) => collection.fields.has(name));
      return isReturned && isChange ? { kind: "change", ...record } : null;
    }
    case "delete":
      return { kind: "remove", ...record };
    default:
      return null;
  }
}
