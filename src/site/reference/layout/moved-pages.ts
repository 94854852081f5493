import { toFileName } from "#shared/file-name.ts";
import { fieldsOf, listOf, shapesOf } from "#shared/contract/fields.ts";
import { type Operation, parameterPlaces } from "#shared/contract/operation.ts";
import { type MovedPage, partsOf, type ReferencePart } from "#shared/contract/reference.ts";
import { resolveSchema, type Schema, type SchemaByName } from "#shared/contract/schema.ts";
import { collisionKey, type Route, toRoute } from "#shared/route.ts";

/** A long list used to continue on pages of its own. */
interface LongList {
  readonly folder: string;
  readonly count: number;
  readonly anchor: string;
}

/** Further entries of long lists used to have pages of their own. The old addresses now lead to the list. */
export function movedPages(
  root: ReferencePart,
  schemaByName: SchemaByName,
  taken: readonly Route[],
): readonly MovedPage[] {
  const claimed = new Set(taken.map(collisionKey));
  const end = root.route.endsWith("/") ? "/" : "";
  return partsOf(root).flatMap((part) =>
    listsOf(part, schemaByName).flatMap(({ folder, count, anchor }) => {
      const more = Math.max(0, Math.ceil(count / root.listLength) - 1);
      const routes = Array.from({ length: more }, (_, index) => toRoute(`${root.route}/${folder}/${index + 2}${end}`));
      const href = `${part.href}#${encodeURIComponent(anchor)}`;
      return routes.filter((from) => !claimed.has(collisionKey(from))).map((from) => ({ from, href }));
    }),
  );
}

function listsOf({ schemas, operation }: ReferencePart, schemaByName: SchemaByName): readonly LongList[] {
  const [only, another] = schemas;
  if (operation !== null) return listsOfOperation(operation, schemaByName);
  if (only === undefined || another !== undefined) return [];
  const { anchor, schema } = only;
  const folder = `schemas/${toFileName(anchor.replace(/^schema-/, ""))}`;
  return [{ folder, count: countEntries(listOf(schema)), anchor }];
}

function listsOfOperation(
  { anchor, parameters, requestBody }: Operation,
  schemaByName: SchemaByName,
): readonly LongList[] {
  const folder = toFileName(anchor);
  const bodies = (requestBody?.content ?? []).flatMap(({ schema }) => schema ?? []).slice(0, 1);
  return [
    ...parameterPlaces.map((place) => {
      const count = parameters.filter((parameter) => parameter.in === place).length;
      return { folder: `${folder}/${place}`, count, anchor };
    }),
    ...bodies.map((schema) => {
      const count = countEntries(listOf(resolveSchema(schema, schemaByName)));
      return { folder: `${folder}/body`, count, anchor };
    }),
  ];
}

function countEntries(schema: Schema): number {
  return fieldsOf(schema).length + shapesOf(schema).length;
}
