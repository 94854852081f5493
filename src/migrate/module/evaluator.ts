import type * as acorn from "acorn";
import type { AnyNode } from "acorn";

import { textLimits } from "#read/source-text.ts";
import { LimitError } from "#read/within-time.ts";
import { settingsSize } from "#settings/parse-settings.ts";
import { isList, isObject, type Json, memberOf } from "#shared/json/json.ts";

export type Constants = ReadonlyMap<string, AnyNode>;

export function constantsOf(statements: readonly AnyNode[]): Constants {
  const constants = new Map<string, AnyNode>();
  for (const statement of statements) {
    const declared = statement.type === "ExportNamedDeclaration" ? statement.declaration : statement;
    if (declared?.type === "FunctionDeclaration" && declared.id) constants.set(declared.id.name, declared);
    if (declared?.type !== "VariableDeclaration") continue;
    for (const { id, init } of declared.declarations)
      if (id.type === "Identifier" && init) constants.set(id.name, init);
  }
  return constants;
}

/** In characters, after constants are filled in: a few times the limit of a file. */
const maxText = 10 * settingsSize;

/** A value that only running the module would give. */
export interface Unknown {
  /** `themeConfig.footer.copyright` */
  readonly path: string;
  readonly offset: number;
}

/** Offsets of keys and elements, by object or list, then by key. */
export type KeyOffsets = WeakMap<object, ReadonlyMap<string | number, number>>;

/** A deeper constant must contain itself. */
const deepest = 100;

/**
 * Evaluates nodes. Literals, known constants and combinations of them have a value; calls, conditions on the
 * environment and functions have none.
 * @throws LimitError after too many steps, or with too much text.
 */
export class Evaluator {
  readonly unknown: Unknown[] = [];
  readonly keyOffsets: KeyOffsets = new WeakMap();
  #constants: Constants;
  #depth = 0;
  #steps = 0;
  #text = 0;

  constructor(constants: Constants) {
    this.#constants = constants;
  }

  /** Returns undefined, and notes the path, if only running the module would give the value. */
  valueOf(node: AnyNode, path: string): Json | undefined {
    this.#spend(1, 0);
    if (this.#depth > deepest) return this.#note(path, node);
    this.#depth += 1;
    const value = this.#read(node, path);
    this.#depth -= 1;
    if (typeof value === "string") this.#spend(0, value.length);
    return value;
  }

  #spend(steps: number, text: number): void {
    this.#steps += steps;
    this.#text += text;
    if (this.#steps > textLimits.nodes) throw new LimitError(`takes more than ${textLimits.nodes} steps to read`);
    if (this.#text > maxText) throw new LimitError(`comes to more than ${maxText / 1_000_000} MB of text`);
  }

  #read(node: AnyNode, path: string): Json | undefined {
    switch (node.type) {
      case "Literal":
        return isScalar(node.value) ? node.value : this.#note(path, node);
      case "TemplateLiteral":
        return this.#template(node, path);
      case "ArrayExpression":
        return this.#list(node, path);
      case "ObjectExpression":
        return this.#object(node, path);
      case "Identifier":
        return this.#constant(node, path);
      case "MemberExpression":
        return this.#member(node, path);
      case "UnaryExpression":
        return this.#unary(node, path);
      case "BinaryExpression":
        return this.#sum(node, path);
      case "LogicalExpression":
        return this.#quietly(node.left) ?? this.valueOf(node.right, path);
      case "CallExpression":
        return this.#call(node, path);
      case "ArrowFunctionExpression":
      case "FunctionDeclaration":
      case "FunctionExpression":
        return this.#returned(node.body, path);
      default:
        return this.#note(path, node);
    }
  }

  #note(path: string, { start }: AnyNode): undefined {
    this.#spend(0, path.length);
    if (path !== "") this.unknown.push({ path, offset: start });
  }

