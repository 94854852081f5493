import { diagnose, type Diagnostic } from "#shared/diagnostic.ts";
import { isList, type Json, memberOf } from "#shared/json/json.ts";

import type { ParsedFile } from "./load-file.ts";
import type { Origin, Origins } from "./origins.ts";
import { limits, mostTokens, type SourceText, tooDense } from "./source-text.ts";

/**
 * JSON to values. `JSON.parse` does the work, some fifty times faster than a YAML parser on the 10 MB that generators
 * write; a second pass over the text finds what it does not tell: where things are, depth, and keys that stand twice.
 */
export function parseJson(source: SourceText, origins: Origins): ParsedFile {
  let value: Json;
  try {
    value = JSON.parse(source.text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return { value: undefined, diagnostics: [syntaxFault(source, error.message)] };
  }
  const faults = recordOrigins(value, source, origins);
  return { value: faults.length > 0 ? undefined : value, diagnostics: faults };
}

/** V8 names the place as an offset, or says that the input ended, or shows a token without its place. */
function syntaxFault({ text, positionAt }: SourceText, message: string): Diagnostic {
  const offset = /position (\d+)/.exec(message)?.[1];
  const isEarlyEnd = message.includes("end of JSON");
  const place = isEarlyEnd ? text.length : offset === undefined ? findStrayToken(text) : Number(offset);
  const fault = isEarlyEnd ? "the file ends too early" : message.replace(/ in JSON.*|, ("|\.\.\.).*/s, "");
  const sentence = `this is not JSON: ${fault.charAt(0).toLowerCase()}${fault.slice(1)}`;
  return diagnose("contract/syntax", sentence, positionAt(place));
}

const jsonScalar = /^(?:"|(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)$)/;

/** Offset of the first token that stands where a value must stand and is none. */
function findStrayToken(text: string): number {
  let previous = "comma";
  for (const { kind, offset } of readJsonTokens(text, 0)) {
    const needsValue = previous === "comma" || previous === "key";
    if (needsValue && (kind === "comma" || kind === "close")) return offset;
    if (previous === "open" && kind === "comma") return offset;
    if (kind === "scalar" && !jsonScalar.test(scalarAt(text, offset))) return offset;
    previous = kind;
  }
  return 0;
}

function scalarAt(text: string, offset: number): string {
  const end = text.slice(offset, offset + 40).search(/[\s,\]}]/);
  return text.slice(offset, end < 0 ? offset + 40 : offset + end);
}

/** An object or list whose end has not been read yet. */
interface Open {
  readonly value: Json;
  readonly keys: Set<string>;
  key: string;
  index: number;
}

/** Walks text and value side by side and records where each object and list begins. */
function recordOrigins(root: Json, source: SourceText, origins: Origins): readonly Diagnostic[] {
  const faults: Diagnostic[] = [];
  const open: Open[] = [];
  const most = mostTokens(source.text);
  let tokens = 0;
  for (const token of readJsonTokens(source.text, 0)) {
    tokens += 1;
    if (tokens > most) return [diagnose("contract/limit", tooDense(source.text), source.positionAt(token.offset))];
    const parent = open.at(-1);
    if (token.kind === "open") {
      const value = parent ? childOf(parent) : root;
      if (typeof value === "object" && value !== null) origins.record(value, jsonOrigin(source, token.offset));
      open.push({ value, keys: new Set(), key: "", index: 0 });
      if (open.length > limits.depth) {
        const message = `nested deeper than ${limits.depth} levels`;
        return [diagnose("contract/limit", message, source.positionAt(token.offset))];
      }
    } else if (token.kind === "close") open.pop();
    else if (token.kind === "comma" && parent) parent.index += 1;
    else if (token.kind === "key" && parent) {
      parent.key = token.text;
      if (parent.keys.has(token.text)) {
        const message = `the key \`${token.text}\` stands twice in one object`;
        faults.push(diagnose("contract/syntax", message, source.positionAt(token.offset)));
      }
      parent.keys.add(token.text);
    }
  }
  return faults;
}

function childOf({ value, key, index }: Open): Json {
  return (isList(value) ? value[index] : memberOf(value, key)) ?? null;
}

interface MemberOffsets {
  readonly key: number;
  readonly value: number;
}

/** Members are located when a place in their object is asked for the first time, all at once. */
function jsonOrigin(source: SourceText, start: number): Origin {
  let offsets: ReadonlyMap<string, MemberOffsets> | null = null;
  const find = (key: string | number): MemberOffsets | undefined => {
    offsets ??= locateMembers(source.text, start);
    return offsets.get(String(key));
  };
  return { source, start, keyOffset: (key) => find(key)?.key, valueOffset: (key) => find(key)?.value };
}

/** The members of the object, or elements of the list, that starts at an offset. */
function locateMembers(text: string, start: number): ReadonlyMap<string, MemberOffsets> {
  const offsets = new Map<string, MemberOffsets>();
  const isListStart = text.charAt(start) === "[";
  let key: { readonly name: string; readonly offset: number } | null = null;
  let depth = 0;
  for (const { kind, offset, text: name } of readJsonTokens(text, start)) {
    if (depth === 1 && kind === "key") key = { name, offset };
    else if (depth === 1 && (kind === "open" || kind === "scalar")) {
      const member = isListStart ? String(offsets.size) : (key?.name ?? "");
      offsets.set(member, { key: isListStart ? offset : (key?.offset ?? offset), value: offset });
    }
    if (kind === "open") depth += 1;
    else if (kind === "close") depth -= 1;
    if (depth === 0) break;
  }
  return offsets;
}

interface JsonToken {
  readonly kind: "open" | "close" | "comma" | "key" | "scalar";
  readonly offset: number;
  /** The decoded name, for a key; empty for other tokens. */
  readonly text: string;
}

/** The tokens of valid JSON from an offset on, without the colons. */
function* readJsonTokens(text: string, from: number): Generator<JsonToken, void> {
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
