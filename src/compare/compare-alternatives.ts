import { shapesOf } from "#shared/contract/fields.ts";
import { choicesOf } from "#shared/contract/keywords/json-schema.ts";
import { anySchema, type Schema } from "#shared/contract/schema.ts";
import { objectAt, textAt, toJsonText } from "#shared/json/json.ts";

import { type Change, showJson, showMember } from "./change.ts";

interface AlternativePairs {
  readonly pairs: readonly (readonly [before: Schema, after: Schema])[];
  readonly changes: readonly Change[];
}

/**
 * Pairs the alternatives (`oneOf`, `anyOf`) of two schemas by name or equality. If both sides have the same number of
 * unpaired ones, these are paired in order.
 */
export function pairAlternatives(before: Schema, after: Schema): AlternativePairs {
  const [known, now] = [listAlternatives(before), listAlternatives(after)];
  if ((known.length === 0) !== (now.length === 0)) {
    // A choice on only one side differs too much to compare further.
    const titles = now.map(({ title }) => title).join(", ");
    const message = now.length === 0 ? "no alternatives now" : `one of ${titles} now`;
    return { pairs: [], changes: [{ kind: "rule", effect: "different", message }] };
  }
  const pairs = known.flatMap(({ key, schema }) => {
    const match = now.find((candidate) => candidate.key === key);
    return match ? [[schema, match.schema] as const] : [];
  });
  const removed = known.filter(({ key }) => !now.some((candidate) => candidate.key === key));
  const added = now.filter(({ key }) => !known.some((candidate) => candidate.key === key));
  const discriminator = compareDiscriminator(before, after);
  if (removed.length === added.length) {
    const inOrder = removed.map(({ schema }, index) => [schema, added[index]?.schema ?? anySchema] as const);
    return { pairs: [...pairs, ...inOrder], changes: discriminator };
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

/** Only stated alternatives. Schemas that inherit from the schema are compared by their names. */
export function alternativesOf(schema: Schema): readonly Schema[] {
  return choicesOf(schema.keywords).length > 0 ? shapesOf(schema) : [];
}

interface Alternative {
  readonly schema: Schema;
  readonly key: string;
  readonly title: string;
}

function listAlternatives(schema: Schema): readonly Alternative[] {
  return alternativesOf(schema).map((alternative) => {
    const { ref, title, source } = alternative;
    return { schema: alternative, key: ref ?? toJsonText(source), title: `\`${ref ?? title ?? showJson(source)}\`` };
  });
}

function compareDiscriminator(before: Schema, after: Schema): readonly Change[] {
  const [known, now] = [discriminatorOf(before), discriminatorOf(after)];
  if (known === now) return compareMappings(before, after);
  const effect = known !== undefined && now !== undefined ? "different" : "wording";
  return [{ kind: "rule", effect, message: showMember("discriminator", known, now) }];
}

function discriminatorOf({ keywords }: Schema): string | undefined {
  return textAt(objectAt(keywords, "discriminator") ?? {}, "propertyName") ?? undefined;
}

/** Values that change together with their schemas are part of the changes of these schemas. */
function compareMappings(before: Schema, after: Schema): readonly Change[] {
  const [known, now] = [mappingOf(before), mappingOf(after)];
  const gone = [...known].flatMap(([value, name]): readonly Change[] => {
    const next = now.get(value);
    if (next === name) return [];
    const isThere = namesOf(after).has(name);
    const message = `\`${value}\` means \`${next}\` now, not \`${name}\``;
    if (next !== undefined && (isThere || namesOf(before).has(next)))
      return [{ kind: "rule", effect: "different", message }];
    if (next !== undefined || !isThere) return [];
    return [{ kind: "value-removed", effect: "narrower", message: `no value \`${value}\` for \`${name}\` now` }];
  });
  const added = [...now].flatMap(([value, name]): readonly Change[] => {
    if (known.has(value) || !namesOf(before).has(name)) return [];
    return [{ kind: "value-added", effect: "compatible", message: `new value \`${value}\` for \`${name}\`` }];
  });
  return [...gone, ...added];
}

function mappingOf({ alternatives }: Schema): ReadonlyMap<string, string> {
  return alternatives?.discriminator?.mapping ?? new Map<string, string>();
}

function namesOf({ alternatives }: Schema): ReadonlySet<string> {
  return new Set(alternatives?.schemas.flatMap(({ ref }) => ref ?? []));
}
