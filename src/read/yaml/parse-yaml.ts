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

import { isList, isObject, type Json, parseNumber } from "#shared/json/json.ts";

import { maxTokens, type ParsedText, type SourceText, type TextFault, textLimits } from "../source-text.ts";
import { beginStep } from "../steps.ts";
import { toJsonNotation } from "./exact-numbers.ts";
import type { Origins } from "./origins.ts";
import { syntaxFaultOf, tooDeep, tooManyDigits, YamlFault } from "./yaml-faults.ts";

/**
 * Parses YAML 1.2 into JSON values and records their positions in `origins`. Numbers keep their digits. The `yaml` package
 * makes the syntax tree. The conversion is ours because the package's own expands aliases before it counts them, recurses
 * without a limit and loses the positions.
 */
export function parseYaml(source: SourceText, origins: Origins, maxAliases: number): ParsedText {
  const toFault = ({ kind, message, offset, hint }: YamlFault): TextFault => {
    return { kind, message, position: source.positionAt(offset), hint };
  };
  try {
    const document = composeDocument(source);
    const conversion = new YamlConversion(source, origins, maxAliases);
    const slip = syntaxFaultOf(document, source.text);
    if (slip !== null) return { value: undefined, faults: [toFault(slip)] };
    const value = conversion.convert(document.contents, 0);
    const faults = conversion.faults.map(toFault);
    return { value: faults.length > 0 ? undefined : value, faults };
  } catch (error) {
    if (error instanceof YamlFault) return { value: undefined, faults: [toFault(error)] };
    throw error;
  }
}

/** The words or values of a large file between two steps. */
const stepSize = 10_000;

/** A single slip can make every later line an error. The first errors are enough. */
const maxFaults = 10;

/**
 * Lexes and parses step by step to watch the nesting: the composer recurses, and when it compiles a regular expression with
 * the stack nearly full, the process ends. No `catch` can stop that.
 */
function composeDocument({ file, text }: SourceText): Document.Parsed {
  const parser = new Parser();
  const composer = new Composer({ uniqueKeys: false, intAsBigInt: true });
  const documents: Document.Parsed[] = [];
  let faults = 0;
  let lexemes = 0;
  const maxLexemes = maxTokens(text);
  for (const lexeme of new Lexer().lex(text)) {
    for (const token of parser.next(lexeme)) {
      documents.push(...composer.next(token));
      if (token.type === "error") faults += 1;
    }
    if (faults > maxFaults) break;
    lexemes += 1;
    if (lexemes % stepSize === 0) beginStep(file);
    if (lexemes > maxLexemes) throw new YamlFault("limit", `more than ${maxLexemes} words and marks`, parser.offset);
    if (parser.stack.length > textLimits.depth) throw tooDeep(parser.offset);
    // A regular expression for the whole number would run out of memory at millions of digits.
    const isLongNumber =
      lexeme.length > textLimits.digits && !/[^-+.e\d]/i.test(lexeme) && !Number.isNaN(Number(lexeme));
    if (isLongNumber) throw tooManyDigits(parser.offset);
  }
  for (const token of parser.end()) documents.push(...composer.next(token));
  documents.push(...composer.end(true, text.length));
  const [first, second] = documents;
  if (first === undefined) throw new YamlFault("syntax", "the file is empty", 0);
  if (second) throw new YamlFault("syntax", ["the file holds several YAML documents", "keep one"], second.range[0]);
  return first;
}

type Node = ParsedNode | null;

class YamlConversion {
  readonly faults: YamlFault[] = [];
  readonly #source: SourceText;
  readonly #origins: Origins;
  readonly #maxAliases: number;
  readonly #anchors = new Map<string, Node>();
  readonly #open = new Set<Node>();
  #nodes = 0;
  #aliases = 0;

  constructor(source: SourceText, origins: Origins, maxAliases: number) {
    this.#source = source;
    this.#origins = origins;
    this.#maxAliases = maxAliases;
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
    if (this.#nodes % stepSize === 0) beginStep(this.#source.file);
    if (depth > textLimits.depth) throw tooDeep(offset);
    if (this.#nodes > textLimits.nodes) {
      throw new YamlFault("limit", `more than ${textLimits.nodes} values, aliases expanded`, offset);
    }
  }

  #convertAlias(name: string, offset: number, depth: number): Json {
    this.#aliases += 1;
    if (this.#aliases > this.#maxAliases) {
      throw new YamlFault("limit", `more than ${this.#maxAliases} uses of aliases`, offset);
    }
    const target = this.#anchors.get(name);
    if (target === undefined) {
      const hint = "a text that starts with * needs quotes";
      throw new YamlFault("syntax", [`the alias \`*${name}\` has no anchor before it`, hint], offset);
    }
    if (this.#open.has(target)) {
      throw new YamlFault("syntax", `the alias \`*${name}\` is inside its own anchor`, offset);
    }
    return this.convert(target, depth + 1);
  }

