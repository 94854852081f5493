import { type AnyNode, type Expression, parse, type Program, type SpreadElement } from "acorn";
import { transform } from "esbuild";

import { isList, isObject, type Json, memberOf } from "#shared/json/json.ts";

/*
 * Reads what a module exports without running it. esbuild, which is here anyway, takes away types; acorn, which the
 * parser of MDX brings, gives the syntax. Literals, known constants and what is put together of these have a value;
 * calls, conditions on the environment and functions have none.
 */

/** What a module exports by default, as far as it is written down. */
export interface ModuleValue {
  readonly value: Json;
  /** Paths of what only running it would tell: `themeConfig.footer.copyright`. */
  readonly unknown: readonly string[];
}

/** Null when the text is no JavaScript or TypeScript, or exports nothing by default. */
export async function readModule(text: string): Promise<ModuleValue | null> {
  const code = await transform(text, { loader: "tsx", jsx: "preserve", target: "esnext", logLevel: "silent" })
    .then((result) => result.code)
    .catch(() => null);
  const program = code === null ? null : parseProgram(code);
  if (program === null) return null;
  const evaluator = new Evaluator(constantsOf(program.body));
  const exported = exportOf(program);
  if (exported === null) return null;
  const value = evaluator.valueOf(exported, "");
  return value === undefined ? null : { value, unknown: [...new Set(evaluator.unknown)] };
}

/** The value of an expression inside a page: a literal, or a constant of that page. Undefined when it has none. */
export function readExpression(text: string): Json | undefined {
  const program = parseProgram(`(${text}\n)`);
  const [statement] = program?.body ?? [];
  if (statement?.type !== "ExpressionStatement") return undefined;
  const evaluator = new Evaluator(new Map());
  const value = evaluator.valueOf(statement.expression, "");
  return evaluator.unknown.length > 0 ? undefined : value;
}

function parseProgram(code: string): Program | null {
  try {
    return parse(code, { ecmaVersion: "latest", sourceType: "module", allowReturnOutsideFunction: true });
  } catch {
    return null;
  }
}

function exportOf({ body }: Program): AnyNode | null {
  for (const statement of body) {
    if (statement.type === "ExportDefaultDeclaration") return statement.declaration;
    if (statement.type === "ExportNamedDeclaration") {
      const found = statement.specifiers.find(
        ({ exported }) => exported.type === "Identifier" && exported.name === "default",
      );
      if (found !== undefined) return found.local;
    }
    if (statement.type !== "ExpressionStatement" || statement.expression.type !== "AssignmentExpression") continue;
    const { left, right } = statement.expression;
    if (left.type === "MemberExpression" && /^(module\.exports|exports\.default)$/.test(nameOf(left))) return right;
  }
  return null;
}

function nameOf(node: AnyNode): string {
  if (node.type === "Identifier" || node.type === "PrivateIdentifier") return node.name;
  if (node.type !== "MemberExpression") return "";
  return `${nameOf(node.object)}.${node.computed ? "" : nameOf(node.property)}`;
}

type Constants = ReadonlyMap<string, AnyNode>;

