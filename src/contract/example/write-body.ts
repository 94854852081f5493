import { isScalar, parseDocument, visit } from "yaml";

import { toPlainText } from "#shared/contract/notation/parameter-notation.ts";
import { additionalSchema, anySchema, resolveSchema, type Schema, type SchemaByName } from "#shared/contract/schema.ts";
import { flagAt, isList, isObject, type Json, objectAt, textAt, toJsonText } from "#shared/json/json.ts";
import { bareType } from "#shared/media-type.ts";

/** A value as it travels in a media type that is neither JSON nor a form; null where nothing here can write it. */
export function writeBody(
  value: Json,
  mediaType: string,
  { schema, schemaByName }: { readonly schema: Schema | null; readonly schemaByName: SchemaByName },
): string | null {
  const type = bareType(mediaType);
  if (typeof value === "string") return value;
  if (/[/+]xml$/.test(type)) return writeXml(value, schema, schemaByName);
  if (/[/+](?:x-)?yaml$/.test(type)) return writeYaml(value);
  if (/^(?:text|application)\/csv$/.test(type)) return writeTable(value, ",");
  if (type === "text/tab-separated-values") return writeTable(value, "\t");
  return isList(value) || isObject(value) || !type.startsWith("text/") ? null : toPlainText(value);
}

/**
 * Rows of values (RFC 4180): objects with a line of their names before them, lists as they stand. Lines end as in a shell's
 * texts; readers of tables take that as well. Null where the value is no table.
 */
