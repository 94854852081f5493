import type { JsonNode } from "./json-node.ts";

/** JSON with two spaces a level, as `JSON.stringify` prints it. */
export function printJson(node: JsonNode): string {
  return print(node, { lineBreak: "\n", step: "  ", colon: ": " });
}

/** The same on one line. */
export function printCompactJson(node: JsonNode): string {
  return print(node, { lineBreak: "", step: "", colon: ":" });
}

interface Layout {
  /** Ends a line; with the indentation of the next one. */
  readonly lineBreak: string;
  readonly step: string;
  readonly colon: string;
}

function print(node: JsonNode, { lineBreak, step, colon }: Layout): string {
  const inner = { lineBreak: lineBreak + step, step, colon };
  const enclose = (brackets: string, entries: readonly string[]): string =>
    entries.length === 0
      ? brackets
      : `${brackets.charAt(0)}${inner.lineBreak}${entries.join(`,${inner.lineBreak}`)}${lineBreak}${brackets.charAt(1)}`;
  switch (node.kind) {
    case "object":
      return enclose(
        "{}",
        node.members.map(({ name, node: value }) => JSON.stringify(name) + colon + print(value, inner)),
      );
    case "list":
      return enclose(
        "[]",
        node.items.map((item) => print(item, inner)),
      );
    case "text":
      return JSON.stringify(node.value);
    case "file":
      return JSON.stringify(node.file?.name ?? "");
    case "null":
      return "null";
    case "boolean":
      return String(node.value);
    case "number":
    case "unfinished":
      return node.text;
  }
}

/** A text as it is; of another kind of value its JSON. */
export function textOf(node: JsonNode): string {
  return node.kind === "text" ? node.value : printJson(node);
}
