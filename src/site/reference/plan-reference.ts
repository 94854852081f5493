import { type Contract, tagsOf } from "#shared/contract/contract.ts";
import { fieldAnchor, fieldsOf, listOf, shapesOf } from "#shared/contract/fields.ts";
import { type Operation, parameterLocations } from "#shared/contract/operation.ts";
import {
  type MovedPage,
  operationsOf,
  partsOf,
  type Reference,
  type ReferencePart,
  type SchemaUse,
} from "#shared/contract/reference.ts";
import { resolveSchema, type Schema, type SchemaByName } from "#shared/contract/schema.ts";
import { groupBy } from "#shared/group-by.ts";
import { collisionKey, type Route, toFileName, toRoute } from "#shared/route.ts";

import { toHref } from "../links/link-resolver.ts";
import { entrySize, nameSize, PageCounter } from "./layout/count.ts";
import { emptyPart, PartPlanner, type ReferenceInputs, wholeDepth } from "./layout/plan-parts.ts";
import { schemasOf } from "./slice-writer.ts";

/**
 * A contract is spread over pages that browsers can draw at once. Each page holds the largest unit that keeps to the
 * budget: the whole contract; or a list of contents at the version's route, with a page for each tag below it; or, for
 * a tag that's too large, a page for each operation.
 */
export function planReference(inputs: ReferenceInputs): Reference {
  const { contract, texts, route, baseUrl, layout, budget } = inputs;
  const usesByName = toSchemaUses(contract);
  const counter = new PageCounter(contract, texts);
  const uses = (name: string): number => usesByName.get(name)?.length ?? 0;
  const { webhooks, schemas } = contract;
  // The first page lists every operation by name. It can list schemas by their pages, so their number is capped.
  const listed = entrySize * (contract.operations.length + webhooks.length) + nameSize * Math.min(schemas.length, 500);
  const isBrief = counter.introduction() + listed > budget.fields;
  const isOnePage = layout === "page" || (layout === null && hasRoom(inputs, counter, uses));
  const content = isOnePage
    ? { tags: tagsOf(contract), webhooks, schemas }
    : { parts: new PartPlanner(inputs, counter, uses).parts(), isBrief };
  const root: ReferencePart = {
    ...emptyPart(budget),
    ...content,
    route,
    href: toHref(route, baseUrl),
    label: contract.title,
    title: contract.title,
  };
  // With the layout `page`, lists have always been on a single page, so only other layouts have old addresses.
  const moved = layout === "page" ? [] : movedPages(root, contract.schemaByName, inputs.siteRoutes);
  const anchorByName = new Map(schemas.map(({ name, anchor }) => [name, anchor]));
  return { root, hrefByAnchor: toHrefs(root), anchorByName, usesByName, listByAnchor: toLists(root), moved };
}

/** On a single page, responses link to the sections of their schemas, so responses count without expanded schemas. */
function hasRoom({ contract, budget }: ReferenceInputs, counter: PageCounter, uses: (name: string) => number): boolean {
  const { operations, webhooks, schemas } = contract;
  const depth = wholeDepth(budget);
  let left = budget.fields - counter.introduction();
  const takes = (size: number): boolean => (left -= size + nameSize) >= 0;
  return (
    [...operations, ...webhooks].every((operation) => takes(counter.operation(operation, depth, 0))) &&
    schemas.every((named) => takes(counter.schema(named, depth, uses(named.name))))
  );
}

function toHrefs(root: ReferencePart): Reference["hrefByAnchor"] {
  const hrefs = new Map<string, string>();
  for (const part of partsOf(root)) {
    const { tags, schemas, section, href } = part;
    const anchors = [...tags, ...operationsOf(part).flatMap(withCallbacks), ...schemas].map(({ anchor }) => anchor);
    for (const anchor of [...anchors, ...(section === null ? [] : [section])])
      if (!hrefs.has(anchor)) hrefs.set(anchor, href);
  }
  return hrefs;
}

function withCallbacks(operation: Operation): readonly Operation[] {
  return [operation, ...operation.callbacks.flatMap(({ operations }) => operations.flatMap(withCallbacks))];
}

