import type { JsonNode, NodeMember } from "./json-node.ts";

type ParsedNode =
  { readonly kind: "value"; readonly node: JsonNode } | { readonly kind: "fault"; readonly fault: JsonSyntaxFault };

/** Where and why a text is not JSON. Lines and columns count from 1. */
export interface JsonSyntaxFault {
  readonly message: string;
  readonly offset: number;
  readonly line: number;
  readonly column: number;
}

/**
 * Parses JSON (RFC 8259) without losing anything, and says in plain words where a text breaks. The platform's `JSON.parse`
 * rounds long numbers, drops repeated names, and each browser words its errors differently, some without a place.
 * The reader of the build (`shared/json/parse-json.ts`, with `jsonc-parser`) takes 4.4 kB gzip, this one 1.3: opening the
 * first explorer takes 101.1 kB of the 102 that it may, so there is no room for it.
 */
export function parseNode(text: string): ParsedNode {
  try {
    return { kind: "value", node: new JsonParser(text).parse() };
  } catch (error) {
    if (error instanceof SyntaxFault) return { kind: "fault", fault: toFault(text, error) };
    throw error;
  }
}

/** What somebody types where a number is wanted: the number, digit by digit, else the text as it is. */
export function toNumberNode(typed: string): JsonNode {
  const parsed = parseNode(typed.trim());
  return parsed.kind === "value" && parsed.node.kind === "number" ? parsed.node : { kind: "unfinished", text: typed };
}

class SyntaxFault extends Error {
  readonly offset: number;

  constructor(message: string, offset: number) {
    super(message);
    this.offset = offset;
  }
}

function toFault(text: string, { message, offset }: SyntaxFault): JsonSyntaxFault {
  const before = text.slice(0, offset);
  const lineStart = before.lastIndexOf("\n") + 1;
  return { message, offset, line: before.split("\n").length, column: offset - lineStart + 1 };
}

/** Deeper values are nobody's data, and would overflow the stack. */
const deepest = 500;

const space = /[\t\n\r ]*/y;
const number = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
/** What follows a number without belonging to it: `01`, `1.`, `1px`. */
const word = /[\w.+-]*/y;
const escape = /\\(?:["\\/bfnrt]|u[\dA-Fa-f]{4})/y;

const [quote, backslash, lineFeed, firstPrintable] = [0x22, 0x5c, 0x0a, 0x20];

class JsonParser {
  readonly #text: string;
  #offset = 0;
  #depth = 0;

  constructor(text: string) {
    this.#text = text;
  }

  parse(): JsonNode {
    this.#skipSpace();
    if (this.#offset === this.#text.length) this.#fail("there is nothing here; a value is needed");
    const node = this.#value();
    this.#skipSpace();
    if (this.#offset < this.#text.length) this.#fail("the value ends before this; nothing may follow");
    return node;
  }

  #value(): JsonNode {
    const character = this.#text.charAt(this.#offset);
    if (character === "{") return this.#nested(() => this.#object());
    if (character === "[") return this.#nested(() => this.#list());
    if (character === '"') return { kind: "text", value: this.#string() };
    if (/[-\d]/.test(character)) return this.#number();
    return this.#literal();
  }

  #nested(parse: () => JsonNode): JsonNode {
    this.#depth += 1;
    if (this.#depth > deepest) this.#fail("this is nested too deeply");
    const node = parse();
    this.#depth -= 1;
    return node;
  }

  #object(): JsonNode {
    const members: NodeMember[] = [];
    this.#sequence("}", "the object", () => {
      if (this.#text.charAt(this.#offset) !== '"') this.#fail('a name in double quotes is expected, like "amount"');
      const name = this.#string();
      this.#skipSpace();
      if (this.#text.charAt(this.#offset) !== ":") this.#fail(`a colon is expected after "${name}"`);
      this.#offset += 1;
      this.#skipSpace();
      members.push({ name, node: this.#value() });
    });
    return { kind: "object", members };
  }

  #list(): JsonNode {
    const items: JsonNode[] = [];
    this.#sequence("]", "the list", () => void items.push(this.#value()));
    return { kind: "list", items };
  }

  /** Entries with commas between them, from the opening bracket to the closing one. */
  #sequence(close: string, title: string, readEntry: () => void): void {
    this.#offset += 1;
    this.#skipSpace();
    if (this.#take(close)) return;
    for (;;) {
      readEntry();
      this.#skipSpace();
      if (this.#take(close)) return;
      if (this.#offset === this.#text.length) this.#fail(`${title} is not closed; "${close}" is missing`);
      if (!this.#take(",")) this.#fail(`a comma or "${close}" is expected here`);
      this.#skipSpace();
      if (this.#text.charAt(this.#offset) === close) this.#fail("a value is missing after the last comma");
    }
  }

  /** Scanned, not matched: an expression would need a stack as deep as the text is long. */
  #string(): string {
    const start = this.#offset;
    let hasEscape = false;
    this.#offset += 1;
    for (;;) {
      const code = this.#text.charCodeAt(this.#offset);
      if (code === quote) break;
      if (Number.isNaN(code) || code === lineFeed)
        this.#fail("this text is not closed; a double quote is missing", start);
      if (code < firstPrintable) this.#fail("JSON writes this character as an escape, like \\t");
      if (code === backslash) hasEscape = this.#match(escape) !== null || this.#fail('\\ is written as "\\\\" in JSON');
      else this.#offset += 1;
    }
    this.#offset += 1;
    const literal = this.#text.slice(start, this.#offset);
    return hasEscape ? String(JSON.parse(literal)) : literal.slice(1, -1);
  }

  #number(): JsonNode {
    const start = this.#offset;
    const text = this.#match(number);
    const rest = this.#match(word) ?? "";
    if (text !== null && rest === "") return { kind: "number", text };
    this.#offset = start;
    return this.#fail(`${this.#text.slice(start, start + 20).split(/[\s,\]}]/)[0]} is not a number`);
  }

  #literal(): JsonNode {
    const start = this.#offset;
    const text = this.#match(word) ?? "";
    if (text === "true" || text === "false") return { kind: "boolean", value: text === "true" };
    if (text === "null") return { kind: "null" };
    this.#offset = start;
    if (start === this.#text.length) return this.#fail("the text ends here; a value is missing");
    return this.#fail(
      text === "" ? "a value is expected here" : `${text.slice(0, 20)} needs double quotes, if it is text`,
    );
  }

  #match(expression: RegExp): string | null {
    expression.lastIndex = this.#offset;
    const found = expression.exec(this.#text)?.[0] ?? null;
    if (found !== null) this.#offset += found.length;
    return found;
  }

  #take(character: string): boolean {
    if (this.#text.charAt(this.#offset) !== character) return false;
    this.#offset += 1;
    return true;
  }

  #skipSpace(): void {
    this.#match(space);
  }

  #fail(message: string, offset = this.#offset): never {
    throw new SyntaxFault(message, offset);
  }
}
