import { defaultOf, referredName, toMapping } from "../contract/keywords/json-schema.ts";
import { nearestHint } from "../diagnostics/nearest.ts";
import { toPointer } from "../json/json-pointer.ts";
import { isObject, type Json, type JsonObject, listAt, memberOf, objectAt, textAt } from "../json/json.ts";
import {
  type CheckContext,
  type Checker,
  faultAt,
  isAccepted,
  isValid,
  showValue,
  type ValueFault,
} from "./checker.ts";

/**
 * Checks a value against schemas that apply together (`allOf`), by choice (`oneOf`, `anyOf`), under a condition or not
 * at all (`not`).
 */
export function checkAlternatives(value: Json, schema: JsonObject, context: CheckContext): readonly ValueFault[] {
  const { checker, pointer } = context;
  const faults = [
    ...listAt(schema, "allOf").flatMap((part) => checker.check(value, part, pointer)),
    ...checkChoices(value, schema, context),
    ...checkSubtype(value, schema, context),
  ];
  const forbidden = memberOf(schema, "not");
  if (forbidden !== undefined && isValid(value, forbidden, context) && checker.spend()) {
    faults.push(faultAt(context, `can't be ${showValue(value)}`));
  }
  const condition = memberOf(schema, "if");
  if (condition === undefined) return faults;
  const branch = isValid(value, condition, context) ? "then" : "else";
  return [...faults, ...checker.check(value, memberOf(schema, branch) ?? true, pointer)];
}

function checkChoices(value: Json, schema: JsonObject, context: CheckContext): readonly ValueFault[] {
  const kinds = (["oneOf", "anyOf"] as const).filter((kind) => listAt(schema, kind).length > 0);
  return kinds.flatMap((kind) => {
    const choices = listAt(schema, kind);
    const stated = readDiscriminator(value, schema);
    const statedFaults = stated === null ? null : checkStated(value, { ...stated, choices }, context);
    if (statedFaults !== null) return statedFaults;
    const verdicts = choices.map((choice) => ({
      choice,
      faults: context.checker.check(value, choice, context.pointer),
    }));
    const matches = verdicts.filter(({ faults }) => isAccepted(faults));
    if (matches.length === 0) return nearestFaults(value, verdicts, context);
    const unlike = matches.some(({ faults }) => faults.length === 0) ? [] : (matches[0]?.faults ?? []);
    return [...(kind === "oneOf" ? checkExclusive(value, matches, context) : []), ...unlike];
  });
}

/**
 * Open objects match more than their author means, so if several alternatives match, the one that knows all members
 * counts.
 */
function checkExclusive(value: Json, matches: readonly CheckedChoice[], context: CheckContext): readonly ValueFault[] {
  const { checker } = context;
  if (matches.length === 1) return [];
  const exact = matches.filter(({ choice }) => checker.knowsAll(value, choice));
  if (exact.length <= 1 || !checker.spend()) return [];
  const names = exact.map(({ choice }) => referredName(choice) ?? "an unnamed one").join(", ");
  return [faultAt(context, `fits several alternatives: ${names}`)];
}

interface CheckedChoice {
  readonly choice: Json;
  readonly faults: readonly ValueFault[];
}

/** The faults of the closest alternative are more helpful than "none of them fits". */
function nearestFaults(value: Json, verdicts: readonly CheckedChoice[], context: CheckContext): readonly ValueFault[] {
  const inner = verdicts.filter(
    ({ faults }) => !faults.some((fault) => fault.pointer === context.pointer && isWrongKind(fault)),
  );
  const [best] = (inner.length > 0 ? inner : verdicts).toSorted(
    (left, right) =>
      left.faults.filter(isWrongKind).length - right.faults.filter(isWrongKind).length ||
      left.faults.length - right.faults.length,
  );
  if (best && (inner.length > 0 || verdicts.length === 1)) return best.faults;
  return [{ ...faultAt(context, `fits none of its alternatives: ${showValue(value)}`), isOfWrongKind: true }];
}

function isWrongKind({ isOfWrongKind }: ValueFault): boolean {
  return isOfWrongKind === true;
}

/**
 * If a base doesn't list its derived schemas, the value names one of them. That schema adds nothing if it's being
 * checked already and the base is a part of it. A value with an unknown name may be the base itself.
 */
function checkSubtype(value: Json, schema: JsonObject, { checker, pointer }: CheckContext): readonly ValueFault[] {
  const stated = readDiscriminator(value, schema);
  if (stated === null || ["oneOf", "anyOf"].some((kind) => listAt(schema, kind).length > 0)) return [];
  const name = toMapping(stated.discriminator, []).get(stated.name) ?? stated.name;
  const subtype = checker.target(toPointer(["components", "schemas", name]));
  return isObject(subtype) && isSubtype(subtype, { base: schema, checker })
    ? checker.check(value, subtype, pointer)
    : [];
}

/** Inheritance is rarely deeper. The limit also ends rings. */
const deepest = 10;

function isSubtype(
  schema: JsonObject,
  of: { readonly base: JsonObject; readonly checker: Checker },
  depth = 0,
): boolean {
  return listAt(schema, "allOf").some((part) => {
    const target = of.checker.target(textAt(part, "$ref") ?? "");
    return isObject(target) && (target === of.base || (depth < deepest && isSubtype(target, of, depth + 1)));
  });
}

interface StatedName {
  readonly discriminator: JsonObject;
  readonly property: string;
  readonly name: string;
}

function readDiscriminator(value: Json, schema: JsonObject): StatedName | null {
  const discriminator = objectAt(schema, "discriminator");
  const property = discriminator && textAt(discriminator, "propertyName");
  const name = property === null ? null : textAt(value, property);
  return discriminator === null || property === null || name === null ? null : { discriminator, property, name };
}

/**
 * Checks a value against the alternative that it names (OpenAPI 3.1, 4.8.25). Null if it may be an alternative without
 * a name, which a discriminator doesn't cover.
 */
function checkStated(
  value: Json,
  { discriminator, property, name, choices }: StatedName & { readonly choices: readonly Json[] },
  { checker, pointer }: CheckContext,
): readonly ValueFault[] | null {
  const mapping = toMapping(discriminator, choices);
  const findChoice = (wanted: string): Json | undefined =>
    choices.find((candidate) => referredName(candidate) === wanted);
  const choice = findChoice(mapping.get(name) ?? name) ?? findChoice(defaultOf(discriminator) ?? "");
  if (choice !== undefined) return checker.check(value, choice, pointer);
  if (choices.some((candidate) => referredName(candidate) === null)) return null;
  const names = [...new Set([...mapping.keys(), ...choices.flatMap((candidate) => referredName(candidate) ?? [])])];
  const hint = nearestHint(name, names);
  const message = `no alternative is called ${showValue(name)}`;
  const unknown = { kind: "value", word: name, known: names } as const;
  return [{ pointer: `${pointer}/${property}`, message, hint, unknown }];
}
