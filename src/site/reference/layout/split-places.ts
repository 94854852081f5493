import { listOf } from "#shared/contract/held-schema.ts";
import type { Operation } from "#shared/contract/operation.ts";
import {
  pageBudget,
  type ReferencePlace,
  toFieldAnchor,
  toInnerAnchor,
  toPlaceAnchor,
} from "#shared/contract/reference.ts";
import { type NamedSchema, resolveSchema, type Schema, type SchemaByName } from "#shared/contract/schema.ts";

import type { PartScales } from "./weigh-parts.ts";
import { hasMembers, loadAt, valuesOf } from "./weigh-schemas.ts";
import { fits, type Weight, without } from "./weigh-text.ts";

/** A place that gets a page of its own, and those inside it that do. */
export interface SplitPlace extends ReferencePlace {
  /** The names that lead there, from the schema or the operation that holds it. */
  readonly path: readonly string[];
  readonly parts: readonly SplitPlace[];
}

/** A structure that is folded where it is printed. */
interface Fold extends Omit<SplitPlace, "parts"> {
  readonly weight: Weight;
}

interface Splitting {
  readonly scales: PartScales;
  /** What a page has room for. */
  readonly room: Weight;
}

/** The places of a schema that do not stay on its page: the heaviest, until the rest has room. */
export function splitSchema(named: NamedSchema, tools: Splitting): readonly SplitPlace[] {
  const around = { anchor: named.anchor, path: [], toAnchor: toFieldAnchor };
  return takeOut(foldsOf(listOf(named.schema), around, tools), tools.scales.schema(named), tools);
}

/** The places of an operation that do not stay on its page, where all named schemas are links. */
export function splitOperation(operation: Operation, schemas: SchemaByName, tools: Splitting): readonly SplitPlace[] {
  return takeOut(foldsOfOperation(operation, schemas, tools), tools.scales.operation(operation, 0), tools);
}

function takeOut(folds: readonly Fold[], whole: Weight, tools: Splitting): readonly SplitPlace[] {
  const taken = new Set<Fold>();
  let rest = whole;
  for (const fold of [...folds].sort((a, b) => shareOf(b.weight) - shareOf(a.weight))) {
    if (fits(rest, tools.room)) break;
    taken.add(fold);
    rest = without(rest, without(fold.weight, linkWeight));
  }
  return folds.filter((fold) => taken.has(fold)).map((fold) => toPlace(fold, tools));
}

/** What leads to a place that was taken out. */
const linkWeight: Weight = { elements: 4, bytes: 300 };

function shareOf({ elements, bytes }: Weight): number {
  return Math.max(elements / pageBudget.elements, bytes / pageBudget.bytes);
}

function toPlace({ weight, ...place }: Fold, tools: Splitting): SplitPlace {
  if (fits(weight, tools.room)) return { ...place, parts: [] };
  const inside = foldsOf(place.schema, { ...place, toAnchor: toInnerAnchor }, tools);
  return { ...place, parts: takeOut(inside, weight, tools) };
}

interface Around {
  readonly anchor: string;
  readonly path: readonly string[];
  readonly toAnchor: (around: string, name: string) => string;
}

function foldsOf(schema: Schema, { anchor, path, toAnchor }: Around, tools: Splitting): readonly Fold[] {
  const values = valuesOf(schema).map((value) => ({
    ...value,
    anchor: (value.isMember ? toAnchor : toPlaceAnchor)(anchor, value.name),
  }));
  const alternatives = (schema.alternatives?.schemas ?? []).map((alternative, index) => ({
    schema: alternative,
    name: alternative.title ?? `alternative ${index + 1}`,
    anchor: toPlaceAnchor(anchor, index + 1),
  }));
  return [...values, ...alternatives].flatMap((value) => foldAt({ ...value, path: [...path, value.name] }, tools));
}

function foldAt(
  { schema, anchor, path }: Pick<Fold, "schema" | "anchor" | "path">,
  { scales }: Splitting,
): readonly Fold[] {
  const { list } = scales.schemas.held(schema, 0);
  if (!hasMembers(list)) return [];
  return [{ anchor, path, schema: list, weight: loadAt(scales.schemas.members(list, 0), anchor) }];
}

function foldsOfOperation(operation: Operation, schemas: SchemaByName, tools: Splitting): readonly Fold[] {
  const { anchor, parameters, requestBody, responses } = operation;
  const bodies = [
    ...new Map((requestBody?.content ?? []).map((media) => [media.schema?.ref ?? media.type, media])).values(),
  ];
  return [
    ...parameters.flatMap(({ in: place, name, schema }) =>
      foldAt({ schema, anchor: toFieldAnchor(`${anchor}.${place}`, name), path: [name] }, tools),
    ),
    ...bodies.flatMap(({ schema }, index) => {
      if (schema === null) return [];
      const around = { anchor: bodyAnchor(anchor, index), path: ["body"], toAnchor: toFieldAnchor };
      return foldsOf(resolveSchema(schema, schemas), around, tools);
    }),
    ...responses.flatMap(({ status, content }) =>
      content.flatMap(({ schema }, index) => {
        if (schema === null) return [];
        return foldAt({ schema, anchor: bodyAnchor(toInnerAnchor(anchor, status), index), path: [status] }, tools);
      }),
    ),
  ];
}

/** The fields of a first body stand right below what it belongs to. */
function bodyAnchor(anchor: string, index: number): string {
  return index === 0 ? anchor : toPlaceAnchor(anchor, `body-${index + 1}`);
}
