import { areText, valuesAtFirst } from "#shared/contract/enum-text.ts";
import {
  type EnumValue,
  furtherItems,
  heldSchema,
  resolveSchema,
  type Schema,
  type SchemaByName,
} from "#shared/contract/schema.ts";
import { toLimitTexts } from "#shared/contract/limits.ts";
import type { Markdown } from "#shared/contract/text.ts";
import { toTypeFacts } from "#shared/contract/type-words.ts";
import type { Prose } from "#shared/document.ts";
import { type Json, toText } from "#shared/json/json.ts";
import { beginningOf, longestValue, valueBeginning } from "#shared/samples/long-code.ts";

import { bytesOf, weighText, type Weight } from "./weigh-text.ts";

/** A weight that grows with the anchor around it, which is written into each anchor inside. */
export interface Load extends Weight {
  /** How often the anchor is written. */
  readonly anchors: number;
}

/** A value that a page prints with its name: a field, a parameter. */
export interface NamedValue {
  readonly name: string;
  readonly required: boolean;
  readonly schema: Schema;
  readonly description: Markdown | null;
}

/** What a schema describes: a member by its name, or something by a pattern or a place. */
export interface DescribedValue extends NamedValue {
  readonly isMember: boolean;
}

/** The schema that a value holds, as it is used, and the one whose fields are printed. */
interface HeldSchema {
  readonly use: Schema;
  readonly list: Schema;
}

/** The sum of loads, at an anchor of so many bytes. */
export function joinLoads(loads: readonly Load[]): Load {
  const joined = { elements: 0, bytes: 0, anchors: 0 };
  for (const { elements, bytes, anchors } of loads) {
    joined.elements += elements;
    joined.bytes += bytes;
    joined.anchors += anchors;
  }
  return joined;
}

export function loadAt({ elements, bytes, anchors }: Load, anchor: string): Weight {
  return { elements, bytes: bytes + anchors * Buffer.byteLength(anchor) };
}

/**
 * What the fields of schemas take on a page, as `templates/reference/` prints them: a little more than they do. Each schema is
 * weighed once, however many places print it.
 */
export class SchemaScales {
  readonly #schemas: SchemaByName;
  readonly #texts: ReadonlyMap<string, Prose>;
  /** By how many levels of named schemas are printed in place. */
  readonly #members: WeakMap<Schema, Load>[] = [];
  readonly #lines = new WeakMap<Schema, Load>();
  readonly #held = new WeakMap<Schema, HeldSchema>();
  readonly #enums = new WeakMap<readonly EnumValue[], Load>();
  readonly #words = new Map<string, Load>();

  constructor(schemas: SchemaByName, texts: ReadonlyMap<string, Prose>) {
    this.#schemas = schemas;
    this.#texts = texts;
  }

