import { DomUtils, parseDocument } from "htmlparser2";

import {
  entriesAt,
  isList,
  isObject,
  type Json,
  type JsonObject,
  memberOf,
  objectAt,
  textAt,
  toText,
} from "#shared/json/json.ts";

/** A field of a document, by its name, with the facts stated at its position: values, limits, words. */
export interface FieldFacts {
  readonly name: string;
  readonly facts: readonly string[];
}

/** Parameters and fields of schemas, each with the facts of its own position, without following references. */
export function fieldsOfDocument(node: Json): readonly FieldFacts[] {
  if (isList(node)) return node.flatMap(fieldsOfDocument);
  if (!isObject(node)) return [];
  const name = textAt(node, "name");
  const isParameter =
    name !== null && ["path", "query", "header", "cookie", "formData"].includes(textAt(node, "in") ?? "");
  const parameter = isParameter
    ? [{ name, facts: [...wordsOf(node), ...factsOf(objectAt(node, "schema") ?? node)] }]
    : [];
  const members = entriesAt(node, "properties");
  return [
    ...parameter,
    ...members.flatMap(([key, member]) => (isObject(member) ? [{ name: key, facts: factsOf(member) }] : [])),
    ...members.flatMap(([, member]) => fieldsOfDocument(member)),
    ...Object.entries(node).flatMap(([key, member]) => (isSkipped(key) ? [] : fieldsOfDocument(member))),
  ];
}

function isSkipped(key: string): boolean {
  return /^(?:examples?|default|enum|properties|security(?:Schemes|Definitions)|x-.*)$/.test(key);
}

/** All descriptions and summaries. */
export function textsOfDocument(node: Json): readonly string[] {
  if (isList(node)) return node.flatMap(textsOfDocument);
  if (!isObject(node)) return [];
  const own = ["description", "summary"].flatMap((key) => textAt(node, key) ?? []);
  return [
    ...own,
    ...Object.entries(node).flatMap(([key, member]) =>
      /^(?:examples?|default|x-.*)$/.test(key) ? [] : textsOfDocument(member),
    ),
  ];
}

const limits = [
  ...["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"],
  ...["minLength", "maxLength", "minItems", "maxItems", "minProperties", "maxProperties"],
];

function factsOf(schema: JsonObject): readonly string[] {
  const inner = [objectAt(schema, "items"), objectAt(schema, "additionalProperties")].filter((one) => one !== null);
  const bounds = limits.flatMap((key) => leavesOf(memberOf(schema, key) ?? []));
  const values = ["enum", "const", "default"].flatMap((key) => leavesOf(memberOf(schema, key) ?? []));
  const format = textAt(schema, "format");
  return [
    ...wordsOf(schema),
    ...values,
    ...[textAt(schema, "pattern"), format === "binary" ? null : format].filter((fact) => fact !== null),
    ...bounds.filter((bound) => bound !== "0"),
    ...inner.flatMap(factsOf),
  ];
}

function leavesOf(value: Json): readonly string[] {
  if (isList(value)) return value.flatMap(leavesOf);
  if (isObject(value)) return Object.values(value).flatMap(leavesOf);
  return typeof value === "boolean" ? [] : [toText(value)];
}

function wordsOf(node: JsonObject): readonly string[] {
  return wordsIn(textAt(node, "description") ?? "");
}

/** The words of a Markdown text, without what marks them up and where its links lead. */
export function wordsIn(markdown: string): readonly string[] {
  return markdown
    .replaceAll(/\]\([^)]*\)/g, "]")
    .split(/[\s`*_[\]()]+/)
    .filter((word) => /\w/.test(word));
}

/** The rows of fields on built pages: the whole text of each, by name. */
export function rowsOfPage(html: string): ReadonlyMap<string, readonly string[]> {
  const rows = new Map<string, readonly string[]>();
  for (const row of DomUtils.getElementsByTagName("li", parseDocument(html))) {
    const name = DomUtils.findOne(({ attribs }) => /\bname\b/.test(attribs["class"] ?? ""), row.children);
    if (name === null) continue;
    const key = DomUtils.textContent(name);
    rows.set(key, [...(rows.get(key) ?? []), DomUtils.textContent(row)]);
  }
  return rows;
}
