import { type Json, type JsonObject, jsonTypeOf, listAt, memberOf, numberAt, textAt, textsAt } from "../json/json.ts";
import { isSameJson } from "../json/same-json.ts";
import { nearestHint } from "../nearest.ts";
import type { BodyFault } from "./contract-guide.ts";
import { type JudgePlace, nameAt, showValue } from "./judge.ts";

interface ScalarJudgement {
  readonly faults: readonly BodyFault[];
  /** True when nothing else about the value is worth saying. */
  readonly isOfWrongType: boolean;
}

/** Judges what does not look into the value: type, listed values, limits of numbers and texts, format. */
export function judgeScalar(value: Json, schema: JsonObject, place: JudgePlace): ScalarJudgement {
  const wrongType = judgeType(value, schema, place);
  if (wrongType) return { faults: [wrongType], isOfWrongType: true };
  const faults = [
    judgeListed(value, schema, place),
    ...(typeof value === "number" ? judgeNumber(value, schema, place) : []),
    ...(typeof value === "string" ? judgeText(value, schema, place) : []),
  ];
  return { faults: faults.filter((fault) => fault !== null), isOfWrongType: false };
}

const typeTitles: ReadonlyMap<string, string> = new Map([
  ["string", "text"],
  ["integer", "a whole number"],
  ["number", "a number"],
  ["boolean", "true or false"],
  ["array", "a list"],
  ["object", "an object"],
  ["null", "null"],
]);

function judgeType(value: Json, schema: JsonObject, place: JudgePlace): BodyFault | null {
  const types = textsAt(schema, "type");
  const type = jsonTypeOf(value);
  const isCents = textAt(schema, "x-unit") === "usd-cents" && typeof value === "number";
  if (isCents && !Number.isInteger(value)) {
    const hint = `did you mean ${Math.round(value * 100)}?`;
    return { pointer: place.pointer, message: `${nameAt(place)} is a whole number of cents, not ${value}`, hint };
  }
  if (types.length === 0 || types.includes(type) || (type === "integer" && types.includes("number"))) return null;
  const expected = types.map((name) => typeTitles.get(name) ?? name).join(" or ");
  return {
    pointer: place.pointer,
    message: `${nameAt(place)} must be ${expected}, not ${showValue(value)}`,
    hint: null,
  };
}

function judgeListed(value: Json, schema: JsonObject, place: JudgePlace): BodyFault | null {
  const constant = memberOf(schema, "const");
  if (constant !== undefined && !isSameJson(constant, value)) {
    return {
      pointer: place.pointer,
      message: `${nameAt(place)} must be ${showValue(constant)}, not ${showValue(value)}`,
      hint: null,
    };
  }
  const values = listAt(schema, "enum");
  if (values.length === 0 || values.some((candidate) => isSameJson(candidate, value))) return null;
  const texts = values.map(String);
  const meant = typeof value === "string" ? nearestHint(value, texts) : null;
  const hint = meant ?? `one of ${texts.slice(0, mostListed).join(", ")}${texts.length > mostListed ? ", …" : ""}`;
  return { pointer: place.pointer, message: `${nameAt(place)} cannot be ${showValue(value)}`, hint };
}

const mostListed = 12;

function judgeNumber(value: number, schema: JsonObject, place: JudgePlace): readonly (BodyFault | null)[] {
  const multiple = numberAt(schema, "multipleOf");
  const [least, most] = [numberAt(schema, "minimum"), numberAt(schema, "maximum")];
  const [above, below] = [numberAt(schema, "exclusiveMinimum"), numberAt(schema, "exclusiveMaximum")];
  const fault = (isFault: boolean, rule: string): BodyFault | null =>
    isFault ? { pointer: place.pointer, message: `${nameAt(place)} must be ${rule}, not ${value}`, hint: null } : null;
  return [
    fault(least !== null && value < least, `${least} or more`),
    fault(most !== null && value > most, `at most ${most}`),
    fault(above !== null && value <= above, `more than ${above}`),
    fault(below !== null && value >= below, `less than ${below}`),
    fault(multiple !== null && multiple > 0 && !isMultiple(value, multiple), `a multiple of ${multiple}`),
  ];
}

/** Exact for what people write: 0.3 is a multiple of 0.1. */
function isMultiple(value: number, step: number): boolean {
  const quotient = value / step;
  return Math.abs(quotient - Math.round(quotient)) < 1e-9 * Math.max(1, Math.abs(quotient));
}

function judgeText(value: string, schema: JsonObject, place: JudgePlace): readonly (BodyFault | null)[] {
  const length = Array.from(value).length;
  const [least, most] = [numberAt(schema, "minLength"), numberAt(schema, "maxLength")];
  const format = textAt(schema, "format");
  const fault = (isFault: boolean, rule: string): BodyFault | null =>
    isFault ? { pointer: place.pointer, message: `${nameAt(place)} ${rule}`, hint: null } : null;
  return [
    fault(least !== null && length < least, `has ${length} characters; ${least} is the least`),
    fault(most !== null && length > most, `has ${length} characters; ${most} is the most`),
    fault(format !== null && !isOfFormat(value, format), `must be a ${format}, not ${showValue(value)}`),
  ];
}

const date = String.raw`\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])`;
const time = String.raw`(?:[01]\d|2[0-3]):[0-5]\d:(?:[0-5]\d|60)(?:\.\d+)?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)`;

/** Expressions without nested repetition: they take time in proportion to the text. */
const expressions: ReadonlyMap<string, RegExp> = new Map([
  ["date-time", new RegExp(`^${date}[Tt ]${time}$`, "i")],
  ["date", new RegExp(`^${date}$`)],
  ["time", new RegExp(`^${time}$`, "i")],
  ["uuid", /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i],
  ["email", /^[^\s@]+@[^\s@]+$/],
  ["uri", /^[a-z][a-z\d+.-]*:\S+$/i],
  ["uri-reference", /^\S*$/],
  ["hostname", /^[a-z\d](?:[a-z\d.-]{0,253})$/i],
  ["ipv4", /^(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)(?:\.(?!$)|$)){4}$/],
  ["byte", /^[A-Za-z\d+/]*={0,2}$/],
]);

/** True when the text is of the format, or the format is one that is not judged (JSON Schema Validation, section 7.3). */
function isOfFormat(text: string, format: string): boolean {
  return (expressions.get(format)?.test(text) ?? true) && isCalendarDate(text, format);
}

/** The 30th of February is no date. */
function isCalendarDate(text: string, format: string): boolean {
  if (format !== "date" && format !== "date-time") return true;
  const [year = 0, month = 0, day = 0] = text.slice(0, 10).split("-").map(Number);
  return day <= new Date(Date.UTC(year, month, 0)).getUTCDate();
}
