import { type AnyNode, parse } from "acorn";
import { transformSync } from "esbuild";

/* What the function closes over that makes what a memory remembers. */

const recalls = new Set(["remember", "rememberParts", "keep", "compiled"]);

/** The names that a file's makers take from the functions around them, sorted: what is neither given to them nor stands at the top of the file. */
export function namesAroundMakers(text: string): readonly string[] {
  const { code } = transformSync(text, { loader: "ts", format: "esm" });
  const program = parse(code, { ecmaVersion: "latest", sourceType: "module" });
  const all = [...nodesIn(program)];
  const inner = new Set(all.filter(isFunction).flatMap((node) => [...boundIn(node)]));
  const found = all.filter(isRecall).flatMap((call) => {
    const maker = makerOf(call);
    const own = new Set(boundIn(maker));
    return [...namesIn(maker)].filter((name) => inner.has(name) && !own.has(name));
  });
  return [...new Set(found)].sort();
}

type FunctionNode = Extract<
  AnyNode,
  { type: "ArrowFunctionExpression" | "FunctionExpression" | "FunctionDeclaration" }
>;
type Call = Extract<AnyNode, { type: "CallExpression" }>;

function isFunction(node: AnyNode): node is FunctionNode {
  return ["ArrowFunctionExpression", "FunctionExpression", "FunctionDeclaration"].includes(node.type);
}

function isRecall(node: AnyNode): node is Call {
  if (node.type !== "CallExpression" || node.arguments.length !== 3) return false;
  const { callee } = node;
  const name = callee.type === "MemberExpression" ? callee.property : callee;
  return name.type === "Identifier" && recalls.has(name.name);
}

/** The third argument, or what that says of `make`. */
function makerOf({ arguments: [, , maker], ...call }: Call): AnyNode {
  if (maker?.type !== "ObjectExpression") return maker ?? { ...call, arguments: [] };
  const making = maker.properties.find(
    (property) => property.type === "Property" && property.key.type === "Identifier" && property.key.name === "make",
  );
  return making?.type === "Property" ? making.value : maker;
}

/** What a function declares, with all functions in it: parameters, variables and functions. */
function* boundIn(root: AnyNode): Generator<string> {
  for (const node of nodesIn(root)) {
    if (node.type === "VariableDeclarator") yield* namesIn(node.id);
    if (!isFunction(node)) continue;
    for (const parameter of node.params) yield* namesIn(parameter);
    if (node.type === "FunctionDeclaration" && node !== root && node.id !== null) yield node.id.name;
  }
}

/** Every name that is read or bound below a node: not those of members and keys. */
function* namesIn(root: AnyNode): Generator<string> {
  if (root.type === "Identifier") yield root.name;
  for (const child of childrenOf(root)) yield* namesIn(child);
}

function* nodesIn(root: AnyNode): Generator<AnyNode> {
  yield root;
  for (const child of childrenOf(root)) yield* nodesIn(child);
}

function childrenOf(node: AnyNode): readonly AnyNode[] {
  const left = node.type === "MemberExpression" && !node.computed ? node.property : null;
  const key = node.type === "Property" && !node.computed && !node.shorthand ? node.key : null;
  const values: readonly unknown[] = Object.values(node).flat();
  return values.filter(isNode).filter((child) => child !== left && child !== key);
}

function isNode(value: unknown): value is AnyNode {
  return typeof value === "object" && value !== null && "type" in value && typeof value.type === "string";
}
