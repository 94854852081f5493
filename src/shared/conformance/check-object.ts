import { allowsNothing } from "../contract/json-schema.ts";
import { escapeToken } from "../json/json-pointer.ts";
import {
  entriesAt,
  flagAt,
  isObject,
  type Json,
  type JsonObject,
  listAt,
  memberOf,
  numberAt,
  objectAt,
  textAt,
  textsAt,
} from "../json/json.ts";
import { type Checker, suggestName, nameAt, type CheckContext, type ValueFault } from "./checker.ts";
import { evaluatedIn } from "./evaluated.ts";

/** Checks an object: which members it has, and each of those that the schema describes. */
export function checkObject(object: JsonObject, schema: JsonObject, place: CheckContext): readonly ValueFault[] {
  return [
    ...checkRequired(object, schema, place),
    ...checkMembers(object, schema, place),
    ...checkAdditional(object, schema, place),
    ...checkNames(object, schema, place),
    ...checkCount(object, schema, place),
    ...checkDependencies(object, schema, place),
  ];
}

function checkRequired(
  object: JsonObject,
  schema: JsonObject,
  { checker, pointer }: CheckContext,
): readonly ValueFault[] {
  if (checker.isPartial) return [];
  const missing = textsAt(schema, "required").filter((name) => !Object.hasOwn(object, name));
  const demanded = missing.filter((name) => !isHidden(memberOf(objectAt(schema, "properties") ?? {}, name), checker));
  return demanded.map((name) => {
    return { pointer, message: `\`${name}\` is missing`, hint: null, missing: `${pointer}/${escapeToken(name)}` };
  });
}

function isHidden(schema: Json | undefined, checker: Checker): boolean {
  if (checker.direction === null) return false;
  const flag = checker.direction === "request" ? "readOnly" : "writeOnly";
  const parts = new Set([schema]);
  // A set iterates over what is added on the way.
  for (const part of parts) {
    if (!isObject(part)) continue;
    if (flagAt(part, flag)) return true;
    const reference = textAt(part, "$ref");
    if (reference !== null) parts.add(checker.target(reference));
    for (const inner of listAt(part, "allOf")) parts.add(inner);
  }
  return false;
}

function checkMembers(
  object: JsonObject,
  schema: JsonObject,
  { checker, pointer }: CheckContext,
): readonly ValueFault[] {
  return entriesAt(schema, "properties").flatMap(([name, property]) => {
    const value = memberOf(object, name);
    const at = `${pointer}/${escapeToken(name)}`;
    if (value === undefined) return [];
    if (!isHidden(property, checker)) return checker.check(value, property, at);
    const message =
      checker.direction === "request"
        ? `\`${name}\` is read-only and can't be sent`
        : `\`${name}\` is write-only and never returned`;
    return [{ pointer: at, message, hint: "leave it out" }];
  });
}

function checkAdditional(object: JsonObject, schema: JsonObject, place: CheckContext): readonly ValueFault[] {
  const additional = memberOf(schema, "additionalProperties");
  if (additional !== undefined) {
    // Expressions aren't executed, so any name may be one that `patternProperties` describes.
    if (additional === true || Object.hasOwn(schema, "patternProperties")) return [];
    return checkRest(object, additional, { place, known: new Set(Object.keys(objectAt(schema, "properties") ?? {})) });
  }
  const unevaluated = memberOf(schema, "unevaluatedProperties");
  if (unevaluated === undefined || unevaluated === true) return [];
  const known = evaluatedIn(object, schema, place);
  return known === "all" ? [] : checkRest(object, unevaluated, { place, known });
}

interface Rest {
  readonly place: CheckContext;
  readonly known: ReadonlySet<string>;
}

function checkRest(object: JsonObject, schema: Json, { place, known }: Rest): readonly ValueFault[] {
  return Object.entries(object).flatMap(([name, value]) => {
    if (known.has(name)) return [];
    const pointer = `${place.pointer}/${escapeToken(name)}`;
    if (!allowsNothing(schema)) return place.checker.check(value, schema, pointer);
    const meant = suggestName(name, known, { object, pointer: place.pointer });
    return [{ pointer, message: `no field \`${name}\` is allowed here`, ...meant }];
  });
}

function checkNames(object: JsonObject, schema: JsonObject, { checker, pointer }: CheckContext): readonly ValueFault[] {
  const rule = memberOf(schema, "propertyNames");
  if (rule === undefined || rule === true) return [];
  return Object.keys(object).flatMap((name) => {
    const faults = checker.sibling(`the name \`${name}\``).check(name, rule, "");
    return faults.map((fault) => ({ ...fault, pointer: `${pointer}/${escapeToken(name)}` }));
  });
}

function checkCount(object: JsonObject, schema: JsonObject, place: CheckContext): readonly ValueFault[] {
  const count = Object.keys(object).length;
  const [least, most] = [numberAt(schema, "minProperties"), numberAt(schema, "maxProperties")];
  const isFault = (least !== null && count < least) || (most !== null && count > most);
  return isFault ? [{ pointer: place.pointer, message: `${nameAt(place)} has ${count} members`, hint: null }] : [];
}

function checkDependencies(object: JsonObject, schema: JsonObject, place: CheckContext): readonly ValueFault[] {
  const { checker, pointer } = place;
  const dependent = objectAt(schema, "dependentRequired") ?? {};
  const names = Object.keys(checker.isPartial ? {} : dependent).filter((name) => Object.hasOwn(object, name));
  const missing = names.flatMap((name) =>
    textsAt(dependent, name)
      .filter((sibling) => !Object.hasOwn(object, sibling))
      .map((sibling) => ({ pointer, message: `\`${sibling}\` is missing; \`${name}\` needs it`, hint: null })),
  );
  const schemas = entriesAt(schema, "dependentSchemas").flatMap(([name, inner]) =>
    Object.hasOwn(object, name) ? checker.check(object, inner, pointer) : [],
  );
  return [...missing, ...schemas];
}
