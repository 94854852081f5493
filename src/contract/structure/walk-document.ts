import { beginStep } from "#read/steps.ts";
import type { Origins } from "#read/yaml/origins.ts";
import { isList, isObject, type Json, type JsonObject, textAt } from "#shared/json/json.ts";
import { nearestHint } from "#shared/diagnostics/nearest.ts";

import { type FieldType, isOfType, mendValue, type ParsedShape, type Shapes, textsOf, wrongType } from "./shape.ts";

export type DocumentPath = readonly (string | number)[];

/** A place where the document is not of its shape. */
export interface ShapeFault {
  readonly message: string;
  readonly hint: string | null;
  /**
   * What becomes of it: all is shown (`nonstandard`), something that the author wrote is left out (`invalid`), and that
   * something holds operations (`unreadable`).
   */
  readonly gravity: "nonstandard" | "invalid" | "unreadable";
  /** The object or list that holds the fault; null when the whole document is at fault. */
  readonly owner: object | null;
  /** The member or element at fault; null when something is missing from the owner. */
  readonly key: string | number | null;
  readonly path: DocumentPath;
}

/** What a walk reports. Paths are only valid during the call; copy what is kept. */
export interface Visitor {
  /** An object or list, before what is in it. */
  readonly onValue?: (value: object, type: FieldType) => void;
  /** An object of a named shape, before its members. */
  readonly onNode?: (node: JsonObject, shape: string, path: DocumentPath) => void;
  /** An object that stands for another one by `$ref`. */
  readonly onReference?: (node: JsonObject, shape: string, path: DocumentPath) => void;
  /** An object with a `$ref` where the specification has none: what it names takes its place. */
  readonly onForeignReference?: (node: JsonObject, type: FieldType, path: DocumentPath) => void;
  readonly onFault?: (fault: ShapeFault) => void;
  /** What a member or element is to be instead; undefined when it is to be left out. */
  readonly onMend?: (owner: object, key: string | number, value: Json | undefined) => void;
  /** An object without a member that nothing can be said of it without. */
  readonly onUseless?: (node: JsonObject) => void;
  /** A member that its shape does not know, where unknown ones are allowed. */
  readonly onUnknown?: (node: JsonObject, key: string, shape: ParsedShape) => void;
}

/**
 * Visits every object that the specification gives a meaning, and nothing else: examples, defaults and extensions may hold
 * anything, even `$ref`. Does not follow references, so it takes time in proportion to the document.
 */
export function walkDocument(
  root: Json,
  start: { readonly type: FieldType; readonly path: DocumentPath },
  context: { readonly shapes: Shapes; readonly visitor: Visitor },
): void {
  const walk = new DocumentWalk(context.shapes, context.visitor, [...start.path]);
  walk.visit(root, start.type, { owner: null, key: null });
}

interface MemberLocation {
  readonly owner: object | null;
  readonly key: string | number | null;
}

/** One walk: the tables it follows, whom it tells, and where it is. */
class DocumentWalk {
  readonly #shapes: Shapes;
  readonly #visitor: Visitor;
  readonly #path: (string | number)[];

  constructor(shapes: Shapes, visitor: Visitor, path: (string | number)[]) {
    this.#shapes = shapes;
    this.#visitor = visitor;
    this.#path = path;
  }

  visit(value: Json, type: FieldType, place: MemberLocation): void {
    if (isObject(value) && textAt(value, "$ref") !== null && !this.#takesReference(type)) {
      this.#visitor.onForeignReference?.(value, type, this.#path);
    } else if (!isOfType(value, type) && !this.#isBooleanSchema(value, type)) this.#mend(value, type, place);
    else if (type.kind === "list" && isList(value)) {
      this.#visitor.onValue?.(value, type);
      value.forEach((element, index) => this.#visitMember(element, type.of, { owner: value, key: index }));
    } else if (type.kind === "map" && isObject(value)) {
      this.#visitor.onValue?.(value, type);
      for (const [key, member] of Object.entries(value)) {
        if (!key.startsWith("x-") || isObject(member)) this.#visitMember(member, type.of, { owner: value, key });
      }
    } else if (type.kind === "either") {
      const match = type.types.find((alternative) => isOfType(value, alternative));
      if (match) this.visit(value, match, place);
    } else if (type.kind === "shape" && isObject(value)) {
      this.#visitor.onValue?.(value, type);
      this.#visitNode(value, type.name);
    }
  }

  #takesReference(type: FieldType): boolean {
    if (type.kind === "either") return type.types.some((alternative) => this.#takesReference(alternative));
    return type.kind === "shape" && this.#shapes.get(type.name)?.fields.has("$ref") === true;
  }

  #visitMember(value: Json, type: FieldType, place: { owner: object; key: string | number }): void {
    this.#path.push(place.key);
    this.visit(value, type, place);
    this.#path.pop();
  }

  #mend(value: Json, type: FieldType, place: MemberLocation): void {
    const mended = mendValue(value, type);
    const isLost = mended === undefined && !isEmpty(value) && textsOf(type).length === 0 && typeof value !== "boolean";
    this.#fault({
      ...wrongType(value, type, { key: place.key, shapes: this.#shapes }),
      gravity: isLost ? (holdsOperations(type) ? "unreadable" : "invalid") : "nonstandard",
      ...place,
    });
    const { owner, key } = place;
    if (owner !== null && key !== null) this.#visitor.onMend?.(owner, key, mended);
    if (isList(mended) && type.kind === "list") this.visit(value, type.of, place);
  }

