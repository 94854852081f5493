import { type Document, isNode, LineCounter, parseDocument } from "yaml";
import type * as z from "zod";

import type { DiagnosticCode } from "#shared/diagnostic-codes.ts";
import { diagnose, type Diagnostic, type Outcome, type Position } from "#shared/diagnostic.ts";
import { nearest } from "#shared/nearest.ts";

import { LimitError, withinTime } from "./within-time.ts";

export type Path = readonly PropertyKey[];

/** A YAML text held against a schema. `value` is null when it does not fit. */
export interface ParsedYaml<T> {
  readonly value: T | null;
  /** Where the value at a path is written; the document's start when it is not. */
  readonly positionAt: (path: Path) => Position;
}

/** What a piece of YAML is part of, and which kind of finding its faults are. */
export interface YamlSource {
  readonly file: string;
  readonly text: string;
  /** Number of the text's first line in its file. */
  readonly firstLine: number;
  readonly code: DiagnosticCode;
  readonly unknownKeyCode: DiagnosticCode;
  /** Every key the schema knows, at any depth: what a misspelt key is compared with. */
  readonly keys: readonly string[];
}

const sizeLimit = 1_000_000;
const aliasLimit = 50;
/** One fault of syntax makes many; the first ones say it. */
const shownFaults = 10;

/** In milliseconds. No YAML shorter than so many characters comes near it, and watching the clock costs time too. */
const timeLimit = 5_000;
const harmlessLength = 10_000;

/** Parses YAML 1.2 and checks it with a schema. Every fault names its place; an unknown key comes with a suggestion. */
export function parseYaml<T>(schema: z.ZodType<T>, source: YamlSource): Outcome<ParsedYaml<T>> {
  const start = { file: source.file, line: source.firstLine, column: 1 };
  const refused = (fault: string): Outcome<ParsedYaml<T>> => ({
    value: { value: null, positionAt: () => start },
    diagnostics: [diagnose(source.code, `this YAML ${fault}`, start, "make it smaller")],
  });
  if (source.text.length > sizeLimit) return refused("is larger than 1 MB");
  try {
    if (source.text.length < harmlessLength) return parse(schema, source);
    return withinTime(timeLimit, () => parse(schema, source));
  } catch (error) {
    if (error instanceof LimitError) return refused(error.message);
    if (error instanceof RangeError) return refused("is nested too deeply");
    throw error;
  }
}

function parse<T>(schema: z.ZodType<T>, source: YamlSource): Outcome<ParsedYaml<T>> {
  const lines = new LineCounter();
  const document = parseDocument(source.text, { lineCounter: lines, prettyErrors: false });
  const toPosition = (offset: number): Position => {
    const { line, col } = lines.linePos(offset);
    return { file: source.file, line: line + source.firstLine - 1, column: col };
  };
  const positionAt = (path: Path): Position => toPosition(offsetOf(document, path));
  // The library recurses; where the stack ends it says so, many times over.
  if (document.errors.some(({ message }) => message.startsWith("Maximum call stack")))
    throw new LimitError("is nested too deeply");
  const syntax = document.errors
    .slice(0, shownFaults)
    .map((error) => diagnose(source.code, `YAML: ${firstSentence(error.message)}`, toPosition(error.pos[0])));
  if (syntax.length > 0) return { value: { value: null, positionAt }, diagnostics: syntax };
  const { value, diagnostics } = check({ schema, source, document, positionAt });
  return { value: { value, positionAt }, diagnostics };
}

interface Checked<T> {
  readonly schema: z.ZodType<T>;
  readonly source: YamlSource;
  readonly document: Document;
  readonly positionAt: (path: Path) => Position;
}

function check<T>({ schema, source, document, positionAt }: Checked<T>): Outcome<T | null> {
  let plain: unknown;
  try {
    plain = document.toJS({ maxAliasCount: aliasLimit }) ?? {};
  } catch {
    const finding = diagnose(source.code, `YAML: more than ${aliasLimit} uses of aliases`, positionAt([]));
    return { value: null, diagnostics: [finding] };
  }
  const result = schema.safeParse(plain);
  if (result.success) return { value: result.data, diagnostics: [] };
  const diagnostics = result.error.issues.flatMap((issue) => toDiagnostics(issue, { source, positionAt }));
  return { value: null, diagnostics };
}

function toDiagnostics(
  issue: z.core.$ZodIssue,
  { source, positionAt }: Pick<Checked<unknown>, "source" | "positionAt">,
): Diagnostic[] {
  if (issue.code === "unrecognized_keys") {
    return issue.keys.map((key) => {
      const position = positionAt([...issue.path, key]);
      return diagnose(source.unknownKeyCode, `unknown key \`${key}\``, position, toHint(key, source.keys));
    });
  }
  const where = issue.path.length > 0 ? `\`${issue.path.join(".")}\`: ` : "";
  return [diagnose(source.code, where + readable(issue.message), positionAt(issue.path))];
}

function readable(message: string): string {
  const text = message.replace(/^Invalid input: /, "").replace(/^Invalid option: /, "");
  return text.charAt(0).toLowerCase() + text.slice(1);
}

function firstSentence(message: string): string {
  return message.split("\n")[0] ?? message;
}

function toHint(key: string, known: readonly string[]): string | null {
  const suggestion = nearest(key, known);
  return suggestion === null ? null : `did you mean \`${suggestion}\`?`;
}

function propertyOf(value: unknown, key: string): unknown {
  return isRecord(value) && key in value ? value[key] : undefined;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

function offsetOf(document: Document, path: Path): number {
  for (let length = path.length; length > 0; length--) {
    const key = keyNodeAt(document, path.slice(0, length));
    if (key !== null) return key;
  }
  return document.contents?.range?.[0] ?? 0;
}

/** Prefers the key of a pair over its value: that is what an author looks for. */
function keyNodeAt(document: Document, path: Path): number | null {
  const parent = path.length > 1 ? document.getIn(path.slice(0, -1), true) : document.contents;
  const last = path.at(-1);
  if (isRecord(parent) && Array.isArray(parent["items"])) {
    for (const item of parent["items"]) {
      const key = propertyOf(item, "key");
      if (isNode(key) && propertyOf(key, "value") === last) return key.range?.[0] ?? null;
    }
  }
  const node = document.getIn(path, true);
  return isNode(node) ? (node.range?.[0] ?? null) : null;
}
