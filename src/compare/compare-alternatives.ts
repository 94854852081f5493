import { type Json, objectAt, textAt, toJsonText } from "#shared/json/json.ts";

import { type Change, showJson, showMember } from "./change.ts";
import { alternativesOf, type SchemaReader, type SchemaView } from "./schema-view.ts";

/** The alternatives of two schemas: those that belong together, and what became of the others. */
export interface AlternativePairs {
  readonly pairs: readonly (readonly [before: Json, after: Json])[];
  readonly changes: readonly Change[];
}

export interface AlternativeSide {
  readonly view: SchemaView;
  readonly reader: SchemaReader;
}

/**
 * Pairs the alternatives (`oneOf`, `anyOf`) of two schemas: by name, then by being the same, then, when as many are left
 * over on both sides, by order.
 */
export function pairAlternatives(before: AlternativeSide, after: AlternativeSide): AlternativePairs {
  const [known, now] = [listAlternatives(before), listAlternatives(after)];
  if ((known.length === 0) !== (now.length === 0)) return { pairs: [], changes: [compareChoice(now)] };
  const pairs = known.flatMap(({ key, schema }) => {
    const match = now.find((candidate) => candidate.key === key);
    return match ? [[schema, match.schema] as const] : [];
  });
  const removed = known.filter(({ key }) => !now.some((candidate) => candidate.key === key));
  const added = now.filter(({ key }) => !known.some((candidate) => candidate.key === key));
  const discriminator = compareDiscriminator(before.view, after.view);
  if (removed.length === added.length) {
    const rest = removed.map(({ schema }, index) => [schema, added[index]?.schema ?? true] as const);
    return { pairs: [...pairs, ...rest], changes: discriminator };
  }
  return {
    pairs,
    changes: [
      ...discriminator,
      ...removed.map(({ title }): Change => {
        return { kind: "alternative-removed", effect: "narrower", message: `no alternative ${title} now` };
      }),
      ...added.map(({ title }): Change => {
        return { kind: "alternative-added", effect: "wider", message: `new alternative ${title}` };
      }),
    ],
  };
}

interface Alternative {
  readonly schema: Json;
  readonly key: string;
  readonly title: string;
}

function listAlternatives({ view, reader }: AlternativeSide): readonly Alternative[] {
  return alternativesOf(view).map((schema) => {
    const { name } = reader.view(schema);
    return {
      schema,
      key: name ?? toJsonText(schema),
      title: `\`${name ?? textAt(schema, "title") ?? showJson(schema)}\``,
    };
  });
}

/** One schema in place of a choice, or the other way round: too different to be compared further. */
function compareChoice(now: readonly Alternative[]): Change {
  const message = now.length === 0 ? "no alternatives now" : `one of ${now.map(({ title }) => title).join(", ")} now`;
  return { kind: "rule", effect: "other", message };
}

function compareDiscriminator(before: SchemaView, after: SchemaView): readonly Change[] {
  const [known, now] = [discriminatorOf(before), discriminatorOf(after)];
  if (known === now) return [];
  const effect = known !== undefined && now !== undefined ? "other" : "wording";
  return [{ kind: "rule", effect, message: showMember("discriminator", known, now) }];
}

function discriminatorOf({ node }: SchemaView): string | undefined {
  return textAt(objectAt(node, "discriminator") ?? {}, "propertyName") ?? undefined;
}
