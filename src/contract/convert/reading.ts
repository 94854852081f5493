import type { Origins } from "#read/yaml/origins.ts";
import type { Schema } from "#shared/contract/schema.ts";
import type { AuthoredText, ExternalDocs, Markdown } from "#shared/contract/text.ts";
import { SchemaConversion, type SchemaPlaces } from "#shared/contract/to-schema.ts";
import { diagnose, type Diagnostic, type Position, startOf } from "#shared/diagnostics/diagnostic.ts";
import {
  entriesAt,
  flagAt,
  type Json,
  type JsonObject,
  listAt,
  memberOf,
  textAt,
  textsAt,
  withMembers,
} from "#shared/json/json.ts";
import { followReferences, targetOf } from "#shared/json/json-pointer.ts";

interface ReadingInput {
  readonly document: JsonObject;
  readonly file: string;
  readonly origins: Origins;
}

/** One document being turned into a `Contract`: what all conversions need, and what they find. */
export class Reading implements SchemaPlaces {
  readonly document: DocumentNode;
  readonly file: string;
  readonly origins: Origins;
  readonly diagnostics: Diagnostic[] = [];
  /** The document's own section of named schemas. */
  readonly namedSchemas: JsonObject;
  readonly schemas: SchemaConversion;
  readonly #texts = new Map<string, AuthoredText>();

  constructor({ document, file, origins }: ReadingInput) {
    this.document = new DocumentNode(document, this);
    this.file = file;
    this.origins = origins;
    this.namedSchemas = this.document.node("components").node("schemas").value;
    this.schemas = new SchemaConversion(this.namedSchemas, this);
  }

  /** The texts that have been met, in the order in which they were. */
  get texts(): readonly AuthoredText[] {
    return [...this.#texts.values()];
  }

  markdown(text: string, node: object, key: string): Markdown | null {
    if (text.trim() === "") return null;
    const known = this.#texts.get(text);
    if (known) return known;
    const markdown = { text, position: this.positionOf(node, key) };
    this.#texts.set(text, markdown);
    return markdown;
  }

  /** The place of a node or of a member's value. */
  positionOf(node: object, key?: string): Position {
    const position = key === undefined ? this.origins.of(node) : this.origins.ofValue(node, key);
    return position ?? startOf(this.file);
  }

  /** The place of a member's name. */
  positionOfKey(node: object, key: string): Position {
    return this.origins.ofKey(node, key) ?? startOf(this.file);
  }

  /**
   * The object a value stands for: references are followed, and `summary` and `description` beside one override those
   * of its target (OpenAPI 3.1, Reference Object). Null for anything else.
   */
  resolve(value: Json | undefined): JsonObject | null {
    return followReferences(
      value,
      (reference) => targetOf(this.document.value, reference),
      (target, use) => this.#withRemarks(target, use),
    );
  }

  #withRemarks(target: JsonObject, use: JsonObject): JsonObject {
    const [summary, description] = [textAt(use, "summary") ?? undefined, textAt(use, "description") ?? undefined];
    if (summary === undefined && description === undefined) return target;
    const node = withMembers(target, { summary, description });
    this.inherit(node, use);
    return node;
  }

  inherit(derived: object, from: object): void {
    this.origins.inherit(derived, from);
  }
}

/** An object of the document, read by the names of its members. A reference in one of them is followed. */
export class DocumentNode {
  readonly value: JsonObject;
  readonly reading: Reading;

  constructor(value: JsonObject, reading: Reading) {
    this.value = value;
    this.reading = reading;
  }

  /** As the author wrote it. */
  member(key: string): Json | undefined {
    return memberOf(this.value, key);
  }

  text(key: string): string | null {
    return textAt(this.value, key);
  }

  texts(key: string): readonly string[] {
    return textsAt(this.value, key);
  }

  flag(key: string): boolean {
    return flagAt(this.value, key);
  }

  /** True where a member is an object, or leads to one. */
  has(key: string): boolean {
    return this.reading.resolve(this.member(key)) !== null;
  }

  /** A member's object; one without members where there is none. */
  node(key: string): DocumentNode {
    return this.#toNode(this.member(key));
  }

  /** The objects of a list. */
  nodes(key: string): readonly DocumentNode[] {
    return listAt(this.value, key).map((element) => this.#toNode(element));
  }

  /** The objects of a member by their names, in document order. */
  entries(key: string): readonly (readonly [string, DocumentNode])[] {
    return entriesAt(this.value, key).map(([name, member]) => [name, this.#toNode(member)]);
  }

  /** A member's Markdown; null when it says nothing. */
  markdown(key: string): Markdown | null {
    const text = this.text(key);
    return text === null ? null : this.reading.markdown(text, this.value, key);
  }

  schema(key: string): Schema | null {
    const schema = this.member(key);
    return schema === undefined ? null : this.reading.schemas.toSchema(schema);
  }

  externalDocs(): ExternalDocs | null {
    const docs = this.node("externalDocs");
    const url = docs.safeUrl("url");
    return url === null
      ? null
      : {
          url,
          description: docs.markdown("description"),
          position: this.reading.positionOf(this.value, "externalDocs"),
        };
  }

  /** A member's address; null, with a warning, when a browser could run it. */
  safeUrl(key: string): string | null {
    const url = this.text(key);
    if (url === null || isSafeUrl(url)) return url;
    const message = `\`${url.slice(0, 60)}\` is no address to link to`;
    this.reading.diagnostics.push(diagnose("link/unsafe", message, this.reading.positionOf(this.value, key)));
    return null;
  }

  #toNode(value: Json | undefined): DocumentNode {
    return new DocumentNode(this.reading.resolve(value) ?? {}, this.reading);
  }
}

/**
 * True for addresses that a browser follows and does not run: `http:`, `https:`, `mailto:`, and relative ones.
 * Browsers drop control characters and leading spaces before they look for the scheme, and so does this (WHATWG URL, 4.4).
 */
function isSafeUrl(url: string): boolean {
  // oxlint-disable-next-line no-control-regex -- control characters are the point
  const text = url.replace(/[\u0000-\u0020\u007f-\u009f\u00ad\u200b-\u200f\u2028\u2029\ufeff]/g, "");
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(text)?.[1];
  return scheme === undefined || ["http", "https", "mailto"].includes(scheme.toLowerCase());
}
