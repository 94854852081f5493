import type { Origins } from "#read/origins.ts";
import type { AuthoredText, ExternalDocs, Markdown } from "#shared/contract/text.ts";
import { SchemaConversion, type SchemaPlaces } from "#shared/contract/to-schema.ts";
import { diagnose, type Diagnostic, type Position, startOf } from "#shared/diagnostic.ts";
import { followReferences, targetOf } from "#shared/json/json-pointer.ts";
import { type Json, type JsonObject, objectAt, textAt, withMembers } from "#shared/json/json.ts";

interface ReadingInput {
  readonly document: JsonObject;
  readonly file: string;
  readonly origins: Origins;
}

/** One document being turned into a `Contract`: what all conversions need, and what they find. */
export class Reading implements SchemaPlaces {
  readonly document: JsonObject;
  readonly file: string;
  readonly origins: Origins;
  readonly diagnostics: Diagnostic[] = [];
  /** The document's own section of named schemas. */
  readonly namedSchemas: JsonObject;
  readonly schemas: SchemaConversion;
  readonly #texts = new Map<string, AuthoredText>();

  constructor({ document, file, origins }: ReadingInput) {
    this.document = document;
    this.file = file;
    this.origins = origins;
    this.namedSchemas = objectAt(objectAt(document, "components") ?? {}, "schemas") ?? {};
    this.schemas = new SchemaConversion(this.namedSchemas, this);
  }

  /** The texts that have been met, in the order in which they were. */
  get texts(): readonly AuthoredText[] {
    return [...this.#texts.values()];
  }

  /** A member's text; null when there is none. */
  text(node: JsonObject, key: string): Markdown | null {
    const text = textAt(node, key);
    return text === null ? null : this.markdown(text, node, key);
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
      (reference) => targetOf(this.document, reference),
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

  externalDocs(node: JsonObject): ExternalDocs | null {
    const docs = objectAt(node, "externalDocs");
    const url = docs && this.safeUrl(docs, "url");
    return docs && url !== null ? { url: url ?? "", description: this.text(docs, "description") } : null;
  }

  /** A member's address; null, with a warning, when a browser could run it. */
  safeUrl(node: JsonObject, key: string): string | null {
    const url = textAt(node, key);
    if (url === null || isSafeUrl(url)) return url;
    const message = `\`${url.slice(0, 60)}\` is no address to link to`;
    this.diagnostics.push(diagnose("link/unsafe", message, this.positionOf(node, key)));
    return null;
  }

  inherit(made: object, from: object): void {
    this.origins.inherit(made, from);
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
