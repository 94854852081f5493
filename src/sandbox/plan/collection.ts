import type { ContractSlice, SliceOperation } from "#shared/contract/contract-slice.ts";
import { membersByName, resolveSchema, type Schema } from "#shared/contract/schema.ts";

import { type Fields, findList, findRecord, keyNames, namesOf, plainName, successContent } from "./record-shape.ts";

export interface Collection {
  /** The path that lists or creates its records: `/loads/`, `/users/{id}/posts`. */
  readonly path: string;
  /** The parameter in the paths of its records; null if they have no paths. */
  readonly parameter: string | null;
  /** The field with a record's id; null if there's none. */
  readonly key: string | null;
  readonly fields: Fields;
  /** The name of a record in messages: `broker invoice`, or `record` if the contract has no name. */
  readonly name: string;
  /** The name of the records' schema; null for an inline schema. */
  readonly kind: string | null;
  /** The path of the owning record: `/users/{id}`; null for records without an owner. */
  readonly owner: ItemPath | null;
}

/** The path of a record: its collection's path and the parameter with its id. */
export interface ItemPath {
  readonly collection: string;
  readonly parameter: string;
}

/**
 * Finds the contract's collections by path. `/loads/` is one if it's listed, if `/loads/{load_number}/` exists, or if a
 * POST to it returns a record.
 */
export function findCollections(contract: ContractSlice): ReadonlyMap<string, Collection> {
  const { schemaByName } = contract;
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
    const fields = new Map(schemas.flatMap((schema) => [...membersByName(schema, schemaByName)]).reverse());
    const ordered = new Map([...membersByName(schemas[0] ?? null, schemaByName), ...fields]);
    const kind = schemas[0] ? resolveSchema(schemas[0], schemaByName).name : null;
    const name = kind === null ? "record" : kind.replace(/([a-z])([A-Z])/g, "$1 $2").toLowerCase();
    const owner = toItemPath(path.replace(/[^/]+\/?$/, ""), paths);
    const key = keyOf(ordered, parameter, path);
    return [{ path, parameter, key, fields: ordered, name, kind, owner }];
  });
  return new Map(found.map((collection) => [collection.path, collection]));
}

/** `/loads/{load_number}/` belongs to `/loads/`, `/pets/{id}` to `/pets`. Null for any other path. */
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
 * Collects the schemas of a collection's records from the list, a record's GET and a POST; the first one counts. Null
 * if nothing suggests records; empty if something does, but no schema describes their fields.
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
  // A POST whose result can't be read again makes no collection, unless it returns a record at a path of its own.
  const isAlone = !listed && parameter === null;
  if (isAlone && (list || !create || path.includes("{"))) return null;
  const returned = [read, create].map(
    (operation) => findRecord(returnedSchema(operation), { kind, contract, path })?.record ?? null,
  );
  const found = [listed, ...returned]
    .filter((schema) => schema !== null)
    .filter((schema) => membersByName(schema, contract.schemaByName).size > 0);
  if (found.length > 0) return found;
  return listed ? [listed] : create && read ? [] : null;
}

function returnedSchema(operation: SliceOperation | undefined): Schema | null {
  return (operation && successContent(operation)?.schema) ?? null;
}

/**
 * `{petId}` or `{id}` in a record's path means its field `id`, and `{cost_account_token}` of `/cost_accounts` its field
 * `token`. A field such as `account_token` beside it refers to another record.
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
