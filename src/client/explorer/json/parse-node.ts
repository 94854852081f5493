import { type JSONVisitor, type ParseErrorCode, printParseErrorCode, visit } from "jsonc-parser";

import type { JsonNode, NodeMember } from "./json-node.ts";

type ParsedNode =
  { readonly kind: "value"; readonly node: JsonNode } | { readonly kind: "fault"; readonly fault: JsonSyntaxFault };

/** The fault says where and why a text is invalid JSON. Lines and columns count from 1. */
export interface JsonSyntaxFault {
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
export function parseNode(text: string): ParsedNode {
  const tree = new Tree(text);
  try {
    visit(text, tree, { disallowComments: true, allowTrailingComma: false });
    return { kind: "value", node: tree.root };
  } catch (error) {
    if (!(error instanceof SyntaxFault)) throw error;
    const { message, offset } = error;
    const before = text.slice(0, offset);
    const column = offset - before.lastIndexOf("\n");
    return { kind: "fault", fault: { message, offset, line: before.split("\n").length, column } };
  }
}

/** A typed number keeps its digits; any other text stays as it is. */
export function toNumberNode(typed: string): JsonNode {
  const parsed = parseNode(typed.trim());
  return parsed.kind === "value" && parsed.node.kind === "number" ? parsed.node : { kind: "unfinished", text: typed };
}

/** Throwing this error stops the library's parser at once. */
class SyntaxFault extends Error {
  readonly offset: number;

  constructor(message: string, offset: number) {
    super(message);
    this.offset = offset;
  }
}

/** Deeper values are unlikely in real data, and they would overflow the stack. */
const deepest = 500;

/** The end of this object or list is still unread. */
type Open =
  { readonly kind: "object"; readonly members: NodeMember[] } | { readonly kind: "list"; readonly items: JsonNode[] };

/** The tree is built from the events of the library's parser, which stops at the first error. */
class Tree implements JSONVisitor {
  root: JsonNode = { kind: "null" };
  readonly #text: string;
  readonly #open: Open[] = [];
  /** The next value belongs to the member with this name. */
  #name = "";
  /** The parser read this last; it's empty at the beginning. */
  #last: "" | "{" | "[" | "," | ":" | "name" | "value" = "";
  /** The last number, word or string began at this offset. */
  #start = 0;

  constructor(text: string) {
    this.#text = text;
  }

  onObjectBegin = (offset: number): void => this.#begin({ kind: "object", members: [] }, offset);
  onArrayBegin = (offset: number): void => this.#begin({ kind: "list", items: [] }, offset);
  onObjectEnd = (offset: number): void => this.#end(offset);
  onArrayEnd = (offset: number): void => this.#end(offset);
  onSeparator = (mark: string): void => void (this.#last = mark === ":" ? ":" : ",");

  onObjectProperty = (name: string): void => {
    this.#name = name;
    this.#last = "name";
  };

  onLiteralValue = (value: unknown, offset: number, length: number): void => {
    this.#start = offset;
    if (typeof value === "string") this.#add({ kind: "text", value });
    else if (typeof value === "boolean") this.#add({ kind: "boolean", value });
    else if (value === null) this.#add({ kind: "null" });
    else this.#add({ kind: "number", text: this.#text.slice(offset, offset + length) });
  };

  onError = (code: ParseErrorCode, offset: number): void => {
    const inString = stringFaults.get(printParseErrorCode(code));
    if (inString !== undefined) {
      const shift = this.#text.slice(offset).search(inString.pattern);
      throw new SyntaxFault(inString.message, offset + Math.max(shift, 0));
    }
    // A number runs on into further characters: `01`, `1px`.
    const isNumber = this.#last === "value" && /[\d.eE+-]/.test(this.#text.charAt(this.#start)) && offset > this.#start;
    const isGlued = isNumber && !/[\s,\]}]/.test(this.#text.slice(this.#start, offset + 1));
    if (isGlued) throw new SyntaxFault(`${this.#wordAt(this.#start)} isn't a number`, this.#start);
    throw new SyntaxFault(this.#describe(offset), offset);
  };

  #begin(open: Open, offset: number): void {
    if (this.#open.length >= deepest) throw new SyntaxFault("this is nested too deeply", offset);
    this.#add(open);
    this.#open.push(open);
    this.#last = open.kind === "object" ? "{" : "[";
  }

  /** The library reports an end before it reports that the end is missing. */
  #end(offset: number): void {
    if (offset === this.#text.length) throw new SyntaxFault(this.#describe(offset), offset);
    this.#open.pop();
    this.#last = "value";
  }

  #add(node: JsonNode): void {
    const owner = this.#open.at(-1);
    if (owner === undefined) this.root = node;
    else if (owner.kind === "list") owner.items.push(node);
    else owner.members.push({ name: this.#name, node });
    this.#last = "value";
  }

  #wordAt(offset: number): string {
    return this.#text.slice(offset, offset + 20).split(/[\s,\]}]/)[0] ?? "";
  }

  /** The message says what the grammar expects here instead. */
  #describe(offset: number): string {
    const found = this.#text.charAt(offset);
    const owner = this.#open.at(-1);
    const close = owner?.kind === "list" ? "]" : "}";
    const isAtEnd = this.#text.slice(offset).trim() === "";
    if (this.#last === "name") return `a colon is expected after "${this.#name}"`;
    if (this.#last === "value") {
      if (owner === undefined) return "the value ends before this; nothing may follow";
      return isAtEnd
        ? `the ${owner.kind} isn't closed; "${close}" is missing`
        : `a comma or "${close}" is expected here`;
    }
    if (this.#last === "," && found === close) return "a value is missing after the last comma";
    if (this.#last !== ":" && owner?.kind === "object") return 'a name in double quotes is expected, like "amount"';
    if (isAtEnd)
      return this.#last === "" ? "there is nothing here; a value is needed" : "the text ends here; a value is missing";
    const word = /[\w.+-]*/.exec(this.#wordAt(offset))?.[0] ?? "";
    if (/^[-\d]/.test(word)) return `${this.#wordAt(offset)} isn't a number`;
    return word === "" ? "a value is expected here" : `${word} needs double quotes, if it is text`;
  }
}

/** Pairs of backslashes before the match are valid escapes. */
const wrongEscape = /(?<=[^\\](?:\\\\)*)\\(?!["\\/bfnrt]|u[\dA-Fa-f]{4})/;

/** The library reports faults within a string at the string's start, and `pattern` finds their position. */
const stringFaults: ReadonlyMap<string, { readonly message: string; readonly pattern: RegExp }> = new Map([
  ["UnexpectedEndOfString", { message: "this text isn't closed; a double quote is missing", pattern: /^/ }],
  // oxlint-disable-next-line no-control-regex -- these are what JSON forbids
  ["InvalidCharacter", { message: "JSON writes this character as an escape, like \\t", pattern: /[\0-\x1f]/ }],
  ...["InvalidEscapeCharacter", "InvalidUnicode"].map(
    (code) => [code, { message: '\\ is written as "\\\\" in JSON', pattern: wrongEscape }] as const,
  ),
]);
