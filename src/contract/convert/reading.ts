import type { Origins } from "#read/yaml/origins.ts";
import { SchemaConversion, type SchemaOrigins } from "#shared/contract/keywords/to-schema.ts";
import type { Schema } from "#shared/contract/schema.ts";
import { fillVariables, type Server } from "#shared/contract/server.ts";
import type { AuthoredLink, AuthoredText, ExternalDocs, Markdown } from "#shared/contract/text.ts";
import { diagnose, type Diagnostic, type Position, startOf } from "#shared/diagnostics/diagnostic.ts";
import { followReferences } from "#shared/json/json-pointer.ts";
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

/** The state that all conversions of a document share: its schemas, texts, positions and findings. */
export class Reading implements SchemaOrigins {
  readonly document: DocumentNode;
  readonly file: string;
  readonly origins: Origins;
  readonly diagnostics: Diagnostic[] = [];
  readonly namedSchemas: JsonObject;
  readonly schemas: SchemaConversion;
  readonly #texts = new Map<string, AuthoredText>();
  readonly #links = new Map<string, AuthoredLink>();

  constructor(document: JsonObject, file: string, origins: Origins) {
    this.document = new DocumentNode(document, this);
    this.file = file;
    this.origins = origins;
    this.namedSchemas = this.document.node("components").node("schemas").value;
    this.schemas = new SchemaConversion(this.namedSchemas, this);
  }

  get texts(): readonly AuthoredText[] {
    return [...this.#texts.values()];
  }

  get links(): readonly AuthoredLink[] {
    return [...this.#links.values()];
  }

  markdown(text: string, node: object, key: string): Markdown | null {
    if (text.trim() === "") return null;
    const known = this.#texts.get(text);
    if (known) return known;
    const markdown = { text, position: this.positionOf(node, key) };
    this.#texts.set(text, markdown);
    return markdown;
  }

  link(url: string, position: Position): AuthoredLink {
    const link = { url, position };
    if (!this.#links.has(url)) this.#links.set(url, link);
    return link;
  }

  externalDocs(owner: JsonObject): ExternalDocs | null {
    return new DocumentNode(owner, this).externalDocs();
  }

  /** The position of a node or of a member's value. */
  positionOf(node: object, key?: string): Position {
    const position = key === undefined ? this.origins.of(node) : this.origins.ofValue(node, key);
    return position ?? startOf(this.file);
  }

  /** The position of a member's name. */
  positionOfKey(node: object, key: string): Position {
    return this.origins.ofKey(node, key) ?? startOf(this.file);
  }

  /**
   * Follows references. `summary` and `description` beside a reference override those of its target (OpenAPI 3.1,
   * Reference Object). Null for anything but an object.
   */
  resolve(value: Json | undefined): JsonObject | null {
    const withRemarks = (target: JsonObject, use: JsonObject): JsonObject => {
      const [summary, description] = [textAt(use, "summary") ?? undefined, textAt(use, "description") ?? undefined];
      if (summary === undefined && description === undefined) return target;
      return this.inherit(withMembers(target, { summary, description }), use);
    };
    return followReferences(value, this.document.value, withRemarks);
  }

  inherit<T extends object>(derived: T, from: object): T {
    return this.origins.inherit(derived, from);
  }
}

/** An object of the document. Its getters follow references in its members. */
export class DocumentNode {
  readonly value: JsonObject;
  readonly reading: Reading;

  constructor(value: JsonObject, reading: Reading) {
    this.value = value;
    this.reading = reading;
  }

  /** Unlike `node`, this doesn't follow references. */
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

  /** True where a member is an object or a reference to an object. */
  has(key: string): boolean {
    return this.reading.resolve(this.member(key)) !== null;
  }

  /** An empty node where the member isn't an object. */
  node(key: string): DocumentNode {
    return this.#toNode(this.member(key));
  }

  nodes(key: string): readonly DocumentNode[] {
    return listAt(this.value, key).map((element) => this.#toNode(element));
  }

  entries(key: string): readonly (readonly [string, DocumentNode])[] {
    return entriesAt(this.value, key).map(([name, member]) => [name, this.#toNode(member)]);
  }

  /** Null for an empty text. */
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
    if (url === null) return null;
    const position = this.reading.positionOf(this.value, "externalDocs");
    return { ...this.reading.link(url, position), description: docs.markdown("description") };
  }

  /** Null where there is no address, and, with a warning, for one that a browser could run. */
  link(key: string): AuthoredLink | null {
    const url = this.safeUrl(key);
    return url === null ? null : this.reading.link(url, this.reading.positionOf(this.value, key));
  }

  /** Null, with a warning, for an address that a browser could run. */
  safeUrl(key: string): string | null {
    const url = this.text(key);
    if (url === null || isSafeUrl(url)) return url;
    const message = `\`${url.slice(0, 60)}\` isn't an address to link to`;
    this.reading.diagnostics.push(diagnose("link/unsafe", message, this.reading.positionOf(this.value, key)));
    return null;
  }

  servers(): readonly Server[] {
    return this.nodes("servers").flatMap((node) => node.toServer() ?? []);
  }

  /** Null, with a warning, for an address that no page can call. */
  toServer(): Server | null {
    const stated = this.text("url");
    if (stated === null) return null;
    if (!isSafeUrl(stated)) {
      const position = this.reading.positionOf(this.value, "url");
      const message = `the server \`${stated.slice(0, 60)}\` isn't an address of http or https, and is left out`;
      const hint = /^[\w.-]+:\d/.test(stated) ? `write http://${stated}` : null;
      this.reading.diagnostics.push(diagnose("link/unsafe", message, position, hint));
      return null;
    }
    // Nothing is where the document is.
    const template = stated || "/";
    const variables = this.entries("variables").flatMap(([name, node]) => {
      const preset = node.text("default");
      if (preset === null) return [];
      return [{ name, default: preset, enum: node.texts("enum"), description: node.markdown("description") }];
    });
    const url = fillVariables(template, new Map(variables.map((variable) => [variable.name, variable.default])));
    return { url, template, variables, name: this.text("name"), description: this.markdown("description") };
  }

  #toNode(value: Json | undefined): DocumentNode {
    return new DocumentNode(this.reading.resolve(value) ?? {}, this.reading);
  }
}

/**
 * True for addresses that a browser opens without running them: `http:`, `https:`, `mailto:`, and relative ones.
 * Browsers drop control characters and leading spaces before they look for the scheme, and so does this (WHATWG URL, 4.4).
 */
function isSafeUrl(url: string): boolean {
  // oxlint-disable-next-line no-control-regex -- control characters are the point
  const text = url.replace(/[\u0000-\u0020\u007f-\u009f\u00ad\u200b-\u200f\u2028\u2029\ufeff]/g, "");
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(text)?.[1];
  return scheme === undefined || ["http", "https", "mailto"].includes(scheme.toLowerCase());
}
