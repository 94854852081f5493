import type { Origins } from "#read/origins.ts";
import { isList, isObject, type Json, type JsonObject, textAt, toJsonText, toObject } from "#shared/json/json.ts";
import { nearestHint } from "#shared/nearest.ts";

import type { FieldType, ParsedShape, Shapes } from "./shape.ts";

export type Path = readonly (string | number)[];

/** A place where the document is not of its shape. */
export interface ShapeFault {
  readonly message: string;
  readonly hint: string | null;
  /** The object or list that holds the fault; null when the whole document is at fault. */
  readonly owner: object | null;
  /** The member or element at fault; null when something is missing from the owner. */
  readonly key: string | number | null;
  readonly path: Path;
}

/** What a walk reports. Paths are only valid during the call; copy what is kept. */
export interface Visitor {
  /** An object of a named shape, before its members. */
  readonly onNode?: (node: JsonObject, shape: string, path: Path) => void;
  /** An object that stands for another one by `$ref`. */
  readonly onReference?: (node: JsonObject, shape: string, path: Path) => void;
  readonly onFault?: (fault: ShapeFault) => void;
  /** A member that its shape does not know, where unknown ones are allowed. */
  readonly onUnknown?: (node: JsonObject, key: string, shape: ParsedShape) => void;
}

/**
 * Visits every object that the specification gives a meaning, and nothing else: examples, defaults and extensions may hold
 * anything, even `$ref`. Does not follow references, so it takes time in proportion to the document.
 */
export function walkDocument(
  root: Json,
  start: { readonly shape: string; readonly path: Path },
  context: { readonly shapes: Shapes; readonly visitor: Visitor },
): void {
  const walk = new Walk(context.shapes, context.visitor, [...start.path]);
  walk.visit(root, { kind: "shape", name: start.shape }, { owner: null, key: null });
}

interface Place {
  readonly owner: object | null;
  readonly key: string | number | null;
}

/** One walk: the tables it follows, whom it tells, and where it is. */
class Walk {
  readonly #shapes: Shapes;
  readonly #visitor: Visitor;
  readonly #path: (string | number)[];

  constructor(shapes: Shapes, visitor: Visitor, path: (string | number)[]) {
    this.#shapes = shapes;
    this.#visitor = visitor;
    this.#path = path;
  }

  visit(value: Json, type: FieldType, place: Place): void {
    if (!isOfType(value, type) && !this.#isBooleanSchema(value, type)) {
      const message = `${nameOf(place)} must be ${this.#describe(type)}, not ${describeValue(value)}`;
      const hint = typeof value === "string" ? nearestHint(value, textsOf(type)) : null;
      this.#fault({ message, hint, ...place, path: [...this.#path] });
      return;
    }
    if (type.kind === "list" && isList(value)) {
      value.forEach((element, index) => this.#visitMember(element, type.of, { owner: value, key: index }));
    } else if (type.kind === "map" && isObject(value)) {
      for (const [key, member] of Object.entries(value)) this.#visitMember(member, type.of, { owner: value, key });
    } else if (type.kind === "either") {
      const match = type.types.find((alternative) => isOfType(value, alternative));
      if (match) this.visit(value, match, place);
    } else if (type.kind === "shape" && isObject(value)) this.#visitNode(value, type.name);
  }

  #visitMember(value: Json, type: FieldType, place: { owner: object; key: string | number }): void {
    this.#path.push(place.key);
    this.visit(value, type, place);
    this.#path.pop();
  }