  #quietly(node: AnyNode): Json | undefined {
    const before = this.unknown.length;
    const value = this.valueOf(node, "?");
    this.unknown.length = before;
    return value;
  }

  #template({ quasis, expressions }: acorn.TemplateLiteral, path: string): string {
    const values = expressions.map((expression) => this.valueOf(expression, path));
    const shown = values.map((value) => (isScalar(value) ? String(value) : ""));
    const text = quasis.map(({ value }, index) => (value.cooked ?? "") + (shown[index] ?? "")).join("");
    return values.every(isScalar) ? text : text.replace(/ {2,}/g, " ");
  }

  #list({ elements }: acorn.ArrayExpression, path: string): readonly Json[] {
    const list: Json[] = [];
    const offsets = new Map<string | number, number>();
    for (const [index, element] of elements.entries()) {
      if (element === null) continue;
      for (const value of this.#element(element, `${path}[${index}]`)) {
        offsets.set(list.length, element.start);
        list.push(value);
      }
    }
    this.keyOffsets.set(list, offsets);
    return list;
  }

  #element(element: acorn.Expression | acorn.SpreadElement, path: string): readonly Json[] {
    if (element.type === "SpreadElement") {
      const spread = this.valueOf(element.argument, path);
      if (!isList(spread)) return [];
      this.#spend(spread.length, 0);
      return spread;
    }
    const value = this.valueOf(element, path);
    return value === undefined ? [] : [value];
  }

  #object({ properties }: acorn.ObjectExpression, path: string): Json {
    const offsets = new Map<string | number, number>();
    const members = new Map<string, Json>();
    for (const property of properties) {
      const spread = property.type === "SpreadElement" ? this.valueOf(property.argument, path) : undefined;
      const written = isObject(spread) ? this.keyOffsets.get(spread) : undefined;
      for (const [key, value] of isObject(spread) ? Object.entries(spread) : this.#property(property, path)) {
        this.#spend(1, 0);
        members.set(key, value);
        offsets.set(key, written?.get(key) ?? property.start);
      }
    }
    const value = Object.fromEntries(members);
    this.keyOffsets.set(value, offsets);
    return value;
  }

  #property(property: acorn.Property | acorn.SpreadElement, path: string): readonly (readonly [string, Json])[] {
    if (property.type === "SpreadElement") return [];
    const { key, computed } = property;
    const written = computed ? this.#quietly(key) : key.type === "Identifier" ? key.name : this.#quietly(key);
    if (!isScalar(written)) return [];
    const name = String(written);
    const value = this.valueOf(property.value, path === "" ? name : `${path}.${name}`);
    return value === undefined ? [] : [[name, value]];
  }

  #constant(node: acorn.Identifier, path: string): Json | undefined {
    const known = this.#constants.get(node.name);
    return known === undefined || known.type === "FunctionDeclaration"
      ? this.#note(path, node)
      : this.valueOf(known, path);
  }

  #member(node: acorn.MemberExpression, path: string): Json | undefined {
    const owner = this.#quietly(node.object);
    const key = node.computed ? this.#quietly(node.property) : nameOf(node.property);
    const member = typeof key === "string" ? memberOf(owner, key) : undefined;
    const value = typeof key === "number" && isList(owner) ? owner[key] : member;
    return value ?? this.#note(path, node);
  }

  #unary(node: acorn.UnaryExpression, path: string): Json | undefined {
    const value = this.valueOf(node.argument, path);
    if (node.operator === "-" && typeof value === "number") return -value;
    return node.operator === "!" && isScalar(value) ? !value : this.#note(path, node);
  }

  /** Joins text. Sums of numbers would need running. */
  #sum(node: acorn.BinaryExpression, path: string): Json | undefined {
    const [left, right] = [this.valueOf(node.left, path), this.valueOf(node.right, path)];
    const isText = typeof left === "string" || typeof right === "string";
    return node.operator === "+" && isText && isScalar(left) && isScalar(right)
      ? `${left}${right}`
      : this.#note(path, node);
  }

  /** `require.resolve("./x")` and `path.join(__dirname, "x")` name a file; `config()` gives its return value. */
  #call(node: acorn.CallExpression, path: string): Json | undefined {
    const [first] = node.arguments;
    const name = nameOf(node.callee);
    if (name === "require.resolve" && first !== undefined) return this.valueOf(first, path);
    if (/^(?:path\.)?(?:join|resolve)$/.test(name)) {
      const parts = node.arguments
        .filter((part) => nameOf(part) !== "__dirname")
        .map((part) => this.valueOf(part, path));
      return parts.every((part) => typeof part === "string") ? parts.join("/") : this.#note(path, node);
    }
    const constant = this.#constants.get(name);
    return constant === undefined || node.arguments.length > 0 ? this.#note(path, node) : this.valueOf(constant, path);
  }

  #returned(body: AnyNode, path: string): Json | undefined {
    if (body.type !== "BlockStatement") return path === "" ? this.valueOf(body, path) : this.#note(path, body);
    const last = body.body.findLast((statement) => statement.type === "ReturnStatement");
    if (path !== "" || last?.argument === undefined || last.argument === null) return this.#note(path, body);
    this.#constants = new Map([...this.#constants, ...constantsOf(body.body)]);
    return this.valueOf(last.argument, path);
  }
}

function isScalar(value: unknown): value is string | number | boolean | null {
  return value === null || typeof value === "string" || typeof value === "number" || typeof value === "boolean";
}

export function nameOf(node: AnyNode): string {
  if (node.type === "Identifier" || node.type === "PrivateIdentifier") return node.name;
  if (node.type !== "MemberExpression") return "";
  return `${nameOf(node.object)}.${node.computed ? "" : nameOf(node.property)}`;
}
