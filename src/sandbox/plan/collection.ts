import type { ContractSlice, SliceOperation } from "#shared/contract/contract-slice.ts";
import { resolveSchema, type Schema } from "#shared/contract/schema.ts";

import {
  type Fields,
  fieldsOf,
  findList,
  findRecord,
  jsonContentOf,
  keyNames,
  namesOf,
  plainName,
  successOf,
} from "./record-shape.ts";

export interface Collection {
  /** The path that lists or creates them: `/loads/`, `/users/{id}/posts`. */
  readonly path: string;
  /** The parameter of its records' paths; null when records have none. */
  readonly parameter: string | null;
  /** The field that is a record's address or id; null when records have none. */
  readonly key: string | null;
  readonly fields: Fields;
  /** What one record is called: `broker invoice`; `record` where the contract has no name for it. */
  readonly name: string;
  /** Name of the records' schema; null for an inline one. */
  readonly kind: string | null;
  /** The path of the record that it belongs to: `/users/{id}`; null when it stands for itself. */
  readonly owner: ItemPath | null;
}

/** A path of one record: that of its collection, and the parameter that says which. */
export interface ItemPath {
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
    ...paths.filter((path) => !/\}\/?$/.test(path)),
    ...items.map(({ collection }) => collection),
  ]);
  const found = [...candidates].flatMap((path): readonly Collection[] => {
    const operations = contract.operations.filter(
      (operation) => operation.path === path || toItemPath(operation.path, paths)?.collection === path,
    );
    const parameter = items.find(({ collection }) => collection === path)?.parameter ?? null;
    const schemas = recordSchemas(operations, { path, parameter, contract });
    if (schemas === null) return [];
    const fields = new Map(schemas.flatMap((schema) => [...fieldsOf(schema, contract)]).reverse());
    const ordered = new Map([...(schemas[0] ? fieldsOf(schemas[0], contract) : []), ...fields]);
    const kind = schemas[0] ? resolveSchema(schemas[0], contract.schemaByName).name : null;
    const name = kind === null ? "record" : kind.replace(/([a-z])([A-Z])/g, "$1 $2").toLowerCase();
    const owner = toItemPath(path.replace(/[^/]+\/?$/, ""), paths);
    const key = keyOf(ordered, parameter, path);
    return [{ path, parameter, key, fields: ordered, name, kind, owner }];
  });
  return new Map(found.map((collection) => [collection.path, collection]));
}

/** `/loads/{load_number}/` belongs to `/loads/`, `/pets/{id}` to `/pets`; null for what isn't the path of one record. */
export function toItemPath(path: string, paths: readonly string[]): ItemPath | null {
  const [, folder = "", parameter = ""] = /^(.*\/)\{([^{}/]+)\}\/?$/.exec(path) ?? [];
  if (folder === "" || folder === "/" || folder.endsWith("}/")) return null;
  const bare = folder.slice(0, -1);
  return { collection: !paths.includes(folder) && paths.includes(bare) ? bare : folder, parameter };
}

interface CollectionPaths {
  readonly path: string;
  readonly parameter: string | null;
  readonly contract: ContractSlice;
}

/**
 * What describes the records: the list, one record's GET, a POST; the first says what they are. Null when nothing tells that
 * these are records; none when something does, and no schema says of which fields.
 */
function recordSchemas(
  operations: readonly SliceOperation[],
  { path, parameter, contract }: CollectionPaths,
): readonly Schema[] | null {
  const list = operations.find((operation) => operation.method === "get" && operation.path === path);
  const read = operations.find((operation) => operation.method === "get" && operation.path !== path);
  const create = operations.find((operation) => operation.method === "post" && operation.path === path);
  const listed = findList(returnedSchema(list), { contract, path })?.record ?? null;
  const kind = listed && resolveSchema(listed, contract.schemaByName).name;
  // A POST that nothing can be read again from is no collection, but for one that returns what it made, at a path of its own.
  const isAlone = !listed && parameter === null;
  if (isAlone && (list || !create || path.includes("{"))) return null;
  const returned = [read, create].map(
    (operation) => findRecord(returnedSchema(operation), { kind, contract, path })?.record ?? null,
  );
  const found = [listed, ...returned]
    .filter((schema) => schema !== null)
    .filter((schema) => fieldsOf(schema, contract).size > 0);
  if (found.length > 0) return found;
  return listed ? [listed] : create && read ? [] : null;
}

function returnedSchema(operation: SliceOperation | undefined): Schema | null {
  return jsonContentOf(operation && successOf(operation)?.content)?.schema ?? null;
}

/**
 * `{petId}` or `{id}` in the item's path means the field `id`, and `{cost_account_token}` of `/cost_accounts` the field `token`:
 * an `account_token` beside it says whose account that is.
 */
function keyOf(fields: Fields, parameter: string | null, path: string): string | null {
  const scalar = [...fields].flatMap(([name, { types }]) =>
    types.includes("object") || types.includes("array") ? [] : [name],
  );
  const common = keyNames.find((name) => scalar.includes(name)) ?? null;
  if (parameter === null) return scalar.includes("id") ? "id" : null;
  const plain = plainName(parameter);
  const same = scalar.find((name) => name === parameter) ?? scalar.find((name) => plainName(name) === plain);
  const own = namesOf(path).filter((name) => plain.startsWith(name));
  const ends = new Set(own.map((name) => plain.slice(name.length)));
  const short = scalar.find((name) => ends.has(plainName(name)));
  const end = scalar.filter((name) => plainName(name).length > 1 && plain.endsWith(plainName(name)));
  return same ?? short ?? end.toSorted((a, b) => b.length - a.length)[0] ?? common;
}
