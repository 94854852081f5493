import { type MediaType, type Operation, parameterPlaces, type Response } from "#shared/contract/operation.ts";
import { toInnerAnchor, toPlaceAnchor } from "#shared/contract/reference.ts";
import { listOf, resolveSchema, type Schema, type SchemaByName } from "#shared/contract/schema.ts";
import { streamItemOf } from "#shared/contract/stream.ts";

import { type Fold, foldsAt, type ListPlace, type PageList, toList, valueFolds, wordsFor } from "./page-lists.ts";
import type { PartScales } from "./weigh-parts.ts";

interface OperationLists {
  readonly lists: readonly PageList[];
  /** What is folded beside them. */
  readonly folds: readonly Fold[];
}

/** What an operation's page, where all named schemas are links, has that may be too much for it. */
export function listsOfOperation(operation: Operation, schemas: SchemaByName, scales: PartScales): OperationLists {
  const all = withCallbacks({ operation, path: [] });
  const places = all.flatMap((one) => [
    ...parameterLists(one),
    ...bodiesOf(one, schemas).map(toBodyList),
    ...one.operation.responses.flatMap((response) => headerLists(response, one)),
  ]);
  return {
    lists: places.map((place) => toList(place, scales)),
    folds: all.flatMap((one) => [
      ...bodiesOf(one, schemas).flatMap((body) => (body.isNamed ? [] : valueFolds(body.list, body, scales))),
      ...one.operation.responses.flatMap((response) => responseFolds(response, one, scales)),
    ]),
  };
}

/** An operation, or one that a callback of it makes, with the names that lead there. */
interface PlacedOperation {
  readonly operation: Operation;
  readonly path: readonly string[];
}

function withCallbacks(placed: PlacedOperation): readonly PlacedOperation[] {
  const called = placed.operation.callbacks.flatMap(({ name, operations }) =>
    operations.map((operation) => ({
      operation,
      path: [...placed.path, `callback ${name}${operations.length === 1 ? "" : ` (${operation.summary})`}`],
    })),
  );
  return [placed, ...called.flatMap(withCallbacks)];
}

function parameterLists({ operation: { anchor, parameters }, path }: PlacedOperation): readonly ListPlace[] {
  return parameterPlaces.map((place) => ({
    anchor: `${anchor}.${place}`,
    path,
    words: `${place} parameters`,
    content: { kind: "parameters", parameters: parameters.filter((parameter) => parameter.in === place) },
  }));
}

interface PlacedBody extends Pick<ListPlace, "anchor" | "path"> {
  readonly media: MediaType;
  /** What its fields and values are printed of. */
  readonly list: Schema;
  /** True where values beyond the first stand in a section of their own. */
  readonly isNamed: boolean;
}

function bodiesOf({ operation, path }: PlacedOperation, schemas: SchemaByName): readonly PlacedBody[] {
  const bodies = new Map<string, MediaType>();
  for (const media of operation.requestBody?.content ?? []) {
    const key = media.schema?.ref ?? media.type;
    if (!bodies.has(key) || media.partTypes.size > 0) bodies.set(key, media);
  }
  return [...bodies.values()].flatMap((media, index) => {
    const stated = streamItemOf(media) ?? media.schema;
    if (stated === null) return [];
    return {
      media,
      anchor: bodyAnchor(operation.anchor, index),
      path: [...path, bodyName("body", media, bodies.size)],
      list: listOf(resolveSchema(stated, schemas)),
      isNamed: stated.ref !== null,
    };
  });
}

function toBodyList({ media, anchor, path, list }: PlacedBody): ListPlace {
  const content = { kind: "fields", schema: list, isInner: false, partTypes: media.partTypes } as const;
  return { anchor, path, words: wordsFor(list), content };
}

function responseFolds(
  { status, content }: Response,
  { operation, path }: PlacedOperation,
  scales: PartScales,
): readonly Fold[] {
  return content.flatMap((media, index) => {
    const schema = streamItemOf(media) ?? media.schema;
    if (schema === null) return [];
    const anchor = bodyAnchor(toInnerAnchor(operation.anchor, status), index);
    return foldsAt(schema, { anchor, path: [...path, bodyName(status, media, content.length)] }, scales);
  });
}

/** One of several bodies is known by its media type. */
function bodyName(name: string, { type }: MediaType, count: number): string {
  return count === 1 ? name : `${name} (${type})`;
}

function headerLists({ status, headers }: Response, { operation, path }: PlacedOperation): readonly ListPlace[] {
  const anchor = toPlaceAnchor(toInnerAnchor(operation.anchor, status), "headers");
  return [{ anchor, path: [...path, status], words: "headers", content: { kind: "parameters", parameters: headers } }];
}

/** The fields of a first body stand right below what it belongs to. */
function bodyAnchor(anchor: string, index: number): string {
  return index === 0 ? anchor : toPlaceAnchor(anchor, `body-${index + 1}`);
}