  #visitNode(node: JsonObject, name: string): void {
    const shape = this.#shapes.get(name);
    if (!shape) return;
    const isReference = shape.fields.has("$ref") && textAt(node, "$ref") !== null;
    if (isReference) this.#visitor.onReference?.(node, name, this.#path);
    if (isReference && name !== "schema" && name !== "pathItem") return;
    if (!isReference && this.#isUseless(node, shape)) return;
    if (name === "operation") beginStep(this.#path.join(" "));
    this.#visitor.onNode?.(node, name, this.#path);
    if (!isReference) this.#checkRequired(node, shape);
    for (const [key, value] of Object.entries(node)) {
      const field = shape.fields.get(key);
      if (field) this.#visitMember(value, field.type, { owner: node, key });
      else this.#visitOther(value, shape, { owner: node, key });
    }
  }

  #visitOther(value: Json, shape: ParsedShape, { owner, key }: { owner: JsonObject; key: string }): void {
    if (key.startsWith("x-")) return;
    const { rest, restType } = shape;
    if (restType && (rest?.key.test(key) || isObject(value))) this.#visitMember(value, restType, { owner, key });
    if (rest?.key.test(key)) return;
    if (shape.open) this.#visitor.onUnknown?.(owner, key, shape);
    else {
      const message = rest
        ? `\`${key}\` has no meaning here: ${rest.rule}`
        : `\`${key}\` is no member of ${shape.title}`;
      const hint = nearestHint(key, [...shape.fields.keys()]);
      this.#fault({ message, hint, gravity: "nonstandard", owner, key }, key);
    }
  }

  #checkRequired(node: JsonObject, shape: ParsedShape): void {
    for (const [key, { required }] of shape.fields) {
      if (!required || Object.hasOwn(node, key)) continue;
      this.#fault({ ...missing(key, shape), gravity: "nonstandard", owner: node, key: null });
    }
  }

  /** True, and said, for a node without a member that nothing can be said of it without. */
  #isUseless(node: JsonObject, shape: ParsedShape): boolean {
    for (const [key, { needed, type }] of shape.fields) {
      const value = needed ? (Object.hasOwn(node, key) ? node[key] : undefined) : null;
      if (value === null || (value !== undefined && isOfType(mendValue(value, type) ?? value, type))) continue;
      const wrong = value === undefined ? missing(key, shape) : wrongType(value, type, { key, shapes: this.#shapes });
      this.#fault({ ...wrong, gravity: "invalid", owner: node, key: value === undefined ? null : key });
      this.#visitor.onUseless?.(node);
      return true;
    }
    return false;
  }

  #fault(fault: Omit<ShapeFault, "path">, ...below: readonly string[]): void {
    this.#visitor.onFault?.({ ...fault, path: [...this.#path, ...below] });
  }

  /** In JSON Schema 2020-12 `true` and `false` are schemas. */
  #isBooleanSchema(value: Json, type: FieldType): boolean {
    return typeof value === "boolean" && type.kind === "shape" && this.#shapes.get(type.name)?.open === true;
  }
}

/** True for null and for what some languages write in place of an object without members: nobody misses them. */
function isEmpty(value: Json): boolean {
  return value === null || value === "" || (isList(value) && value.length === 0);
}

function holdsOperations(type: FieldType): boolean {
  return type.kind === "shape" && ["paths", "pathItem", "operation"].includes(type.name);
}

function missing(key: string, { title }: ParsedShape): Pick<ShapeFault, "message" | "hint"> {
  return { message: `\`${key}\` is missing; ${title} needs it`, hint: null };
}

interface Transformation {
  readonly shapes: Shapes;
  readonly origins: Origins;
  /** Returns what an object of a named shape becomes; its members have been transformed already. */
  readonly edit: (node: JsonObject, shape: string) => JsonObject;
}

/** A copy of the document with every meaningful object edited. Objects that do not change are shared, not copied. */
export function transformDocument(document: JsonObject, transformation: Transformation): JsonObject {
  const { shapes, origins, edit } = transformation;

  function transform(value: Json, type: FieldType): Json {
    if (type.kind === "either")
      return type.types.reduce((result, alternative) => transform(result, alternative), value);
    if (type.kind === "list" && isList(value)) return origins.changeElements(value, (part) => transform(part, type.of));
    if (type.kind === "map" && isObject(value)) return origins.changeMembers(value, (part) => transform(part, type.of));
    return type.kind === "shape" && isObject(value) ? transformNode(value, type.name) : value;
  }

  function transformNode(node: JsonObject, name: string): JsonObject {
    const parsed = shapes.get(name);
    if (!parsed) return node;
    if (name === "operation") beginStep(textAt(node, "operationId") ?? name);
    const inner = origins.changeMembers(node, (member, key) => {
      const type = parsed.fields.get(key)?.type ?? (parsed.rest?.key.test(key) ? parsed.restType : null);
      return type ? transform(member, type) : member;
    });
    const edited = edit(inner, name);
    origins.inherit(edited, node);
    return edited;
  }

  return transformNode(document, "document");
}
