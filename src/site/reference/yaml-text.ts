import { stringify } from "yaml";
import { foldFlowLines } from "yaml/util";

import { withExactNumbers } from "#read/yaml/exact-numbers.ts";
import { isList, isObject, isNumber, type Json, type JsonObject, numberText } from "#shared/json/json.ts";

/**
 * A document as the library `yaml` writes it, byte for byte, in a part of the time: the library makes a tree of nodes first.
 * What it may quote otherwise, fold or write as a block is left to it, and a document with an object that stands in it twice.
 */
export function toYamlText(document: JsonObject): string {
  return isTree(document) ? `${toText(document, "")}\n` : toTextByLibrary(document);
}

function isTree(document: JsonObject): boolean {
  const seen = new Set<object>();
  const isNew = (value: Json): boolean => {
    if (!isCollection(value)) return true;
    if (seen.has(value)) return false;
    seen.add(value);
    return (isList(value) ? value : Object.values(value)).every(isNew);
  };
  return isNew(document);
}

type JsonCollection = readonly Json[] | JsonObject;
type JsonScalar = Exclude<Json, JsonCollection>;

function isCollection(value: Json): value is JsonCollection {
  return isObject(value) || isList(value);
}

/** An object or a list as it stands at the indentation of its further lines. */
function toText(value: JsonCollection, indent: string): string {
  const separator = `\n${indent}`;
  if (isList(value)) return value.map((item) => toItem(item, indent)).join(separator) || "[]";
  const members = Object.entries(value).map(([key, member]) => toMember(key, member, indent));
  return members.join(separator) || "{}";
}

function toItem(item: Json, indent: string): string {
  const inner = `${indent}  `;
  if (isCollection(item)) return `- ${toText(item, inner)}`;
  const text = toScalar(item, { indent: inner });
  return text === null ? byLibrary([item], indent) : `- ${text}`;
}

function toMember(key: string, value: Json, indent: string): string {
  const inner = `${indent}  `;
  const name = key.length > longestKey ? null : toWord(key);
  if (name === null) return byLibrary({ [key]: value }, indent);
  if (isCollection(value)) {
    const isEmpty = Object.keys(value).length === 0;
    return `${name}:${isEmpty ? " " : `\n${inner}`}${toText(value, inner)}`;
  }
  const text = toScalar(value, { indent: inner, indentAtStart: name.length + 2 });
  if (text === null) return byLibrary({ [key]: value }, indent);
  return `${name}:${text.startsWith("\n") ? "" : " "}${text}`;
}

/** Longer keys are written in another way. */
const longestKey = 1_000;

interface ScalarPlace {
  /** Of further lines. */
  readonly indent: string;
  /** How much stands before it, where that is a key. */
  readonly indentAtStart?: number;
}

/** Null for what the library writes. */
function toScalar(value: JsonScalar, { indent, ...start }: ScalarPlace): string | null {
  if (value === null || typeof value === "boolean") return String(value);
  if (isNumber(value)) return oddNumbers.some((odd) => Object.is(value, odd)) ? null : numberText(value);
  const word = toWord(value);
  return word && foldFlowLines(word, indent, word.startsWith('"') ? "quoted" : "flow", { ...start, lineWidth: 80 });
}

/** No JSON has them. */
const oddNumbers = [-0, NaN, Infinity, -Infinity];

const plain = /^[a-z\d/$_(](?:[!-~]| (?!#))*$/i;
const notPlain = /: |[: ]$|^(?:true|false|null|0x[\da-f]+|0o[0-7]+|[\d.]+(?:e[-+]?\d+)?)$/i;
/** Nothing, a number, or what would be a comment. */
const quoted = /^(?:\d*|#[!#-&(-[\]-~]*)$/;

/** A text of one line, plain or in quotes; null for one of which that is not certain. */
function toWord(text: string): string | null {
  if (plain.test(text) && !notPlain.test(text)) return text;
  return quoted.test(text) ? `"${text}"` : null;
}

/** As the library writes it below so many others. */
function byLibrary(value: JsonCollection, indent: string): string {
  let around: Json = value;
  let before = "";
  for (let depth = ""; depth.length < indent.length; depth += "  ") {
    around = { a: around };
    before += `${depth}a:\n`;
  }
  return toTextByLibrary(around).slice(before.length + indent.length, -1);
}

function toTextByLibrary(value: JsonCollection): string {
  return stringify(value, { customTags: withExactNumbers });
}
