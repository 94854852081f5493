import { format as formats } from "@cfworker/json-schema";

import type { Limits } from "../contract/keywords/limits.ts";
import { nearestHint } from "../diagnostics/nearest.ts";
import { compareNumbers, isMultiple } from "../json/arithmetic.ts";
import {
  exactNumberAt,
  includesType,
  isNumber,
  type Json,
  type JsonNumber,
  type JsonObject,
  jsonTypeOf,
  listAt,
  memberOf,
  numberAt,
  numberText,
  textAt,
  textsAt,
  toText,
} from "../json/json.ts";
import { isSameJson } from "../json/same-json.ts";
import { checkWhole } from "./check-whole.ts";
import { type CheckContext, checkSize, faultAt, showValue, typeTitle, type ValueFault } from "./checker.ts";
import { matchPattern, parsePattern, type Pattern } from "./match-pattern.ts";
import { nameOf } from "./sample-fault.ts";
import { withArticle } from "../english.ts";

interface ScalarFaults {
  readonly faults: readonly ValueFault[];
  /** True if no other fault of the value is worth reporting. */
  readonly isOfWrongType: boolean;
}

/** Checks a value without its parts: type, enum, limits of numbers and texts, format. */
export function checkScalar(value: Json, schema: JsonObject, context: CheckContext): ScalarFaults {
  const { checker, pointer } = context;
  const kind = { types: textsAt(schema, "type"), unit: textAt(schema, "x-unit") };
  const wholeFault = isNumber(value) ? checkWhole(value, kind, nameOf(checker.title, pointer)) : null;
  const notWhole = wholeFault && { ...wholeFault, pointer };
  const wrongType = notWhole?.isOfNotation ? null : (notWhole ?? checkType(value, kind.types, context));
  if (wrongType) return { faults: [wrongType], isOfWrongType: true };
  const faults = [
    notWhole,
    checkConstant(value, schema, context),
    checkListed(value, schema, context),
    ...(isNumber(value) ? checkNumber(value, schema, context) : []),
    ...(typeof value === "string" ? checkText(value, schema, context) : []),
  ];
  return { faults: faults.filter((fault) => fault !== null), isOfWrongType: false };
}

function checkType(value: Json, types: readonly string[], context: CheckContext): ValueFault | null {
  if (types.length === 0 || includesType(types, jsonTypeOf(value))) return null;
  const expected = types.map(typeTitle).join(" or ");
  return { ...faultAt(context, `must be ${expected}, not ${showValue(value)}`), isOfWrongKind: true };
}

function checkConstant(value: Json, schema: JsonObject, context: CheckContext): ValueFault | null {
  const constant = memberOf(schema, "const");
  if (constant === undefined || isSameJson(constant, value)) return null;
  return { ...faultAt(context, `must be ${showValue(constant)}, not ${showValue(value)}`), isOfWrongKind: true };
}

function checkListed(value: Json, schema: JsonObject, context: CheckContext): ValueFault | null {
  const values = listAt(schema, "enum");
  if (!Object.hasOwn(schema, "enum") || values.some((candidate) => isSameJson(candidate, value))) return null;
  const texts = values.map(toText);
  const meant = typeof value === "string" ? nearestHint(value, texts) : null;
  const listed = `one of ${texts.slice(0, maxListed).join(", ")}${texts.length > maxListed ? ", …" : ""}`;
  const fault = faultAt(context, `can't be ${showValue(value)}`, meant ?? (texts.length > 0 ? listed : null));
  return typeof value === "string" ? { ...fault, unknown: { kind: "value", word: value, known: texts } } : fault;
}

const maxListed = 12;

function checkNumber(value: JsonNumber, schema: JsonObject, context: CheckContext): readonly (ValueFault | null)[] {
  return numberRules.map(([key, isMet, toRule]) => {
    const limit = exactNumberAt(schema, key);
    if (limit === null || isMet(value, limit)) return null;
    return faultAt(context, `must be ${toRule(numberText(limit))}, not ${numberText(value)}`);
  });
}

/** True for a number that the limits of a schema allow. */
export function isWithin(value: JsonNumber, limits: Limits): boolean {
  return numberRules.every(([key, isMet]) => {
    const limit = limits[key];
    return limit === undefined || isMet(value, limit);
  });
}

type NumberRule = readonly [
  key: "minimum" | "maximum" | "exclusiveMinimum" | "exclusiveMaximum" | "multipleOf",
  isMet: (value: JsonNumber, limit: JsonNumber) => boolean,
  toRule: (limit: string) => string,
];

const numberRules: readonly NumberRule[] = [
  ["minimum", (value, least) => compareNumbers(value, least) >= 0, (least) => `${least} or more`],
  ["maximum", (value, most) => compareNumbers(value, most) <= 0, (most) => `at most ${most}`],
  ["exclusiveMinimum", (value, bound) => compareNumbers(value, bound) > 0, (bound) => `more than ${bound}`],
  ["exclusiveMaximum", (value, bound) => compareNumbers(value, bound) < 0, (bound) => `less than ${bound}`],
  [
    "multipleOf",
    (value, step) => compareNumbers(step, 0) <= 0 || isMultiple(value, step),
    (step) => `a multiple of ${step}`,
  ],
];

function checkText(value: string, schema: JsonObject, context: CheckContext): readonly (ValueFault | null)[] {
  const [least, most] = [numberAt(schema, "minLength"), numberAt(schema, "maxLength")];
  const length = least === null && most === null ? 0 : Array.from(value).length;
  const format = textAt(schema, "format") ?? "";
  const isOfFormat = tests.get(format)?.(value) !== false;
  return [
    ...checkSize(context, length, { least, most, noun: "character" }),
    isOfFormat ? null : faultAt(context, `must be ${withArticle(format)}, not ${showValue(value)}`),
    matches(value, schema, context) ? null : faultAt(context, `must match ${textAt(schema, "pattern")}`),
  ];
}

/** Patterns are parsed once for each schema. */
const patterns = new WeakMap<JsonObject, Pattern | null>();

/** A step of matching is less work than a step of checking. */
const matchStepsPerStep = 8;

/** True if the pattern is invalid or takes too long, because nobody can tell then. */
function matches(text: string, schema: JsonObject, { checker }: CheckContext): boolean {
  const expression = textAt(schema, "pattern");
  if (expression === null) return true;
  const pattern = patterns.get(schema) ?? parsePattern(expression);
  patterns.set(schema, pattern);
  if (pattern === null) return true;
  const match = matchPattern(pattern, text);
  return !checker.spend(Math.ceil(match.steps / matchStepsPerStep)) || match.isMatch !== false;
}

const octet = String.raw`(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)`;
const ipv4 = new RegExp(String.raw`^(?:${octet}\.){3}${octet}$`);

/**
 * The library's test for `url`, which isn't a standard format, takes years on a harmless text, and its test for IPv4
 * accepts `010.0.0.1`.
 */
const tests: ReadonlyMap<string, (text: string) => boolean> = new Map([
  ...Object.entries(formats).filter(([name]) => name !== "url"),
  ["ipv4", (text) => ipv4.test(text)],
  ["byte", (text) => /^[A-Za-z\d+/]*={0,2}$/.test(text)],
]);
