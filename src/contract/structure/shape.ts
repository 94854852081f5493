import { showValue, typeTitle } from "#shared/conformance/checker.ts";
import {
  isList,
  isNumber,
  isObject,
  isWhole,
  type Json,
  parseNumber,
  toDouble,
  toJsonText,
} from "#shared/json/json.ts";
import { nearestHint } from "#shared/diagnostics/nearest.ts";

export type Family = "Swagger 2.0" | "OpenAPI 3.0" | "OpenAPI 3.1" | "OpenAPI 3.2";

/**
 * What an object of a specification may hold, in a notation short enough to compare with the specification's tables:
 * `string`, `boolean`, `number`, `integer`, `any`, the name of another shape, `[x]` a list of x, `{x}` an object with free
 * names and x as values, `x|y` either of two, `one(a,b)` one of these texts; a final `!` means required, and `!!` that
 * the object is useless without it.
 */
export interface Shape {
  readonly fields: Readonly<Record<string, string>>;
  /** The members whose keys are data: paths, status codes, expressions. */
  readonly keyed?: { readonly value: string; readonly key: RegExp; readonly rule: string };
  /** True when unknown members are allowed. */
  readonly open?: boolean;
  /** Its name in messages, with an article. */
  readonly title: string;
}

export type Shapes = ReadonlyMap<string, ParsedShape>;

export interface ParsedShape extends Pick<Shape, "title" | "open" | "keyed"> {
  readonly fields: ReadonlyMap<string, Field>;
  readonly keyedType: FieldType | null;
}

export type FieldType =
  | { readonly kind: "scalar"; readonly type: ScalarName }
  | { readonly kind: "any" }
  | { readonly kind: "one"; readonly texts: readonly string[] }
  | { readonly kind: "list"; readonly of: FieldType }
  | { readonly kind: "map"; readonly of: FieldType }
  | { readonly kind: "either"; readonly types: readonly FieldType[] }
  | { readonly kind: "shape"; readonly name: string };

type ScalarName = "string" | "boolean" | "number" | "integer";

interface Field {
  readonly type: FieldType;
  readonly required: boolean;
  /** True when the object is useless without it. */
  readonly needed: boolean;
}

export function parseShapes(table: Readonly<Record<string, Shape>>): Shapes {
  return new Map(Object.entries(table).map(([name, shape]) => [name, parseShape(shape)]));
}

function parseShape({ fields, ...shape }: Shape): ParsedShape {
  const parsed = Object.entries(fields).map(([key, notation]): readonly [string, Field] => {
    const [required, needed] = [notation.endsWith("!"), notation.endsWith("!!")];
    return [key, { type: parseType(notation.replace(/!+$/, "")), required, needed }];
  });
  return { ...shape, fields: new Map(parsed), keyedType: shape.keyed ? parseType(shape.keyed.value) : null };
}

function parseType(notation: string): FieldType {
  const list = /^\[(.*)\]$/.exec(notation)?.[1];
  if (list !== undefined) return { kind: "list", of: parseType(list) };
  const map = /^\{(.*)\}$/.exec(notation)?.[1];
  if (map !== undefined) return { kind: "map", of: parseType(map) };
  const texts = /^one\((.*)\)$/.exec(notation)?.[1];
  if (texts !== undefined) return { kind: "one", texts: texts.split(",") };
  if (notation.includes("|")) return { kind: "either", types: notation.split("|").map(parseType) };
  if (notation === "any") return { kind: "any" };
  if (isScalarName(notation)) return { kind: "scalar", type: notation };
  return { kind: "shape", name: notation };
}

function isScalarName(name: string): name is ScalarName {
  return name === "string" || name === "boolean" || name === "number" || name === "integer";
}

/** Null for a type of JSON Schema that isn't a scalar. */
export function scalarOf(name: string): FieldType | null {
  return isScalarName(name) ? { kind: "scalar", type: name } : null;
}

/** The type of a member; null for one that the shape doesn't have. */
export function memberType({ fields, keyed, keyedType }: ParsedShape, key: string): FieldType | null {
  return fields.get(key)?.type ?? (keyed?.key.test(key) ? keyedType : null);
}

/** The notation of a type. All scalars share one: references lead to objects and lists. */
export function notationOf(type: FieldType): string {
  if (type.kind === "shape") return type.name;
  if (type.kind === "list") return `[${notationOf(type.of)}]`;
  return type.kind === "map" ? `{${notationOf(type.of)}}` : type.kind;
}

/** Looks at the value itself, not at its members or elements. */
export function isOfType(value: Json, type: FieldType): boolean {
  switch (type.kind) {
    case "any":
      return true;
    case "scalar":
      return isScalar(value, type.type);
    case "one":
      return typeof value === "string" && type.texts.includes(value);
    case "list":
      return isList(value);
    case "map":
    case "shape":
      return isObject(value);
    case "either":
      return type.types.some((alternative) => isOfType(value, alternative));
  }
}

function isScalar(value: Json, type: ScalarName): boolean {
  if (type === "integer") return isNumber(value) && isWhole(value);
  return type === "number" ? isNumber(value) : typeof value === type;
}

