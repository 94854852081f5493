import { type Document, isCollection, isScalar, Scalar, visit, type YAMLParseError } from "yaml";

import { conflict, conflictMark, type TextFault, textLimits } from "../source-text.ts";

/** A thrown fault ends the parsing at once. It never leaves `parseYaml`. */
export class YamlFault extends Error {
  readonly kind: TextFault["kind"];
  readonly offset: number;
  readonly hint: string | null;

  /** `words` is the message, or the message and a hint. */
  constructor(kind: TextFault["kind"], words: string | readonly [string, string | null], offset: number) {
    const [message, hint] = typeof words === "string" ? [words, null] : words;
    super(message);
    this.kind = kind;
    this.offset = offset;
    this.hint = hint;
  }
}

export function tooDeep(offset: number): YamlFault {
  return new YamlFault("limit", `nested deeper than ${textLimits.depth} levels`, offset);
}

/** The time to read and print a number grows with the square of its digits. */
export function tooManyDigits(offset: number): YamlFault {
  return new YamlFault("limit", `a number of more than ${textLimits.digits} digits`, offset);
}

/** The slip that caused the errors of a document: a tab in the indentation, else the first error. */
export function syntaxFaultOf(document: Document.Parsed, text: string): YamlFault | null {
  const errors = [...document.errors].sort((a, b) => a.pos[0] - b.pos[0]);
  const [first] = errors;
  if (first === undefined) return null;
  const unmerged = conflictMark.exec(text);
  if (unmerged !== null) return new YamlFault("syntax", [conflict.message, conflict.hint], unmerged.index);
  const tab = errors.find(({ code }) => code === "TAB_AS_INDENT");
  if (tab === undefined) return describe(first, document, text);
  const offset = text.indexOf("\t", tab.pos[0]);
  const start = offset < 0 ? tab.pos[0] : offset;
  return new YamlFault("syntax", ["a tab in the indentation", "indent with spaces"], start);
}

const inQuotes = "put the text in quotes";

const quoted = new Set<unknown>([Scalar.QUOTE_DOUBLE, Scalar.QUOTE_SINGLE]);

function describe(
  { code, message, pos: [offset] }: YAMLParseError,
  document: Document.Parsed,
  text: string,
): YamlFault {
  const fault = (words: string, at: number, hint: string | null): YamlFault =>
    new YamlFault("syntax", [words, hint], at);
  const character = text.charAt(offset);
  if (/missing closing ["']/i.test(message)) {
    const open = lastOpened(document, offset, (node) => isScalar(node) && quoted.has(node.type)) ?? offset;
    return fault("the quote that opens here isn't closed", open, `write ${text.charAt(open)} where the text ends`);
  }
  if (/^flow (?:map|sequence)/i.test(message)) {
    const open = lastOpened(document, offset, (node) => isCollection(node) && node.flow === true) ?? offset;
    const comment = /:[ \t]+(?=#\S)/.exec(lineAt(open, text));
    if (comment !== null)
      return fault(
        "a # after a space begins a comment: the rest of the line isn't part of the value",
        open + comment.index + comment[0].length,
        inQuotes,
      );
    const bracket = text.charAt(open);
    const hint = `write ${bracket === "[" ? "]" : "}"} where it ends, or put it in quotes if it is text`;
    return fault(`the \`${bracket}\` that opens here isn't closed`, open, hint);
  }
  if (/without - indicator/.test(message)) return badIndent(offset, text);
  if (code === "MULTILINE_IMPLICIT_KEY" || /^implicit map keys need/i.test(message))
    return fault("a line without a key", offset, "write `key: value`, or indent what continues the line above");
  switch (code) {
    case "BLOCK_AS_IMPLICIT_KEY": {
      if (!/compact mappings/.test(message)) return fault(toMessage(message), offset, null);
      const key = deeperKey(offset, text);
      return key === null ? fault("a second `: ` in the line", offset, inQuotes) : badIndent(key, text);
    }
    case "BAD_SCALAR_START":
    case "BAD_DIRECTIVE":
      return fault(`a text can't start with ${character}`, offset, inQuotes);
    case "BAD_INDENT":
    case "BAD_COLLECTION_TYPE":
      return badIndent(offset, text);
    case "UNEXPECTED_TOKEN":
      return fault("this doesn't belong to the value before it", offset, `${inQuotes}, all of it`);
    case "BAD_DQ_ESCAPE":
      return fault(toMessage(message), offset, "in single quotes a backslash means itself");
    default:
      return fault(toMessage(message), offset, null);
  }
}

function badIndent(offset: number, text: string): YamlFault {
  const start = offset + (/^ */.exec(text.slice(offset, offset + 1000))?.[0].length ?? 0);
  return new YamlFault("syntax", ["the indentation fits no line above", "indent it as its neighbors are"], start);
}

function deeperKey(offset: number, text: string): number | null {
  const key = /:(?=\s|$)/;
  const value = lineAt(offset, text);
  if (key.test(value)) return null;
  const below = /\n(?=[^\n]*:(?:\s|$))/.exec(text.slice(offset + value.length));
  return below === null ? null : offset + value.length + below.index + 1;
}

function lineAt(offset: number, text: string): string {
  const end = text.indexOf("\n", offset);
  return text.slice(offset, end < 0 ? undefined : end);
}

function lastOpened(document: Document.Parsed, offset: number, isWanted: (node: unknown) => boolean): number | null {
  let start: number | null = null;
  visit(document, {
    Node(_, node) {
      const from = node.range?.[0] ?? Infinity;
      if (from <= offset && from >= (start ?? 0) && isWanted(node)) start = from;
    },
  });
  return start;
}

function toMessage(message: string): string {
  const text = message.replace(/\s+/g, " ").trim();
  return text.charAt(0).toLowerCase() + text.slice(1);
}
