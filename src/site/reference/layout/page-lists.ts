import { areText, manyEntries, valuesAtFirst } from "#shared/contract/enum-text.ts";
import { type PlaceContent, toFieldAnchor, toInnerAnchor, toPlaceAnchor } from "#shared/contract/reference.ts";
import type { Schema } from "#shared/contract/schema.ts";

import type { PartScales } from "./weigh-parts.ts";
import { hasMembers, loadAt, valuesOf } from "./weigh-schemas.ts";
import type { Weight } from "./weigh-text.ts";

/** A place whose list may be too much for where it stands. */
export interface ListPlace {
  readonly anchor: string;
  /** The names that lead there, from the schema or the operation that holds it. */
  readonly path: readonly string[];
  /** What its entries are called. */
  readonly words: string;
  readonly content: PlaceContent;
}

/** Fields, parameters or values, as they are printed one after the other. */
export interface PageList extends ListPlace {
  readonly entries: readonly ListEntry[];
  /** How many entries are good to read on one page. */
  readonly most: number;
}

export interface ListEntry {
  /** Null for what nothing leads to. */
  readonly anchor: string | null;
  readonly weight: Weight;
  readonly folds: readonly Fold[];
}

/** What is folded where it is printed: a structure, or most values of an enum. */
export interface Fold extends ListPlace {
  readonly weight: Weight;
}

/** A list by its entries. */
export function toList(place: ListPlace, scales: PartScales): PageList {
  const { content } = place;
  const most = content.kind === "values" && areText(content.values) ? Infinity : manyEntries;
  return { ...place, most, entries: entriesOf(place, scales) };
}

function entriesOf({ anchor, path, content }: ListPlace, scales: PartScales): readonly ListEntry[] {
  switch (content.kind) {
    case "fields":
      return fieldEntries(content, { anchor, path }, scales);
    case "parameters":
      return content.parameters.map((parameter) => {
        const at = { anchor: toFieldAnchor(anchor, parameter.name), path: [...path, parameter.name] };
        const weight = loadAt(scales.parameter(parameter, 0), anchor);
        return { anchor: at.anchor, weight, folds: foldsAt(parameter.schema, at, scales) };
      });
    case "values": {
      const isText = areText(content.values);
      return content.values.map((value) => ({
        anchor: null,
        weight: scales.schemas.oneValue(value, isText),
        folds: [],
      }));
    }
  }
}

type Around = Pick<ListPlace, "anchor" | "path">;

function fieldEntries(
  { schema, isInner }: Extract<PlaceContent, { kind: "fields" }>,
  { anchor, path }: Around,
  scales: PartScales,
): readonly ListEntry[] {
  const toAnchor = isInner ? toInnerAnchor : toFieldAnchor;
  const fields = valuesOf(schema).map((value) => ({
    schema: value.schema,
    load: scales.schemas.value(value, 0),
    at: { anchor: (value.isMember ? toAnchor : toPlaceAnchor)(anchor, value.name), path: [...path, value.name] },
  }));
  const alternatives = (schema.alternatives?.schemas ?? []).map((alternative, index) => ({
    schema: alternative,
    load: scales.schemas.alternative(alternative, 0),
    at: {
      anchor: toPlaceAnchor(anchor, index + 1),
      path: [...path, alternative.title ?? `alternative ${index + 1}`],
    },
  }));
  return [...fields, ...alternatives].map((entry) => ({
    anchor: entry.at.anchor,
    weight: loadAt(entry.load, anchor),
    folds: foldsAt(entry.schema, entry.at, scales),
  }));
}

/** What is folded at a place, where named schemas are links. */
export function foldsAt(schema: Schema, { anchor, path }: Around, scales: PartScales): readonly Fold[] {
  const { use, list } = scales.schemas.held(schema, 0);
  const structure = hasMembers(list)
    ? [{ ...toFields(list, { anchor, path }), weight: loadAt(scales.schemas.members(list, 0), anchor) }]
    : [];
  return [...structure, ...(use.ref === null ? valueFolds(list, { anchor, path }, scales) : [])];
}

/** What a place holds that has its own anchor. */
function toFields(schema: Schema, { anchor, path }: Around): ListPlace {
  return { anchor, path, words: wordsFor(schema), content: { kind: "fields", schema, isInner: true } };
}

/** The values of an enum beyond the first. */
export function valueFolds({ enum: values }: Schema, { anchor, path }: Around, scales: PartScales): readonly Fold[] {
  if (values.length <= valuesAtFirst + 1) return [];
  const weight = scales.schemas.values(values.slice(valuesAtFirst));
  return [
    { anchor: toPlaceAnchor(anchor, "values"), path, words: "values", content: { kind: "values", values }, weight },
  ];
}

/** What the entries of a schema are called. */
export function wordsFor({ members, patternProperties, prefixItems, alternatives }: Schema): string {
  if (members.length + patternProperties.length > 0) return "fields";
  return prefixItems.length === 0 && alternatives !== null ? "alternatives" : "items";
}
