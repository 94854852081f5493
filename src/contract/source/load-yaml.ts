import {
  Composer,
  type Document,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  Lexer,
  type Pair,
  type ParsedNode,
  Parser,
  Scalar,
} from "yaml";

import type { DiagnosticCode } from "#shared/diagnostic-codes.ts";
import { diagnose, type Diagnostic } from "#shared/diagnostic.ts";
import { isList, isObject, type Json } from "#shared/json/json.ts";

import type { ParsedFile } from "./load-file.ts";
import type { Origins } from "./origins.ts";
import { limits, mostTokens, type SourceText, tooDense } from "./source-text.ts";

/**
 * YAML to JSON values. The `yaml` package makes the syntax tree; the conversion is ours because its own one expands
 * aliases before it counts them, recurses without a bound, and does not say where a value was written.
 */
export function parseYaml(source: SourceText, origins: Origins): ParsedFile {
  try {
    const document = composeDocument(source);
    const faults = document.errors.map(({ pos, message }) => syntaxFault(source, pos[0], message));
    if (faults.length > 0) return { value: undefined, diagnostics: faults.slice(0, mostFaults) };
    const conversion = new Conversion(source, origins);
    const value = conversion.convert(document.contents, 0);
    return conversion.faults.length > 0
      ? { value: undefined, diagnostics: conversion.faults }
      : { value, diagnostics: [] };
  } catch (error) {
    if (error instanceof YamlFault) return { value: undefined, diagnostics: [error.diagnostic] };
    throw error;
  }
}

/** One slip can make every following line an error; the first ones tell. */
const mostFaults = 10;

/**
 * Lexes and parses step by step to watch the nesting: the composer recurses, and a stack that is nearly used up when it
 * compiles a regular expression ends the process, which no `catch` can stop.
 */
function composeDocument(source: SourceText): Document.Parsed {
  const parser = new Parser();
  const composer = new Composer({ uniqueKeys: false });
  const documents: Document.Parsed[] = [];
  let faults = 0;
  let lexemes = 0;
  const mostLexemes = mostTokens(source.text);
  for (const lexeme of new Lexer().lex(source.text)) {
    for (const token of parser.next(lexeme)) {
      documents.push(...composer.next(token));
      if (token.type === "error") faults += 1;
    }
    if (faults > mostFaults) break;
    lexemes += 1;
    if (lexemes > mostLexemes) {
      throw new YamlFault("contract/limit", tooDense(source.text), { source, offset: parser.offset });
    }
    if (parser.stack.length > limits.depth) throw tooDeep({ source, offset: parser.offset });
  }
  for (const token of parser.end()) documents.push(...composer.next(token));
  documents.push(...composer.end(true, source.text.length));
  const [first, second] = documents;
  if (first === undefined) throw new YamlFault("contract/syntax", "the file is empty", { source, offset: 0 });
  if (second) {
    const offset = second.range[0];
    throw new YamlFault("contract/syntax", "the file holds several YAML documents", { source, offset });
  }
  return first;
}

type Node = ParsedNode | null;

/**
 * Converts one document's syntax tree to JSON values; holds what has been counted and which anchors have been seen.
 */
class Conversion {
  readonly faults: Diagnostic[] = [];
  readonly #source: SourceText;
  readonly #origins: Origins;
  readonly #anchors = new Map<string, Node>();
  readonly #open = new Set<Node>();
  #nodes = 0;
  #aliases = 0;

  constructor(source: SourceText, origins: Origins) {
    this.#source = source;
    this.#origins = origins;
  }

  convert(node: Node, depth: number): Json {
    if (node === null) return null;
    const offset = node.range[0];
    this.#count(offset, depth);
    if (isAlias(node)) return this.#convertAlias(node.source, offset, depth);
    if (node.anchor !== undefined) this.#anchors.set(node.anchor, node);
    if (isScalar(node)) return this.#convertScalar(node, offset);
    this.#open.add(node);
    const value = isMap(node)
      ? this.#convertMap(node.items, offset, depth)
      : this.#convertList(node.items, offset, depth);
    this.#open.delete(node);
    return value;
  }

  #count(offset: number, depth: number): void {
    this.#nodes += 1;
    const place = { source: this.#source, offset };
    if (depth > limits.depth) throw tooDeep(place);
    if (this.#nodes > limits.nodes) {
      throw new YamlFault("contract/limit", `more than ${limits.nodes} values, aliases expanded`, place);
    }
  }

  #convertAlias(name: string, offset: number, depth: number): Json {
    this.#aliases += 1;
    const place = { source: this.#source, offset };
    if (this.#aliases > limits.aliases) {
      throw new YamlFault("contract/limit", `more than ${limits.aliases} YAML aliases`, place);
    }
    const target = this.#anchors.get(name);
    if (target === undefined) {
      throw new YamlFault("contract/syntax", `the alias \`*${name}\` has no anchor before it`, place);
    }
    if (this.#open.has(target)) {
      throw new YamlFault("contract/syntax", `the alias \`*${name}\` stands inside its own anchor`, place);
    }
    return this.convert(target, depth + 1);
  }

