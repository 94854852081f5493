import { type Node, type ParseError, parseTree, printParseErrorCode } from "jsonc-parser";

import type { JsonNode } from "./json-node.ts";

/** The fault says where and why a text is invalid JSON. Lines and columns count from 1. */
export interface JsonFault {
  readonly kind: "fault";
  readonly message: string;
  readonly offset: number;
  readonly line: number;
  readonly column: number;
}

/**
 * The parser turns JSON (RFC 8259) into a tree. The tree keeps what the parser of the build
 * (`shared/json/parse-json.ts`) can drop: repeated names, and numbers as they're written. Plain words say where a text
 * breaks.
 */
export function parseNode(text: string): JsonNode | JsonFault {
  const errors: ParseError[] = [];
  try {
    const tree = parseTree(text, errors, { disallowComments: true });
    const [error] = errors;
    if (error !== undefined) return toFault(text, error);
    return tree === undefined ? { kind: "null" } : toNode(tree, text);
  } catch (error) {
    if (error instanceof RangeError) return faultAt(text, 0, "this is nested too deeply");
    throw error;
  }
}

/** The words follow a subject, as in "the JSON breaks at line 1, column 26: a value is expected here". */
export function describeFault({ line, column, message }: JsonFault): string {
  return `breaks at line ${line}, column ${column}: ${message}`;
}

/** A typed number keeps its digits; any other text stays as it is. */
export function toNumberNode(typed: string): JsonNode {
  const parsed = parseNode(typed.trim());
  return parsed.kind === "number" ? parsed : { kind: "unfinished", text: typed };
}

/** Deeper values are unlikely in real data, and they would overflow the stack, as they do in the library. */
const deepest = 500;

function toNode({ type, value, offset, length, children = [] }: Node, text: string, depth = 0): JsonNode {
  if (depth > deepest) throw new RangeError();
  switch (type) {
    case "object":
      return {
        kind: "object",
        members: children.flatMap(({ children: [name, member] = [] }) =>
          name && member ? [{ name: String(name.value), node: toNode(member, text, depth + 1) }] : [],
        ),
      };
    case "array":
      return { kind: "list", items: children.map((item) => toNode(item, text, depth + 1)) };
    case "string":
      return { kind: "text", value: String(value) };
    case "number":
      return { kind: "number", text: text.slice(offset, offset + length) };
    case "boolean":
      return { kind: "boolean", value: value === true };
    default:
      return { kind: "null" };
  }
}

function toFault(text: string, { error, offset, length }: ParseError): JsonFault {
  const code = printParseErrorCode(error);
  const isAtEnd = code === "ValueExpected" && offset === text.length;
  if (isAtEnd) return faultAt(text, offset, text.trim() === "" ? "a value is needed" : "a value is missing at the end");
  const found = text.slice(offset, offset + Math.min(length, maxQuoted));
  const before = text.slice(0, offset).trimEnd();
  if (/^[\]}]/.test(found) && before.endsWith(","))
    return faultAt(text, offset, `no comma may stand before "${found}"`);
  if (code === "CommaExpected" && text[offset - 1] === "0" && /^\d/.test(found))
    return faultAt(text, offset, "a number doesn't begin with 0");
  const message = code === "InvalidSymbol" ? describeSymbol(found) : messages.get(code);
  return faultAt(text, offset, message ?? "a value is expected here");
}

function describeSymbol(found: string): string {
  if (/^[-+.]*\d/.test(found)) return `${found} isn't a number`;
  return /[\p{L}\p{N}]/u.test(found) ? `${found} needs double quotes, if it is text` : `${found} doesn't belong here`;
}

const maxQuoted = 20;

const messages: ReadonlyMap<string, string> = new Map([
  ["ColonExpected", "a colon is expected here"],
  ["CommaExpected", "a comma or a closing bracket is expected here"],
  ["PropertyNameExpected", 'a name in double quotes is expected, like "amount"'],
  ["CloseBraceExpected", 'the object isn\'t closed; "}" is missing'],
  ["CloseBracketExpected", 'the list isn\'t closed; "]" is missing'],
  ["EndOfFileExpected", "the value ends before this; nothing may follow"],
  ["UnexpectedEndOfNumber", "this isn't a number"],
  ["UnexpectedEndOfString", "this text isn't closed; a double quote is missing"],
  ["InvalidCharacter", "this text has a character that JSON writes as an escape, like \\t"],
  ["InvalidEscapeCharacter", 'this text has a \\, which is written as "\\\\" in JSON'],
  ["InvalidUnicode", 'this text has a \\, which is written as "\\\\" in JSON'],
  ["InvalidCommentToken", "JSON has no comments"],
]);

function faultAt(text: string, offset: number, message: string): JsonFault {
  const lines = text.slice(0, offset).split("\n");
  return { kind: "fault", message, offset, line: lines.length, column: (lines.at(-1) ?? "").length + 1 };
}
