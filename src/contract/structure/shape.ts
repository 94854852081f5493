/**
 * What an object of a specification may hold, in a notation short enough to compare with the specification's tables:
 * `string`, `boolean`, `number`, `integer`, `any`, the name of another shape, `[x]` a list of x, `{x}` an object with free
 * names and x as values, `x|y` one or the other, `one(a,b)` one of the given texts; a final `!` says that it is
 * required, and `!!` that nothing can be said of the object without it.
 */
export interface Shape {
  readonly fields: Readonly<Record<string, string>>;
  /** For objects whose keys carry meaning of their own: paths, status codes, expressions. */
  readonly rest?: { readonly value: string; readonly key: RegExp; readonly rule: string };
  /** True when unknown members are allowed. */
  readonly open?: boolean;
  /** How messages call it, with an article. */
  readonly title: string;
}

/** A table of shapes whose notations have been read. */
export type Shapes = ReadonlyMap<string, ParsedShape>;

export interface ParsedShape extends Pick<Shape, "title" | "open" | "rest"> {
  readonly fields: ReadonlyMap<string, Field>;
  readonly restType: FieldType | null;
}

/** A parsed notation. */
export type FieldType =
  | { readonly kind: "scalar"; readonly type: "string" | "boolean" | "number" | "integer" }
  | { readonly kind: "any" }
  | { readonly kind: "one"; readonly texts: readonly string[] }
  | { readonly kind: "list"; readonly of: FieldType }
  | { readonly kind: "map"; readonly of: FieldType }
  | { readonly kind: "either"; readonly types: readonly FieldType[] }
  | { readonly kind: "shape"; readonly name: string };

interface Field {
  readonly type: FieldType;
  readonly required: boolean;
  /** True when the object means nothing without it. */
  readonly needed: boolean;
}

/** Reads a table of shapes. */
export function parseShapes(table: Readonly<Record<string, Shape>>): Shapes {
  return new Map(Object.entries(table).map(([name, shape]) => [name, parseShape(shape)]));
}

function parseShape({ fields, ...shape }: Shape): ParsedShape {
  const parsed = Object.entries(fields).map(([key, notation]) => [key, parseField(notation)] as const);
  return { ...shape, fields: new Map(parsed), restType: shape.rest ? parseType(shape.rest.value) : null };
}

function parseField(notation: string): Field {
  const required = notation.endsWith("!");
  return { type: parseType(notation.replace(/!+$/, "")), required, needed: notation.endsWith("!!") };
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

function isScalarName(name: string): name is "string" | "boolean" | "number" | "integer" {
  return name === "string" || name === "boolean" || name === "number" || name === "integer";
}

/** The notation of a type, as far as it tells types of objects and lists apart. */
export function notationOf(type: FieldType): string {
  if (type.kind === "shape") return type.name;
  if (type.kind === "list") return `[${notationOf(type.of)}]`;
  return type.kind === "map" ? `{${notationOf(type.of)}}` : type.kind;
}
