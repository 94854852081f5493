import { beginStep } from "#read/steps.ts";
import type { Origins } from "#read/yaml/origins.ts";
import { isList, isObject, type Json, type JsonObject, textAt } from "#shared/json/json.ts";
import { nearestHint } from "#shared/diagnostics/nearest.ts";

import {
  type FieldType,
  formatOf,
  isOfType,
  memberType,
  mendValue,
  type ParsedShape,
  type Shapes,
  textsOf,
  wrongType,
} from "./shape.ts";

export type DocumentPath = readonly (string | number)[];

/** A part of the document that its shape doesn't allow. */
export interface ShapeFault {
  readonly message: string;
  readonly hint: string | null;
  /**
   * `nonstandard`: everything is shown all the same. `invalid`: something that the author wrote is left out.
   * `unreadable`: what is left out holds operations.
   */
  readonly gravity: "nonstandard" | "invalid" | "unreadable";
  /** The object or list that holds the fault; null when the whole document is at fault. */
  readonly owner: object | null;
  /** The member or element at fault; null when something is missing from the owner. */
  readonly key: string | number | null;
  readonly path: DocumentPath;
}

/** A walk changes its path as it goes on: a visitor that keeps a path copies it. */
export interface Visitor {
  /** Called for an object or list before its contents. */
  readonly onValue?: (value: object, type: FieldType) => void;
  /** Called for an object of a named shape before its members. */
  readonly onNode?: (node: JsonObject, shape: string, path: DocumentPath) => void;
  readonly onReference?: (node: JsonObject, shape: string, path: DocumentPath) => void;
  /** Called for an object with a `$ref` where the specification has no references: its target replaces it. */
  readonly onForeignReference?: (node: JsonObject, type: FieldType, path: DocumentPath) => void;
  readonly onFault?: (fault: ShapeFault) => void;
  /** Called with the value that is to replace a member or element; with undefined when it is to be left out. */
  readonly onMend?: (owner: object, key: string | number, value: Json | undefined) => void;
  /** Called for an object that lacks a member without which it means nothing. */
  readonly onUseless?: (node: JsonObject) => void;
  /** Called for an unknown member of a shape that allows unknown members. */
  readonly onUnknown?: (node: JsonObject, key: string, shape: ParsedShape) => void;
}

/**
 * Visits every object that the specification gives a meaning, and nothing else: examples, defaults and extensions may
 * hold anything, even `$ref`. It doesn't follow references, so its time is in proportion to the document.
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

class DocumentWalk {
  readonly #shapes: Shapes;
  readonly #visitor: Visitor;
  readonly #path: (string | number)[];

  constructor(shapes: Shapes, visitor: Visitor, path: (string | number)[]) {
    this.#shapes = shapes;
    this.#visitor = visitor;
    this.#path = path;
  }

  visit(value: Json, type: FieldType, location: MemberLocation): void {
    if (isObject(value) && textAt(value, "$ref") !== null && !this.#takesReference(type)) {
      this.#visitor.onForeignReference?.(value, type, this.#path);
    } else if (!isOfType(value, type) && !this.#isBooleanSchema(value, type)) this.#mend(value, type, location);
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
      if (match) this.visit(value, match, location);
    } else if (type.kind === "shape" && isObject(value)) {
      this.#visitor.onValue?.(value, type);
      this.#visitNode(value, type.name);
    }
  }

  #takesReference(type: FieldType): boolean {
    if (type.kind === "either") return type.types.some((alternative) => this.#takesReference(alternative));
    return type.kind === "shape" && this.#shapes.get(type.name)?.fields.has("$ref") === true;
  }

  #visitMember(value: Json, type: FieldType, location: { owner: object; key: string | number }): void {
    this.#path.push(location.key);
    this.visit(value, type, location);
    this.#path.pop();
  }

  #mend(value: Json, type: FieldType, location: MemberLocation): void {
    // `properties:` with `type: object` in it is a schema that stands too deep, not a field of that name.
    const mended = location.key === "type" && type.kind === "shape" ? undefined : mendValue(value, type);
    // Some languages write `""` or `[]` for an object without members. Leaving them out loses nothing.
    const isEmpty = value === null || value === "" || (isList(value) && value.length === 0);
    const isLost = mended === undefined && !isEmpty && textsOf(type).length === 0 && typeof value !== "boolean";
    const holdsOperations = type.kind === "shape" && ["paths", "pathItem", "operation"].includes(type.name);
    const loss = holdsOperations ? "unreadable" : "invalid";
    const wrong = wrongType(value, type, { key: location.key, shapes: this.#shapes });
    this.#fault({ ...wrong, gravity: isLost ? loss : "nonstandard", ...location });
    const { owner, key } = location;
    if (owner !== null && key !== null) this.#visitor.onMend?.(owner, key, mended);
    const format = key === "type" && mended !== undefined ? formatOf(value) : null;
    if (owner !== null && format !== null && !Object.hasOwn(owner, "format"))
      this.#visitor.onMend?.(owner, "format", format);
    if (isList(mended) && type.kind === "list") this.visit(value, type.of, location);
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
      else this.#visitUnlisted(value, shape, { owner: node, key });
    }
  }

  #visitUnlisted(value: Json, shape: ParsedShape, { owner, key }: { owner: JsonObject; key: string }): void {
    if (key.startsWith("x-")) return;
    const { keyed, keyedType } = shape;
    if (keyedType && (keyed?.key.test(key) || isObject(value))) this.#visitMember(value, keyedType, { owner, key });
    if (keyed?.key.test(key)) return;
    if (shape.open) this.#visitor.onUnknown?.(owner, key, shape);
    else {
      const message = keyed
        ? `\`${key}\` has no meaning here: ${keyed.rule}`
        : `\`${key}\` isn't a member of ${shape.title}`;
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
    if (type.kind === "either") return type.types.some((alternative) => this.#isBooleanSchema(value, alternative));
    return typeof value === "boolean" && type.kind === "shape" && this.#shapes.get(type.name)?.open === true;
  }
}

function missing(key: string, { title }: ParsedShape): Pick<ShapeFault, "message" | "hint"> {
  return { message: `\`${key}\` is missing; ${title} needs it`, hint: null };
}

interface Transformation {
  readonly shapes: Shapes;
  readonly origins: Origins;
  /** Called for an object of a named shape after its members were transformed. */
  readonly edit: (node: JsonObject, shape: string) => JsonObject;
}

/** A copy of the document with every meaningful object edited. Objects that don't change are shared, not copied. */
export function transformDocument(document: JsonObject, { shapes, origins, edit }: Transformation): JsonObject {
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
      const type = memberType(parsed, key);
      return type ? transform(member, type) : member;
    });
    return origins.inherit(edit(inner, name), node);
  }

  return transformNode(document, "document");
}