  #convertScalar({ value, source = "" }: Scalar, offset: number): Json {
    if (value === null || typeof value === "string" || typeof value === "boolean") return value;
    if (typeof value === "number" && Number.isFinite(value)) return value;
    throw new YamlFault("contract/syntax", `\`${source}\` is not a JSON value`, {
      source: this.#source,
      offset,
    });
  }

  #convertList(items: readonly unknown[], start: number, depth: number): Json {
    const nodes = items.map((item) => (isTreeNode(item) ? item : null));
    const list = nodes.map((node) => this.convert(node, depth + 1));
    const offsetOf = (key: string | number): number | undefined => textOffset(nodes[Number(key)], this.#source);
    this.#origins.record(list, {
      source: this.#source,
      start,
      keyOffset: offsetOf,
      valueOffset: offsetOf,
    });
    return list;
  }

  #convertMap(pairs: readonly Pair<ParsedNode, Node>[], start: number, depth: number): Json {
    const members = new Map<string, Json>();
    const pairByKey = new Map<string, Pair<ParsedNode, Node>>();
    const merged: Pair<ParsedNode, Node>[] = [];
    for (const pair of pairs) {
      const key = this.#keyOf(pair.key);
      if (key === mergeKey) {
        merged.push(pair);
        continue;
      }
      if (pairByKey.has(key)) this.#reportDuplicate(key, pair.key.range[0]);
      pairByKey.set(key, pair);
      members.set(key, this.convert(pair.value, depth + 1));
    }
    for (const { value } of merged) this.#merge(value, members, depth);
    const object = Object.fromEntries(members);
    this.#origins.record(object, {
      source: this.#source,
      start,
      keyOffset: (key) => pairByKey.get(String(key))?.key.range[0],
      valueOffset: (key) => textOffset(pairByKey.get(String(key))?.value, this.#source),
    });
    return object;
  }

  #keyOf(key: ParsedNode): string | typeof mergeKey {
    const offset = key.range[0];
    if (!isScalar(key)) {
      throw new YamlFault("contract/syntax", "a key must be plain text", { source: this.#source, offset });
    }
    if (key.anchor !== undefined) this.#anchors.set(key.anchor, key);
    const { value, source, type } = key;
    if (type === Scalar.PLAIN) return source === "<<" ? mergeKey : source;
    return typeof value === "string" ? value : source;
  }

  #reportDuplicate(key: string, offset: number): void {
    this.faults.push(syntaxFault(this.#source, offset, `the key \`${key}\` stands twice in one mapping`));
  }

  /** YAML's merge key: members of the mappings it names, where the mapping has none of that name itself. */
  #merge(node: Node, members: Map<string, Json>, depth: number): void {
    if (node === null) return;
    const value = this.convert(node, depth + 1);
    for (const part of isList(value) ? value : [value]) {
      if (!isObject(part)) {
        const message = "the merge key `<<` takes mappings only";
        throw new YamlFault("contract/syntax", message, { source: this.#source, offset: node.range[0] });
      }
      for (const [key, member] of Object.entries(part)) if (!members.has(key)) members.set(key, member);
    }
  }
}

const mergeKey = Symbol("<<");

function isTreeNode(item: unknown): item is ParsedNode {
  return isScalar(item) || isMap(item) || isSeq(item) || isAlias(item);
}

/** Where a node's text begins; for a block scalar that is below its indicator. */
function textOffset(node: Node | undefined, source: SourceText): number | undefined {
  if (!node) return undefined;
  const offset = node.range[0];
  if (!isScalar(node) || (node.type !== Scalar.BLOCK_LITERAL && node.type !== Scalar.BLOCK_FOLDED)) return offset;
  const header = /[|>][^\n]*\n\s*?(?=[^\s])/y;
  header.lastIndex = offset;
  return header.test(source.text) ? header.lastIndex : offset;
}

/** Ends the parsing of a file at once. Never leaves `parseYaml`. */
class YamlFault extends Error {
  readonly diagnostic: Diagnostic;

  constructor(code: DiagnosticCode, message: string, place: { source: SourceText; offset: number }) {
    super(message);
    this.diagnostic = diagnose(code, message, place.source.positionAt(place.offset));
  }
}

/** Why nesting has a bound: every later stage recurses. */
function tooDeep(place: { source: SourceText; offset: number }): YamlFault {
  return new YamlFault("contract/limit", `nested deeper than ${limits.depth} levels`, place);
}

/** A finding of the parser as a sentence at its place. */
function syntaxFault(source: SourceText, offset: number, message: string): Diagnostic {
  return diagnose("contract/syntax", toSentence(message), source.positionAt(offset));
}

function toSentence(message: string): string {
  const text = message.replace(/\s+/g, " ").trim();
  return text.charAt(0).toLowerCase() + text.slice(1);
}
