export interface JsonToken {
  readonly kind: "open" | "close" | "comma" | "key" | "scalar";
  readonly offset: number;
  /** The decoded name, for a key; empty for other tokens. */
  readonly text: string;
}

/** The tokens of valid JSON from an offset on, without the colons. */
export function* readJsonTokens(text: string, from: number): Generator<JsonToken, void> {
  let offset = from;
  while (offset < text.length) {
    const character = text.charAt(offset);
    if (character === '"') {
      const end = stringEnd(text, offset);
      const next = skipSpace(text, end);
      const isKey = text.charAt(next) === ":";
      yield { kind: isKey ? "key" : "scalar", offset, text: isKey ? decode(text.slice(offset, end)) : "" };
      offset = isKey ? next + 1 : end;
    } else if (character === "{" || character === "[") yield { kind: "open", offset: offset++, text: "" };
    else if (character === "}" || character === "]") yield { kind: "close", offset: offset++, text: "" };
    else if (character === ",") yield { kind: "comma", offset: offset++, text: "" };
    else if (isSpace(character)) offset += 1;
    else {
      yield { kind: "scalar", offset, text: "" };
      offset = scalarEnd(text, offset);
    }
  }
}

function stringEnd(text: string, start: number): number {
  let offset = start + 1;
  while (offset < text.length && text.charAt(offset) !== '"') offset += text.charAt(offset) === "\\" ? 2 : 1;
  return offset + 1;
}

function decode(literal: string): string {
  return literal.includes("\\") ? String(JSON.parse(literal)) : literal.slice(1, -1);
}

function skipSpace(text: string, from: number): number {
  let offset = from;
  while (isSpace(text.charAt(offset))) offset += 1;
  return offset;
}

function isSpace(character: string): boolean {
  return character === " " || character === "\n" || character === "\r" || character === "\t";
}

function scalarEnd(text: string, from: number): number {
  let offset = from;
  while (offset < text.length && !/[\s,\]}]/.test(text.charAt(offset))) offset += 1;
  return offset;
}
