import { escapeToken } from "../json/json-pointer.ts";
import {
  entriesAt,
  flagAt,
  isList,
  type Json,
  type JsonObject,
  listAt,
  memberOf,
  numberAt,
  objectAt,
  textAt,
  textsAt,
} from "../json/json.ts";
import type { BodyFault } from "./contract-guide.ts";
import { type Judge, type JudgePlace, nameAt } from "./judge.ts";

/** Judges an object: which members it has, and each of those that the schema describes. */
export function judgeObject(object: JsonObject, schema: JsonObject, place: JudgePlace): readonly BodyFault[] {
  return [
    ...judgeRequired(object, schema, place),
    ...judgeMembers(object, schema, place),
    ...judgeAdditional(object, schema, place),
    ...judgeCount(object, schema, place),
    ...judgeDependencies(object, schema, place),
  ];
}

function judgeRequired(object: JsonObject, schema: JsonObject, { judge, pointer }: JudgePlace): readonly BodyFault[] {
  if (judge.isPartial) return [];
  const missing = textsAt(schema, "required").filter((name) => !Object.hasOwn(object, name));
  const demanded = missing.filter((name) => !isHidden(memberOf(objectAt(schema, "properties") ?? {}, name), judge));
  return demanded.map((name) => ({ pointer, message: `\`${name}\` is missing`, hint: null }));
}

/** True for what only the other side sends. */
function isHidden(schema: Json | undefined, judge: Judge): boolean {
  if (judge.direction === null) return false;
  const flag = judge.direction === "request" ? "readOnly" : "writeOnly";
  const reference = textAt(schema, "$ref");
  const named = reference === null ? undefined : (judge.target(reference) ?? undefined);
  return [schema, named, ...listAt(schema, "allOf")].some((part) => flagAt(part, flag));
}

function judgeMembers(object: JsonObject, schema: JsonObject, { judge, pointer }: JudgePlace): readonly BodyFault[] {
  return entriesAt(schema, "properties").flatMap(([name, property]) => {
    const value = memberOf(object, name);
    const at = `${pointer}/${escapeToken(name)}`;
    if (value === undefined) return [];
    if (!isHidden(property, judge)) return judge.judgePart(value, property, at);
    const message =
      judge.direction === "request"
        ? `\`${name}\` is read-only and cannot be sent`
        : `\`${name}\` is write-only and never returned`;
    return [{ pointer: at, message, hint: "leave it out" }];
  });
}

function judgeAdditional(object: JsonObject, schema: JsonObject, { judge, pointer }: JudgePlace): readonly BodyFault[] {
  const additional = memberOf(schema, "additionalProperties");
  // Expressions are not executed, so any name may be one that `patternProperties` describes.
  if (additional === undefined || additional === true || Object.hasOwn(schema, "patternProperties")) return [];
  const known = objectAt(schema, "properties") ?? {};
  return Object.entries(object).flatMap(([name, value]) => {
    if (Object.hasOwn(known, name)) return [];
    const at = `${pointer}/${escapeToken(name)}`;
    if (additional !== false) return judge.judgePart(value, additional, at);
    return [{ pointer: at, message: `no field \`${name}\` is allowed here`, hint: null }];
  });
}

function judgeCount(object: JsonObject, schema: JsonObject, place: JudgePlace): readonly BodyFault[] {
  const count = Object.keys(object).length;
  const [least, most] = [numberAt(schema, "minProperties"), numberAt(schema, "maxProperties")];
  const isFault = (least !== null && count < least) || (most !== null && count > most);
  return isFault ? [{ pointer: place.pointer, message: `${nameAt(place)} has ${count} members`, hint: null }] : [];
}

function judgeDependencies(object: JsonObject, schema: JsonObject, place: JudgePlace): readonly BodyFault[] {
  const { judge, pointer } = place;
  const names = entriesAt(schema, "dependentRequired").flatMap(([name, needed]) => {
    if (!Object.hasOwn(object, name) || !isList(needed) || judge.isPartial) return [];
    const missing = needed.map(String).filter((other) => !Object.hasOwn(object, other));
    return missing.map((other) => ({ pointer, message: `\`${other}\` is missing; \`${name}\` needs it`, hint: null }));
  });
  const schemas = entriesAt(schema, "dependentSchemas").flatMap(([name, dependent]) =>
    Object.hasOwn(object, name) ? judge.judgePart(object, dependent, pointer) : [],
  );
  return [...names, ...schemas];
}
