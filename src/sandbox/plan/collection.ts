import type { ContractSlice, SliceOperation } from "#shared/contract/contract-slice.ts";

import { resolveSchema, type Schema } from "#shared/contract/schema.ts";

import { type Fields, fieldsOf, jsonContentOf, successOf } from "./contract-fields.ts";

/** Records of one kind, below one path. */
export interface Collection {
  /** The path that lists or creates them: `/loads/`. */
  readonly path: string;
  /** The field that is a record's address or id; null when records have none. */
  readonly key: string | null;
  readonly fields: Fields;
  /** What one record is called: `broker invoice`; `record` where the contract has no name for it. */
  readonly name: string;
}

/** A path of one record: that of its collection, and the parameter that says which. */
interface ItemPath {
  readonly collection: string;
  readonly parameter: string;
}

/**
 * The collections of a contract, by path. `/loads/` is one when it is listed, or when `/loads/{load_number}/` exists, or
 * when a POST to it returns a record.
 */
export function findCollections(contract: ContractSlice): ReadonlyMap<string, Collection> {
  const paths = [...new Set(contract.operations.map(({ path }) => path))];
  const items = paths.flatMap((path) => toItemPath(path, paths) ?? []);
  const candidates = new Set([
    ...paths.filter((path) => !path.includes("{")),
    ...items.map(({ collection }) => collection),
  ]);
  const found = [...candidates].flatMap((path) => {
    const operations = contract.operations.filter((operation) => belongsTo(operation, path, paths));
    const schema = recordSchema(operations, path, contract);
    if (!schema) return [];
    const fields = fieldsOf(schema, contract);
    const parameter = items.find(({ collection }) => collection === path)?.parameter ?? null;
    return [{ path, key: keyOf(fields, parameter), fields, name: nameOf(schema, contract) }];
  });
  return new Map(found.map((collection) => [collection.path, collection]));
}

/** `/loads/{load_number}/` belongs to `/loads/`, `/pets/{id}` to `/pets`; null for what is not the path of one record. */
export function toItemPath(path: string, paths: readonly string[]): ItemPath | null {
  const [, folder = "", parameter = ""] = /^([^{}]*\/)\{([^{}]+)\}\/?$/.exec(path) ?? [];
  if (folder === "") return null;
  const bare = folder.slice(0, -1);
  return { collection: !paths.includes(folder) && paths.includes(bare) ? bare : folder, parameter };
}

/** The schema of the records in a list: a list itself, or `results` of one page; null when the schema is no list. */
export function listedRecord(schema: Schema | null, contract: ContractSlice): Schema | null {
  if (schema === null) return null;
  const whole = resolveSchema(schema, contract.schemaByName);
  return whole.types.includes("array") ? whole.items : (fieldsOf(whole, contract).get("results")?.items ?? null);
}

function belongsTo({ path }: SliceOperation, collection: string, paths: readonly string[]): boolean {
  return path === collection || toItemPath(path, paths)?.collection === collection;
}

/** From the list, else from one record's GET, else from a POST. */
function recordSchema(operations: readonly SliceOperation[], path: string, contract: ContractSlice): Schema | null {
  const list = operations.find((operation) => operation.method === "get" && operation.path === path);
  const listed = listedRecord(returnedSchema(list), contract);
  if (listed) return listed;
  const read = operations.find((operation) => operation.method === "get" && operation.path !== path);
  const create = operations.find((operation) => operation.method === "post" && operation.path === path);
  const source = list ? undefined : (read ?? create);
  const schema = returnedSchema(source);
  return fieldsOf(schema, contract).size > 0 ? schema : null;
}

function returnedSchema(operation: SliceOperation | undefined): Schema | null {
  return jsonContentOf(operation && successOf(operation)?.content)?.schema ?? null;
}

/** `BrokerInvoice` to `broker invoice`. */
function nameOf(schema: Schema, { schemaByName }: ContractSlice): string {
  const { name } = resolveSchema(schema, schemaByName);
  return name === null ? "record" : name.replace(/([a-z])([A-Z])/g, "$1 $2").toLowerCase();
}

/** The parameter of the item's path names the field; where it does not (`{petId}`), the record's `id` is meant. */
function keyOf(fields: Fields, parameter: string | null): string | null {
  if (parameter !== null && fields.has(parameter)) return parameter;
  return fields.has("id") ? "id" : null;
}
