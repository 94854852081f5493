import { stringify } from "yaml";
import { foldFlowLines } from "yaml/util";

import { withExactNumbers } from "#read/yaml/exact-numbers.ts";
import type { ContractVersion } from "#settings/resolve-config.ts";
import { downloadPath } from "#shared/contract/reference.ts";
import { isList, isNumber, isObject, type Json, type JsonObject, numberText, toJsonText } from "#shared/json/json.ts";
import type { OutputFile } from "#write/output-file.ts";

/**
 * Readers can download a document as its author wrote it, and in the second notation. Without a source, because the
 * author wrote more than is published, both are written. The content is bytes, because a string with a character beyond
 * Latin-1 takes twice as many.
 */
export function toDownloads(
  version: ContractVersion,
  document: JsonObject,
  source: string | null,
): readonly OutputFile[] {
  const { route } = version;
  const isJson = /\.json$/i.test(version.document);
  const [yaml, json] = isJson ? [null, source] : [source, null];
  return [
    { path: downloadPath(route, "yaml"), content: Buffer.from(yaml ?? toYamlText(document)) },
    { path: downloadPath(route, "json"), content: Buffer.from(json ?? `${toJsonText(document, 2)}\n`) },
  ];
}

/**
 * The text is byte for byte what the library `yaml` writes, in a fraction of the time, because the library builds a
 * tree of nodes first. The library still writes texts that it may quote differently, fold, or write as a block, and any
 * document that contains the same object twice.
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

/** The caller writes the indentation of the first line; `indent` is for the lines after it. */
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

/** The library writes a longer key in another way. */
const longestKey = 1_000;

interface ScalarIndent {
  readonly indent: string;
  /** A key before the value takes this many characters. */
  readonly indentAtStart?: number;
}

function toScalar(value: JsonScalar, { indent, ...start }: ScalarIndent): string | null {
  if (value === null || typeof value === "boolean") return String(value);
  if (isNumber(value)) return oddNumbers.some((odd) => Object.is(value, odd)) ? null : numberText(value);
  const word = toWord(value);
  return word && foldFlowLines(word, indent, word.startsWith('"') ? "quoted" : "flow", { ...start, lineWidth: 80 });
}

/** JSON lacks these numbers, so they're left to the library. */
const oddNumbers = [-0, NaN, Infinity, -Infinity];

const plain = /^[a-z\d/$_(](?:[!-~]| (?!#))*$/i;
const notPlain = /: |[: ]$|^(?:true|false|null|0x[\da-f]+|0o[0-7]+|[\d.]+(?:e[-+]?\d+)?)$/i;
/** These texts are quoted: the empty text, a number, or a text that would be a comment. */
const quoted = /^(?:\d*|#[!#-&(-[\]-~]*)$/;

/**
 * The text is written on one line, plain or in quotes. The result is null when the library may write it differently.
 */
function toWord(text: string): string | null {
  if (plain.test(text) && !notPlain.test(text)) return text;
  return quoted.test(text) ? `"${text}"` : null;
}

/** The library folds lines by their depth, so the value is written below as many parents as it has in the document. */
function byLibrary(value: JsonCollection, indent: string): string {
  let wrapped: Json = value;
  let before = "";
  for (let depth = ""; depth.length < indent.length; depth += "  ") {
    wrapped = { a: wrapped };
    before += `${depth}a:\n`;
  }
  return toTextByLibrary(wrapped).slice(before.length + indent.length, -1);
}

function toTextByLibrary(value: JsonCollection): string {
  return stringify(value, { customTags: withExactNumbers });
}