/**
 * The value that the author must have meant by one of the wrong type: `version: 1.0` is a text, `tags: pets` a list of
 * one, `type: String` a word in another case, `[string, null]` two words, `license: MIT` its name. Undefined where nothing
 * can be guessed.
 */
export function mendValue(value: Json, type: FieldType): Json | undefined {
  if (value === null) return type.kind === "one" ? type.texts.find((text) => text === "null") : undefined;
  if (type.kind === "scalar") return mendScalar(value, type.type);
  if (type.kind === "one") {
    if (typeof value !== "string") return undefined;
    const meant = typeMeant(value);
    return type.texts.find((text) => text.toLowerCase() === meant);
  }
  if (type.kind === "list") return isOfType(value, type.of) ? [value] : undefined;
  if (type.kind === "shape") return mendShape(value, type.name);
  if (type.kind !== "either") return undefined;
  return type.types.map((alternative) => mendValue(value, alternative)).find((mended) => mended !== undefined);
}

/** Words of programming languages, and formats, that stand for a type of JSON Schema. */
// prettier-ignore
const wordsByType: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    string: [
      "str", "text", "char", "date", "date-time", "datetime", "time", "timestamp", "uuid", "email", "uri", "url",
    ],
    number: ["float", "double", "decimal"],
    integer: ["int", "int32", "int64", "long"],
    boolean: ["bool"],
    array: ["list"],
    object: ["map", "dict", "json"],
  }),
);

function typeMeant(written: string): string {
  const word = written.toLowerCase();
  return [...wordsByType].find(([, words]) => words.includes(word))?.[0] ?? word;
}

const formats = new Set(["date", "date-time", "time", "uuid", "email", "uri", "float", "double", "int32", "int64"]);

/** The format that stands as a type; null for another word. */
export function formatOf(type: Json): string | null {
  const word = type === "datetime" ? "date-time" : type === "url" ? "uri" : type;
  return typeof word === "string" && formats.has(word) ? word : null;
}

/** The member that people write in place of the whole object. */
const mainMembers: ReadonlyMap<string, string> = new Map([
  ...["contact", "license", "tag"].map((shape) => [shape, "name"] as const),
  ...["externalDocs", "server"].map((shape) => [shape, "url"] as const),
]);

function mendShape(value: Json, shape: string): Json | undefined {
  if (shape === "schema" && typeof value === "string") {
    const type = typeMeant(value);
    return wordsByType.has(type) ? { type } : undefined;
  }
  const member = mainMembers.get(shape);
  return member === undefined || typeof value !== "string" || value === "" ? undefined : { [member]: value };
}

function mendScalar(value: Json, type: ScalarName): Json | undefined {
  if (isList(value) || isObject(value)) return undefined;
  if (type === "string") return toJsonText(value);
  if (typeof value !== "string") return undefined;
  if (type === "boolean") return flags.get(value.toLowerCase());
  const number = parseNumber(value.trim() || "none");
  return isScalar(number, type) && Number.isFinite(toDouble(number)) ? number : undefined;
}

/** `yes` was true until YAML 1.2. */
const flags: ReadonlyMap<string, boolean> = new Map([
  ...["true", "yes", "on"].map((word) => [word, true] as const),
  ...["false", "no", "off"].map((word) => [word, false] as const),
]);

/** `key` is the member or element that holds the value; null for the whole document. */
export function wrongType(
  value: Json,
  type: FieldType,
  { key, shapes }: { readonly key: string | number | null; readonly shapes: Shapes },
) {
  const message = `${titleOfKey(key)} must be ${describeType(type, shapes)}, not ${showValue(value)}`;
  if (value === null && mendValue(value, type) !== undefined) return { message, hint: 'write "null", in quotes' };
  if (key === "in" && (value === "body" || value === "formData"))
    return { message, hint: "describe it in requestBody:, as OpenAPI 3 does" };
  if (key === "required" && typeof value === "boolean")
    return { message, hint: value ? "list it in required: of the object that holds it" : "leave it out" };
  const format = formatOf(value);
  const mended = mendValue(value, type);
  if (format !== null && typeof mended === "string") return { message, hint: `write ${mended}, and format: ${format}` };
  return { message, hint: typeof value === "string" ? nearestHint(value, textsOf(type)) : null };
}

function titleOfKey(key: string | number | null): string {
  if (key === null) return "the document";
  return typeof key === "number" ? `element ${key}` : `\`${key}\``;
}

export function describeType(type: FieldType, shapes: Shapes): string {
  if (type.kind === "shape") return shapes.get(type.name)?.title ?? "an object";
  if (type.kind === "either") return type.types.map((alternative) => describeType(alternative, shapes)).join(" or ");
  if (type.kind === "one") return `one of ${type.texts.join(", ")}`;
  if (type.kind === "scalar") return typeTitle(type.type);
  return type.kind === "list" ? "a list" : "an object";
}

export function textsOf(type: FieldType): readonly string[] {
  if (type.kind === "either") return type.types.flatMap(textsOf);
  return type.kind === "one" ? type.texts : [];
}