function constantsOf(statements: readonly AnyNode[]): Constants {
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

/** Deeper than this a constant is made of itself. */
const deepest = 100;

class Evaluator {
  readonly unknown: string[] = [];
  #constants: Constants;
  #depth = 0;

  constructor(constants: Constants) {
    this.#constants = constants;
  }

  /** The value of a node; undefined, and noted, when only running the module would tell. `path` is where it stands. */
  valueOf(node: AnyNode, path: string): Json | undefined {
    if (this.#depth > deepest) return this.#note(path);
    this.#depth += 1;
    const value = this.#read(node, path);
    this.#depth -= 1;
    return value;
  }

  #read(node: AnyNode, path: string): Json | undefined {
    switch (node.type) {
      case "Literal":
        return isScalar(node.value) ? node.value : this.#note(path);
      case "TemplateLiteral":
        return this.#template(
          node.quasis.map(({ value }) => value.cooked ?? ""),
          node.expressions,
          path,
        );
      case "ArrayExpression":
        return node.elements.flatMap((element, index) => this.#element(element, `${path}[${index}]`));
      case "ObjectExpression":
        return Object.fromEntries(node.properties.flatMap((property) => this.#members(property, path)));
      case "Identifier":
        return this.#constant(node.name, path);
      case "MemberExpression":
        return this.#member(node, path);
      case "UnaryExpression":
        return this.#unary(node.operator, node.argument, path);
      case "BinaryExpression":
        return this.#sum(node, path);
      case "LogicalExpression":
        return this.#quietly(node.left) ?? this.valueOf(node.right, path);
      case "CallExpression":
        return this.#call(node, path);
      case "ParenthesizedExpression":
        return this.valueOf(node.expression, path);
      case "ArrowFunctionExpression":
      case "FunctionDeclaration":
      case "FunctionExpression":
        return this.#returned(node.body, path);
      default:
        return this.#note(path);
    }
  }

  #note(path: string): undefined {
    if (path !== "") this.unknown.push(path);
  }

  #quietly(node: AnyNode): Json | undefined {
    const before = this.unknown.length;
    const value = this.valueOf(node, "?");
    this.unknown.length = before;
    return value;
  }

  /** Of a template the words stay that are written down. */
  #template(words: readonly string[], expressions: readonly Expression[], path: string): string {
    const values = expressions.map((expression) => this.valueOf(expression, path));
    const text = words.map((word, index) => word + (isScalar(values[index]) ? String(values[index]) : "")).join("");
    return values.every(isScalar) ? text : text.replace(/ {2,}/g, " ");
  }

  #element(element: Expression | SpreadElement | null, path: string): readonly Json[] {
    if (element === null) return [];
    if (element.type === "SpreadElement") {
      const spread = this.valueOf(element.argument, path);
      return isList(spread) ? spread : [];
    }
    const value = this.valueOf(element, path);
    return value === undefined ? [] : [value];
  }

  #members(
    property: Extract<AnyNode, { type: "ObjectExpression" }>["properties"][number],
    path: string,
  ): readonly [string, Json][] {
    if (property.type === "SpreadElement") {
      const spread = this.valueOf(property.argument, path);
      return isObject(spread) ? Object.entries(spread) : [];
    }
    const { key, computed } = property;
    const written = computed ? this.#quietly(key) : key.type === "Identifier" ? key.name : this.#quietly(key);
    if (!isScalar(written)) return [];
    const name = String(written);
    const value = this.valueOf(property.value, path === "" ? name : `${path}.${name}`);
    return value === undefined ? [] : [[name, value]];
  }

  #constant(name: string, path: string): Json | undefined {
    const node = this.#constants.get(name);
    return node === undefined || node.type === "FunctionDeclaration" ? this.#note(path) : this.valueOf(node, path);
  }

  #member(node: Extract<AnyNode, { type: "MemberExpression" }>, path: string): Json | undefined {
    const owner = this.#quietly(node.object);
    const key = node.computed ? this.#quietly(node.property) : nameOf(node.property);
    const member = typeof key === "string" ? memberOf(owner, key) : undefined;
    const value = typeof key === "number" && isList(owner) ? owner[key] : member;
    return value ?? this.#note(path);
  }

  #unary(operator: string, argument: Expression, path: string): Json | undefined {
    const value = this.valueOf(argument, path);
    if (operator === "-" && typeof value === "number") return -value;
    return operator === "!" && isScalar(value) ? !value : this.#note(path);
  }

  #sum({ operator, left, right }: Extract<AnyNode, { type: "BinaryExpression" }>, path: string): Json | undefined {
    const [one, other] = [this.valueOf(left, path), this.valueOf(right, path)];
    return operator === "+" && isScalar(one) && isScalar(other) ? `${one}${other}` : this.#note(path);
  }

  /** `require.resolve("./x")` and `path.join(__dirname, "x")` name a file; `config()` is what it returns. */
  #call(node: Extract<AnyNode, { type: "CallExpression" }>, path: string): Json | undefined {
    const [first] = node.arguments;
    const name = nameOf(node.callee);
    if (name === "require.resolve" && first !== undefined) return this.valueOf(first, path);
    if (/^(?:path\.)?(?:join|resolve)$/.test(name)) {
      const parts = node.arguments
        .filter((part) => nameOf(part) !== "__dirname")
        .map((part) => this.valueOf(part, path));
      return parts.every((part) => typeof part === "string") ? parts.join("/") : this.#note(path);
    }
    const own = this.#constants.get(name);
    return own === undefined || node.arguments.length > 0 ? this.#note(path) : this.valueOf(own, path);
  }

  #returned(body: AnyNode, path: string): Json | undefined {
    if (body.type !== "BlockStatement") return path === "" ? this.valueOf(body, path) : this.#note(path);
    const last = body.body.findLast((statement) => statement.type === "ReturnStatement");
    if (path !== "" || last?.argument === undefined || last.argument === null) return this.#note(path);
    this.#constants = new Map([...this.#constants, ...constantsOf(body.body)]);
    return this.valueOf(last.argument, path);
  }
}

function isScalar(value: unknown): value is string | number | boolean | null {
  return value === null || typeof value === "string" || typeof value === "number" || typeof value === "boolean";
}