  #convertScalar({ value, source = "" }: Scalar, offset: number): Json {
    if (value === null || typeof value === "string" || typeof value === "boolean") return value;
    if (typeof value === "bigint") return parseNumber(String(value));
    if (typeof value === "number" && !/inf|nan/i.test(source)) return parseNumber(toJsonNotation(source));
    throw new YamlFault("syntax", `\`${source}\` isn't a JSON value`, offset);
  }

  #convertList(items: readonly unknown[], start: number, depth: number): Json {
    const nodes = items.map((item) => (isTreeNode(item) ? item : null));
    const list = nodes.map((node) => this.convert(node, depth + 1));
    const offsets = nodes.map((node) => textOffset(node, this.#source));
    const offsetOf = (key: string | number): number | undefined => offsets[Number(key)];
    this.#origins.record(list, { source: this.#source, start, keyOffset: offsetOf, valueOffset: offsetOf });
    return list;
  }

  #convertMap(pairs: readonly Pair<ParsedNode, Node>[], start: number, depth: number): Json {
    const members = new Map<string, Json>();
    // Only offsets: the library's tree is several times as large as the text and should be freed.
    const offsets = new Map<string, { key: number; value: number | undefined; isFolded: boolean }>();
    const merged: Pair<ParsedNode, Node>[] = [];
    for (const pair of pairs) {
      const key = this.#keyOf(pair.key);
      if (key === mergeKey) {
        merged.push(pair);
        continue;
      }
      const offset = pair.key.range[0];
      if (offsets.has(key)) {
        this.faults.push(new YamlFault("syntax", `the key \`${key}\` appears twice in one mapping`, offset));
      }
      const value = textOffset(pair.value, this.#source);
      offsets.set(key, { key: offset, value, isFolded: isFolded(pair.value, this.#source) });
      members.set(key, this.convert(pair.value, depth + 1));
    }
    for (const { value } of merged) this.#merge(value, members, depth);
    const object = Object.fromEntries(members);
    this.#origins.record(object, {
      source: this.#source,
      start,
      keyOffset: (key) => offsets.get(String(key))?.key,
      valueOffset: (key) => offsets.get(String(key))?.value,
      isFolded: (key) => offsets.get(String(key))?.isFolded === true,
    });
    return object;
  }

  #keyOf(key: ParsedNode): string | typeof mergeKey {
    const offset = key.range[0];
    if (!isScalar(key)) throw new YamlFault("syntax", "a key must be plain text", offset);
    if (key.anchor !== undefined) this.#anchors.set(key.anchor, key);
    const { value, source, type } = key;
    if (type === Scalar.PLAIN) return source === "<<" ? mergeKey : source;
    return typeof value === "string" ? value : source;
  }

  /** YAML's merge key adds the members of mappings, unless the mapping has a member of that name itself. */
  #merge(node: Node, members: Map<string, Json>, depth: number): void {
    if (node === null) return;
    const value = this.convert(node, depth + 1);
    for (const part of isList(value) ? value : [value]) {
      if (!isObject(part)) throw new YamlFault("syntax", "the merge key `<<` takes mappings only", node.range[0]);
      for (const [key, member] of Object.entries(part)) if (!members.has(key)) members.set(key, member);
    }
  }
}

const mergeKey = Symbol("<<");

function isTreeNode(item: unknown): item is ParsedNode {
  return isScalar(item) || isMap(item) || isSeq(item) || isAlias(item);
}

function isFolded(node: Node, { text }: SourceText): boolean {
  if (!isScalar(node) || node.type === Scalar.BLOCK_LITERAL || typeof node.value !== "string") return false;
  const [start, end] = node.range;
  return `${node.value}${text.slice(start, end).trimEnd()}`.includes("\n");
}

function textOffset(node: Node, source: SourceText): number | undefined {
  if (!node) return undefined;
  const offset = node.range[0];
  if (!isScalar(node) || (node.type !== Scalar.BLOCK_LITERAL && node.type !== Scalar.BLOCK_FOLDED)) return offset;
  const header = /[|>][^\n]*\n\s*?(?=[^\s])/y;
  header.lastIndex = offset;
  return header.test(source.text) ? header.lastIndex : offset;
}
