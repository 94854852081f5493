import { schemaNameOf } from "../contract/schema.ts";
import {
  isObject,
  type Json,
  type JsonObject,
  listAt,
  memberOf,
  objectAt,
  textAt,
  textEntriesAt,
} from "../json/json.ts";
import { nearestHint } from "../nearest.ts";
import type { BodyFault } from "./contract-guide.ts";
import { type JudgePlace, nameAt, showValue } from "./judge.ts";

/** Judges a value by the schemas that apply together (`allOf`), by choice (`oneOf`, `anyOf`), or must not (`not`). */
export function judgeAlternatives(value: Json, schema: JsonObject, place: JudgePlace): readonly BodyFault[] {
  const { judge, pointer } = place;
  const parts = listAt(schema, "allOf").flatMap((part) => judge.judgePart(value, part, pointer));
  const forbidden = memberOf(schema, "not");
  const isForbidden = forbidden !== undefined && judge.judgePart(value, forbidden, pointer).length === 0;
  const fault = { pointer, message: `${nameAt(place)} cannot be ${showValue(value)}`, hint: null };
  return [...parts, ...judgeChoice(value, schema, place), ...(isForbidden ? [fault] : [])];
}

function judgeChoice(value: Json, schema: JsonObject, place: JudgePlace): readonly BodyFault[] {
  const kind = listAt(schema, "oneOf").length > 0 ? "oneOf" : "anyOf";
  const choices = listAt(schema, kind);
  if (choices.length === 0) return [];
  const chosen = chooseByDiscriminator(value, schema, { choices, pointer: place.pointer });
  if (chosen) return chosen.fault ? [chosen.fault] : place.judge.judgePart(value, chosen.schema, place.pointer);
  const verdicts = choices.map((choice) => place.judge.judgePart(value, choice, place.pointer));
  if (verdicts.some((faults) => faults.length === 0)) {
    return kind === "oneOf" ? judgeOneOf(value, choices, place) : [];
  }
  return nearestVerdict(value, verdicts, place);
}

/** Open objects match more than is meant: of several matches the one that knows all members counts. */
function judgeOneOf(value: Json, choices: readonly Json[], place: JudgePlace): readonly BodyFault[] {
  const { judge, pointer } = place;
  const matches = choices.filter((choice) => judge.judgePart(value, choice, pointer).length === 0);
  if (matches.length === 1) return [];
  const exact = matches.filter((choice) => judge.judgeWhole(value, choice, pointer).length === 0);
  if (exact.length <= 1) return [];
  const names = exact.map((choice) => schemaNameOf(textAt(choice, "$ref") ?? "") ?? "an unnamed one").join(", ");
  return [{ pointer, message: `${nameAt(place)} fits several alternatives: ${names}`, hint: null }];
}

/** The faults of the alternative that fits best tell more than that none fits. */
function nearestVerdict(
  value: Json,
  verdicts: readonly (readonly BodyFault[])[],
  place: JudgePlace,
): readonly BodyFault[] {
  const { pointer } = place;
  const inner = verdicts.filter(
    (faults) => !faults.some((fault) => fault.pointer === pointer && fault.message.includes(" must be ")),
  );
  const [best] = (inner.length > 0 ? inner : verdicts).toSorted((left, right) => left.length - right.length);
  if (best && (inner.length > 0 || verdicts.length === 1)) return best;
  return [{ pointer, message: `${nameAt(place)} fits none of its alternatives: ${showValue(value)}`, hint: null }];
}

type Choice =
  { readonly fault: BodyFault; readonly schema?: never } | { readonly fault?: never; readonly schema: Json };

/** The alternative that the value names itself (OpenAPI 3.1, 4.8.25); null when there is no discriminator or no value. */
function chooseByDiscriminator(
  value: Json,
  schema: JsonObject,
  { choices, pointer }: { readonly choices: readonly Json[]; readonly pointer: string },
): Choice | null {
  const discriminator = objectAt(schema, "discriminator");
  const property = textAt(discriminator ?? undefined, "propertyName");
  const name = property === null || !isObject(value) ? null : textAt(value, property);
  if (!discriminator || name === null) return null;
  const mapping = new Map(textEntriesAt(discriminator, "mapping"));
  const target = mapping.get(name) ?? name;
  const schemaName = schemaNameOf(target) ?? target;
  const choice = choices.find((candidate) => schemaNameOf(textAt(candidate, "$ref") ?? "") === schemaName);
  if (choice !== undefined) return { schema: choice };
  const names = [
    ...mapping.keys(),
    ...choices.flatMap((candidate) => schemaNameOf(textAt(candidate, "$ref") ?? "") ?? []),
  ];
  const hint = nearestHint(name, names);
  return { fault: { pointer: `${pointer}/${property}`, message: `no alternative is called ${showValue(name)}`, hint } };
}