function writeTable(value: Json, separator: string): string | null {
  const rows = isList(value) ? value : [value];
  const names = [...new Set(rows.flatMap((row) => (isObject(row) ? Object.keys(row) : [])))];
  const write = (cells: readonly Json[]): string => {
    const texts = cells.map((cell) => (cell === null ? "" : toPlainText(cell)));
    const needsQuotes = (text: string): boolean => /["\r\n]/.test(text) || text.includes(separator);
    return texts.map((text) => (needsQuotes(text) ? `"${text.replaceAll('"', '""')}"` : text)).join(separator);
  };
  if (names.length > 0) {
    const lines = rows.map((row) => write(names.map((name) => (isObject(row) ? (row[name] ?? null) : null))));
    return [write(names), ...lines].join("\n");
  }
  return rows.some(isObject) ? null : rows.map((row) => write(isList(row) ? row : [row])).join("\n");
}

/** JSON is YAML, in its flow style: what is left is to write it on lines of its own. Numbers keep their digits. */
function writeYaml(value: Json): string {
  const document = parseDocument(toJsonText(value), { intAsBigInt: true });
  visit(document, (_, node) => {
    if (isScalar(node) && typeof node.value === "string") delete node.type;
    else if (node !== null && typeof node === "object" && "flow" in node) node.flow = false;
  });
  return document.toString().trimEnd();
}

/**
 * A value as XML, named as its schema's `xml` says (OpenAPI 3.1.1, section 4.8.26; `nodeType` as in 3.2.1). Kept writers turn
 * objects into elements by conventions of their own: this one has no more to it than names, and a few characters to escape.
 */
function writeXml(value: Json, schema: Schema | null, schemaByName: SchemaByName): string {
  const use = schema ?? anySchema;
  const name = use.ref ?? use.name ?? "root";
  const writer = new XmlWriter(schemaByName);
  const whole = isList(value) ? writer.wrap(value, use, name) : writer.element(value, use, name);
  return whole.join("\n");
}

type Lines = readonly string[];

interface XmlWords {
  readonly name: string | null;
  readonly prefix: string;
  readonly namespace: string | null;
  readonly node: "element" | "attribute" | "text" | "none";
  readonly isWrapped: boolean;
}

interface Content {
  readonly attributes: Lines;
  readonly text: string;
  readonly children: Lines;
}

class XmlWriter {
  readonly #schemaByName: SchemaByName;

  constructor(schemaByName: SchemaByName) {
    this.#schemaByName = schemaByName;
  }

  /** The lines of a value within its element. */
  element(value: Json, use: Schema, fallback: string): Lines {
    return this.#enclose(this.#words(use), fallback, this.#contentOf(value, use));
  }

  /** A list within an element of its own. Items are called as they say, else as the list is. */
  wrap(items: readonly Json[], use: Schema, fallback: string): Lines {
    const words = this.#words(use);
    const children = this.#items(items, use, words.name ?? fallback);
    return this.#enclose(words, fallback, { attributes: [], text: "", children });
  }

  #items(items: readonly Json[], use: Schema, name: string): Lines {
    const { items: schema } = resolveSchema(use, this.#schemaByName);
    return items.flatMap((item) => this.element(item, schema ?? anySchema, name));
  }

  #enclose({ name, prefix, namespace }: XmlWords, fallback: string, { attributes, text, children }: Content): Lines {
    const tag = prefix + toName(name ?? fallback);
    const colon = prefix === "" ? "" : `:${prefix.slice(0, -1)}`;
    const own = namespace === null ? [] : [`xmlns${colon}="${escapeXml(namespace)}"`];
    const head = [tag, ...own, ...attributes].join(" ");
    if (children.length === 0) return [text === "" ? `<${head}/>` : `<${head}>${text}</${tag}>`];
    return [`<${head}>${text}`, ...children.map((line) => `  ${line}`), `</${tag}>`];
  }

  #contentOf(value: Json, use: Schema): Content {
    if (!isObject(value)) {
      const children = isList(value) ? this.#items(value, use, "item") : [];
      return { attributes: [], text: isList(value) || value === null ? "" : toXmlText(value), children };
    }
    const parts = Object.entries(value).map(([name, member]) => this.#partOf(name, member, this.#memberOf(use, name)));
    return {
      attributes: parts.flatMap(({ attributes }) => attributes),
      text: parts.map(({ text }) => text).join(""),
      children: parts.flatMap(({ children }) => children),
    };
  }

  #partOf(name: string, value: Json, use: Schema): Content {
    const words = this.#words(use);
    const none: Content = { attributes: [], text: "", children: [] };
    switch (words.node) {
      case "attribute":
        if (value === null) return none;
        return { ...none, attributes: [`${words.prefix}${toName(words.name ?? name)}="${toXmlText(value)}"`] };
      case "text":
        return { ...none, text: value === null ? "" : toXmlText(value) };
      case "none":
        return this.#contentOf(value, use);
      case "element":
        if (!isList(value)) return { ...none, children: this.element(value, use, name) };
        // The name of a list that isn't wrapped is nowhere.
        return { ...none, children: words.isWrapped ? this.wrap(value, use, name) : this.#items(value, use, name) };
    }
  }

  /** The words of a use come before those of the schema that it names. */
  #words(use: Schema): XmlWords {
    const { keywords, types } = resolveSchema(use, this.#schemaByName);
    const words = objectAt(use.keywords, "xml") ?? objectAt(keywords, "xml");
    const prefix = textAt(words, "prefix") ?? "";
    const nodeType = textAt(words, "nodeType");
    const isArray = types.includes("array");
    const stated = flagAt(words, "attribute") ? "attribute" : nodeType === "cdata" ? "text" : nodeType;
    const node = stated === "attribute" || stated === "text" || (stated === "none" && !isArray) ? stated : "element";
    return {
      name: textAt(words, "name") ?? null,
      prefix: prefix === "" ? "" : `${toName(prefix)}:`,
      namespace: textAt(words, "namespace") ?? null,
      node,
      isWrapped: flagAt(words, "wrapped") || (isArray && nodeType === "element"),
    };
  }

  #memberOf(use: Schema, name: string, depth = 0): Schema {
    const schema = resolveSchema(use, this.#schemaByName);
    const found = schema.members.find((member) => member.name === name)?.schema;
    if (found !== undefined) return found;
    const choices = depth < 4 ? (schema.alternatives?.schemas ?? []) : [];
    const chosen = choices
      .map((choice) => this.#memberOf(choice, name, depth + 1))
      .find((member) => member !== anySchema);
    return chosen ?? additionalSchema(schema) ?? anySchema;
  }
}

/** XML 1.0, section 2.3. */
function toName(text: string): string {
  const name = text.replace(/[^\p{L}\p{N}_.\-\u00B7]/gu, "_");
  return /^[\p{L}_]/u.test(name) ? name : `_${name}`;
}

function toXmlText(value: Json): string {
  return escapeXml(toPlainText(value));
}

function escapeXml(text: string): string {
  // oxlint-disable-next-line no-control-regex -- control characters are the point
  const known = text.replace(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]|\p{Surrogate}/gu, "\uFFFD");
  return known.replace(/[&<>"\n\t]/g, (character) => entities.get(character) ?? character);
}

const entities: ReadonlyMap<string, string> = new Map([
  ["&", "&amp;"],
  ["<", "&lt;"],
  [">", "&gt;"],
  ['"', "&quot;"],
  ["\n", "&#10;"],
  ["\t", "&#9;"],
]);