  #visitNode(node: JsonObject, name: string): void {
    const shape = this.#shapes.get(name);
    if (!shape) return;
    const isReference = shape.fields.has("$ref") && textAt(node, "$ref") !== null;
    if (isReference) this.#visitor.onReference?.(node, name, this.#path);
    if (isReference && name !== "schema" && name !== "pathItem") return;
    this.#visitor.onNode?.(node, name, this.#path);
    if (!isReference) this.#checkRequired(node, shape);
    for (const [key, value] of Object.entries(node)) {
      const field = shape.fields.get(key);
      if (field) this.#visitMember(value, field.type, { owner: node, key });
      else this.#visitOther(value, shape, { owner: node, key });
    }
  }

  #visitOther(value: Json, shape: ParsedShape, place: { owner: JsonObject; key: string }): void {
    const { owner, key } = place;
    if (key.startsWith("x-")) return;
    if (shape.restType && shape.rest?.key.test(key)) this.#visitMember(value, shape.restType, { owner, key });
    else if (shape.open) this.#visitor.onUnknown?.(owner, key, shape);
    else {
      const message = shape.rest
        ? `\`${key}\` has no meaning here: ${shape.rest.rule}`
        : `\`${key}\` is no member of ${shape.title}`;
      const hint = nearestHint(key, [...shape.fields.keys()]);
      this.#fault({ message, hint, owner, key, path: [...this.#path, key] });
    }
  }

  #checkRequired(node: JsonObject, shape: ParsedShape): void {
    for (const [key, { required }] of shape.fields) {
      if (!required || Object.hasOwn(node, key)) continue;
      const message = `\`${key}\` is missing; ${shape.title} needs it`;
      this.#fault({ message, hint: null, owner: node, key: null, path: [...this.#path] });
    }
  }

  #fault(fault: ShapeFault): void {
    this.#visitor.onFault?.(fault);
  }

  /** In JSON Schema 2020-12 `true` and `false` are schemas. */
  #isBooleanSchema(value: Json, type: FieldType): boolean {
    return typeof value === "boolean" && type.kind === "shape" && this.#shapes.get(type.name)?.open === true;
  }

  #describe(type: FieldType): string {
    if (type.kind === "shape") return this.#shapes.get(type.name)?.title ?? "an object";
    if (type.kind === "either") return type.types.map((alternative) => this.#describe(alternative)).join(" or ");
    if (type.kind === "one") return `one of ${type.texts.join(", ")}`;
    if (type.kind === "scalar") return scalarTitles[type.type];
    return type.kind === "list" ? "a list" : "an object";
  }
}

const scalarTitles = {
  string: "text",
  boolean: "true or false",
  number: "a number",
  integer: "a whole number",
} as const;

function isOfType(value: Json, type: FieldType): boolean {
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

function isScalar(value: Json, type: (FieldType & { readonly kind: "scalar" })["type"]): boolean {
  if (typeof value === "bigint") return type === "integer" || type === "number";
  return type === "integer" ? Number.isInteger(value) : typeof value === type;
}

function textsOf(type: FieldType): readonly string[] {
  if (type.kind === "either") return type.types.flatMap(textsOf);
  return type.kind === "one" ? type.texts : [];
}

function nameOf({ key }: Place): string {
  if (key === null) return "the document";
  return typeof key === "number" ? `element ${key}` : `\`${key}\``;
}

function describeValue(value: Json): string {
  if (isList(value)) return "a list";
  if (isObject(value)) return "an object";
  const text = toJsonText(value);
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}

interface Transformation {
  readonly shapes: Shapes;
  readonly origins: Origins;
  /** Returns what an object of a named shape becomes; its members have been transformed already. */
  readonly edit: (node: JsonObject, shape: string) => JsonObject;
}

/** A copy of the document with every meaningful object edited. Objects that do not change are shared, not copied. */
export function transformDocument(document: JsonObject, shape: string, transformation: Transformation): JsonObject {
  const { shapes, origins, edit } = transformation;

  function transform(value: Json, type: FieldType): Json {
    if (type.kind === "either")
      return type.types.reduce((result, alternative) => transform(result, alternative), value);
    if (type.kind === "list" && isList(value)) return transformList(value, type.of);
    if (type.kind === "map" && isObject(value)) return transformMembers(value, () => type.of);
    return type.kind === "shape" && isObject(value) ? transformNode(value, type.name) : value;
  }

  function transformList(list: readonly Json[], type: FieldType): Json {
    const result = list.map((element) => transform(element, type));
    if (result.every((element, index) => element === list[index])) return list;
    origins.inherit(result, list);
    return result;
  }

  function transformMembers(object: JsonObject, typeOf: (key: string) => FieldType | null): JsonObject {
    const entries = Object.entries(object).map(([key, member]) => {
      const type = typeOf(key);
      return [key, type ? transform(member, type) : member] as const;
    });
    if (entries.every(([key, member]) => member === object[key])) return object;
    const result = toObject(entries);
    origins.inherit(result, object);
    return result;
  }

  function transformNode(node: JsonObject, name: string): JsonObject {
    const parsed = shapes.get(name);
    if (!parsed) return node;
    const typeOf = (key: string): FieldType | null =>
      parsed.fields.get(key)?.type ?? (parsed.rest?.key.test(key) ? parsed.restType : null);
    const edited = edit(transformMembers(node, typeOf), name);
    origins.inherit(edited, node);
    return edited;
  }

  return transformNode(document, shape);
}