  /** All that a schema is made of, as a list. */
  members(schema: Schema, levels: number): Load {
    const members = (this.#members[levels] ??= new WeakMap<Schema, Load>());
    return known(members, schema, () =>
      joinLoads([
        ...valuesOf(schema).map((value) => this.value(value, levels)),
        ...(schema.alternatives?.schemas ?? []).map((alternative) => this.alternative(alternative, levels)),
        ...(schema.alternatives === null ? [] : [toLoad(4, 120)]),
        toLoad(1, 25),
      ]),
    );
  }

  /** A field with what it holds. */
  value({ name, required, schema, description }: NamedValue, levels: number): Load {
    const { elements, bytes, anchors } = this.details(schema, levels);
    const own = bytesOf(name);
    return joinLoads([
      toLoad(2, 56 + 2 * own),
      ...(required ? [word] : []),
      ...(schema.access === null ? [] : [word]),
      ...(schema.deprecated ? [word] : []),
      ...(schema.certainty === null ? [] : [toLoad(1, 130)]),
      this.text(description),
      { elements, bytes: bytes + anchors * (own + 2), anchors: anchors + 2 },
    ]);
  }

  /** What is said of a schema below its first line, and what it holds. */
  details(schema: Schema, levels: number): Load {
    const { use, list } = this.held(schema, levels);
    return joinLoads([
      known(this.#lines, schema, () => joinLoads([typeLoad(schema), factsLoad(schema)])),
      use.ref === null ? this.enum(list.enum) : this.valuesInUse(list.enum),
      ...(hasMembers(list) ? [toLoad(2, 80), this.members(list, use.ref === null ? levels : levels - 1)] : []),
    ]);
  }

  /** The schema that a list or a map holds, as it is used, and the one whose fields are printed. */
  held(schema: Schema, levels: number): HeldSchema {
    if (levels === 0) {
      const use = heldSchema(schema, false);
      return { use, list: use };
    }
    return known(this.#held, schema, () => {
      const use = heldSchema(schema, true);
      const held = resolveSchema(use, this.#schemas);
      return { use, list: use.ref === null ? held : heldSchema(held, false) };
    });
  }

  enum(values: readonly EnumValue[]): Load {
    if (values.length === 0) return none;
    return known(this.#enums, values, () => {
      const others = this.values(values.slice(valuesAtFirst));
      return joinLoads([this.values(values.slice(0, valuesAtFirst)), others, { elements: 6, bytes: 160, anchors: 1 }]);
    });
  }

  /** The values of a named enum where something uses it: the first ones, and what leads to the others. */
  valuesInUse(values: readonly EnumValue[]): Load {
    if (values.length <= valuesAtFirst + 1) return this.enum(values);
    return joinLoads([this.values(values.slice(0, valuesAtFirst)), { elements: 6, bytes: 160, anchors: 1 }]);
  }

  /** A list of values, as one text where they are many. */
  values(values: readonly EnumValue[]): Load {
    const isText = areText(values);
    return joinLoads([...values.map((value) => this.oneValue(value, isText)), toLoad(2, 60)]);
  }

  oneValue({ value, meaning }: EnumValue, isText: boolean): Load {
    const own = bytesOf(toText(value));
    if (isText) return toLoad(0, own + 4);
    return joinLoads([toLoad(meaning === null ? 1 : 4, 58 + 2 * own), this.text(meaning)]);
  }

  text(text: Markdown | null): Load {
    if (text === null) return none;
    return known(this.#words, text.text, () => ({ ...weighText(text, this.#texts), anchors: 0 }));
  }

  alternative(schema: Schema, levels: number): Load {
    const { elements, bytes, anchors } = this.details(schema, levels);
    return joinLoads([
      toLoad(3, 60 + bytesOf(schema.title ?? "")),
      this.text(schema.description),
      { elements, bytes: bytes + 4 * anchors, anchors },
    ]);
  }
}

/** What the fields of a list are, and what else it describes by name, pattern or place. */
export function valuesOf(schema: Schema): readonly DescribedValue[] {
  const { members, patternProperties, prefixItems } = schema;
  const further = prefixItems.length === 0 ? null : furtherItems(schema);
  const values = [
    ...members.map((member) => ({ ...member, isMember: true })),
    ...patternProperties.map((part) => ({ name: `/${part.pattern}/`, schema: part.schema, isMember: false })),
    ...prefixItems.map((item, index) => ({ name: String(index), schema: item, isMember: false })),
    ...(further === null ? [] : [{ name: `[${prefixItems.length}…]`, schema: further, isMember: false }]),
  ];
  return values.map((value) => ({ required: false, ...value, description: value.schema.description }));
}

export function hasMembers({ members, patternProperties, prefixItems, alternatives }: Schema): boolean {
  return members.length + patternProperties.length + prefixItems.length > 0 || alternatives !== null;
}

/** What a map knows of a key, or learns. */
function known<K, T>(
  map: { get: (key: K) => T | undefined; set: (key: K, value: T) => unknown },
  key: K,
  make: () => T,
): T {
  const before = map.get(key);
  if (before !== undefined) return before;
  const made = make();
  map.set(key, made);
  return made;
}

function toLoad(elements: number, bytes: number): Load {
  return { elements, bytes, anchors: 0 };
}

const none = toLoad(0, 0);

/** `required`, `read-only` and the like. */
const word = toLoad(1, 50);

function typeLoad(schema: Schema): Load {
  const parts = toTypeFacts(schema).flat();
  const links = parts.flatMap((part) => (typeof part === "string" ? [] : [part.schema]));
  const words = parts.map((part) => bytesOf(typeof part === "string" ? part : part.schema) + 3);
  return toLoad(1 + links.length, total(words) + total(links.map((name) => 50 + 2 * name.length)) + 10);
}

function factsLoad(schema: Schema): Load {
  const { limits, items, mergedFrom, not, examples } = schema;
  const values = [schema.const, schema.default, examples[0]].filter((value) => value !== undefined);
  const texts = [...toLimitTexts(limits), ...(items === null ? [] : toLimitTexts(items.limits))];
  const links = [...mergedFrom, ...(not?.ref ? [not.ref] : [])];
  if (texts.length + values.length + links.length === 0) return none;
  const bytes = [...texts.map((text) => bytesOf(text) + 6), ...values.map(valueBytes)];
  return toLoad(
    1 + 2 * values.length + 2 * links.length,
    25 + total(bytes) + total(links.map((name) => 80 + 2 * name.length)),
  );
}

function valueBytes(value: Json): number {
  const text = toText(value);
  return text.length > longestValue ? bytesOf(beginningOf(text, valueBeginning)) + 300 : bytesOf(text) + 45;
}

function total(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0);
}