function toLists(root: ReferencePart): Reference["listByAnchor"] {
  const anchors = partsOf(root).flatMap(({ schemas, listLength }) =>
    schemas.flatMap(({ anchor, schema }) => {
      const hidden = fieldsOf(listOf(schema)).slice(listLength);
      return hidden.map((field) => [fieldAnchor(field, anchor, false), anchor] as const);
    }),
  );
  return new Map(anchors);
}

function toSchemaUses({ operations, schemas }: Contract): ReadonlyMap<string, readonly SchemaUse[]> {
  const ofOperations = operations.flatMap((operation) => {
    const refs = new Set(schemasOf(operation).flatMap(refsIn));
    return Array.from(refs, (ref) => ({ ref, use: { label: operation.summary, anchor: operation.anchor } }));
  });
  const ofSchemas = schemas.flatMap(({ name, anchor, schema }) => {
    const refs = new Set([...schema.mergedFrom, ...refsIn(schema)]);
    refs.delete(name);
    return Array.from(refs, (ref) => ({ ref, use: { label: name, anchor } }));
  });
  const groups = groupBy([...ofOperations, ...ofSchemas], ({ ref }) => ref);
  return new Map(Array.from(groups, ([name, uses]) => [name, uses.map(({ use }) => use)]));
}

function refsIn(schema: Schema): readonly string[] {
  if (schema.ref !== null) return [schema.ref];
  const { items, additionalProperties, not } = schema;
  const inner = [
    ...[...schema.members, ...schema.patternProperties].map((member) => member.schema),
    ...schema.prefixItems,
    ...shapesOf(schema),
    ...[items, additionalProperties, not].filter((part) => typeof part === "object" && part !== null),
  ];
  return inner.flatMap(refsIn);
}

interface LongList {
  readonly folder: string;
  readonly count: number;
  readonly anchor: string;
}

/** Further entries of long lists used to have pages of their own. The old addresses now lead to the list. */
function movedPages(
  root: ReferencePart,
  schemaByName: SchemaByName,
  siteRoutes: readonly Route[],
): readonly MovedPage[] {
  const claimed = new Set(siteRoutes.map(collisionKey));
  const end = root.route.endsWith("/") ? "/" : "";
  return partsOf(root).flatMap((part) =>
    longListsOf(part, schemaByName).flatMap(({ folder, count, anchor }) => {
      const more = Math.max(0, Math.ceil(count / root.listLength) - 1);
      const routes = Array.from({ length: more }, (_, index) => toRoute(`${root.route}/${folder}/${index + 2}${end}`));
      const href = `${part.href}#${encodeURIComponent(anchor)}`;
      return routes.filter((from) => !claimed.has(collisionKey(from))).map((from) => ({ from, href }));
    }),
  );
}

function longListsOf({ schemas, operation }: ReferencePart, schemaByName: SchemaByName): readonly LongList[] {
  if (operation !== null) return longListsOfOperation(operation, schemaByName);
  const [only, another] = schemas;
  if (only === undefined || another !== undefined) return [];
  const { anchor, schema } = only;
  const folder = `schemas/${toFileName(anchor.replace(/^schema-/, ""))}`;
  return [{ folder, count: countEntries(listOf(schema)), anchor }];
}

function longListsOfOperation(
  { anchor, parameters, requestBody }: Operation,
  schemaByName: SchemaByName,
): readonly LongList[] {
  const folder = toFileName(anchor);
  const body = requestBody?.content.find(({ schema }) => schema !== null)?.schema;
  return [
    ...parameterLocations.map((location) => {
      const count = parameters.filter((parameter) => parameter.in === location).length;
      return { folder: `${folder}/${location}`, count, anchor };
    }),
    ...(body
      ? [{ folder: `${folder}/body`, count: countEntries(listOf(resolveSchema(body, schemaByName))), anchor }]
      : []),
  ];
}

function countEntries(schema: Schema): number {
  return fieldsOf(schema).length + shapesOf(schema).length;
}
