import type { JsonNode, Member } from "./json-node.ts";

/** A piece of printed JSON. Everything but names, texts and other scalars is plain. */
export interface JsonToken {
  readonly kind: "plain" | "name" | "text" | "constant";
  readonly text: string;
  /** The scalar that the token prints. */
  readonly node: JsonNode | null;
}

/** JSON with two spaces a level, as `JSON.stringify` prints it. */
export function printJson(node: JsonNode): string {
  return Array.from(printTokens(node), ({ text }) => text).join("");
}

/** The same on one line. */
export function printCompactJson(node: JsonNode): string {
  return Array.from(printTokens(node), ({ kind, text }) => (kind === "plain" ? text.replace(/\s/g, "") : text)).join(
    "",
  );
}

/** The same in pieces, for colors. */
export function* printTokens(node: JsonNode, indent = ""): Generator<JsonToken, void> {
  switch (node.kind) {
    case "object":
      return yield* printEntries(node.members, { open: "{", close: "}", indent }, printMember);
    case "list":
      return yield* printEntries(node.items, { open: "[", close: "]", indent }, printTokens);
    case "text":
      return yield { kind: "text", text: JSON.stringify(node.value), node };
    case "file":
      return yield { kind: "text", text: JSON.stringify(node.file?.name ?? ""), node };
    case "null":
    case "boolean":
    case "number":
    case "unfinished":
      return yield { kind: "constant", text: scalarText(node), node };
  }
}

function scalarText(node: Extract<JsonNode, { kind: "null" | "boolean" | "number" | "unfinished" }>): string {
  if (node.kind === "null") return "null";
  return node.kind === "boolean" ? String(node.value) : node.text;
}

interface Brackets {
  readonly open: string;
  readonly close: string;
  readonly indent: string;
}

function* printEntries<T>(
  entries: readonly T[],
  { open, close, indent }: Brackets,
  print: (entry: T, indent: string) => Generator<JsonToken, void>,
): Generator<JsonToken, void> {
  if (entries.length === 0) return yield plain(open + close);
  const inner = `${indent}  `;
  for (const [index, entry] of entries.entries()) {
    yield plain(`${index === 0 ? open : ","}\n${inner}`);
    yield* print(entry, inner);
  }
  yield plain(`\n${indent}${close}`);
}

function* printMember({ name, node }: Member, indent: string): Generator<JsonToken, void> {
  yield { kind: "name", text: JSON.stringify(name), node: null };
  yield plain(": ");
  yield* printTokens(node, indent);
}

function plain(text: string): JsonToken {
  return { kind: "plain", text, node: null };
}

/** A text as it is; of another kind of value its JSON. */
export function textOf(node: JsonNode): string {
  if (node.kind === "text") return node.value;
  return node.kind === "number" || node.kind === "unfinished" ? node.text : printJson(node);
}
