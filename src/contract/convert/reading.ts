import type { ExternalDocs } from "#shared/contract/contract.ts";
import type { Schema } from "#shared/contract/schema.ts";
import { diagnose, type Diagnostic, type Position } from "#shared/diagnostic.ts";
import type { Html } from "#shared/html.ts";
import { parsePointer, resolvePointer } from "#shared/json/json-pointer.ts";
import {
  addMembers,
  isObject,
  type Json,
  type JsonObject,
  listAt,
  objectAt,
  textAt,
  withMembers,
} from "#shared/json/json.ts";

import type { Origins } from "../source/origins.ts";
import { sectionOf } from "../structure/components.ts";

interface ReadingInput {
  readonly document: JsonObject;
  readonly file: string;
  readonly origins: Origins;
  readonly prose: (markdown: string, position: Position) => Html;
}

/** One document being turned into a `Contract`: what all conversions need, and what they find. */
export class Reading {
  readonly document: JsonObject;
  readonly file: string;
  readonly origins: Origins;
  readonly diagnostics: Diagnostic[] = [];
  /** Schemas that are finished, by the object they were made from. */
  readonly schemas = new WeakMap<JsonObject, Schema>();
  /** Schemas that are being made: meeting one of them again is a ring. */
  readonly openSchemas = new Set<JsonObject>();
  readonly #refined = new WeakMap<JsonObject, WeakMap<JsonObject, JsonObject>>();
  #heirsByBase: ReadonlyMap<JsonObject, readonly string[]> | null = null;
  readonly #prose: ReadingInput["prose"];
  readonly #htmlByMarkdown = new Map<string, Html>();

  constructor({ document, file, origins, prose }: ReadingInput) {
    this.document = document;
    this.file = file;
    this.origins = origins;
    this.#prose = prose;
  }

  /** A member's Markdown as HTML; null when there is none. The same text is rendered once. */
  html(node: JsonObject, key: string): Html | null {
    const markdown = textAt(node, key);
    return markdown === null ? null : this.htmlOf(markdown, this.positionOf(node, key));
  }

  htmlOf(markdown: string, position: Position): Html | null {
    if (markdown.trim() === "") return null;
    const known = this.#htmlByMarkdown.get(markdown);
    if (known !== undefined) return known;
    const html = this.#prose(markdown, position);
    this.#htmlByMarkdown.set(markdown, html);
    return html;
  }

  /** The place of a node or of a member's value. */
  positionOf(node: object, key?: string): Position {
    const position = key === undefined ? this.origins.of(node) : this.origins.ofValue(node, key);
    return position ?? { file: this.file, line: 1, column: 1 };
  }

  /**
   * The object a value stands for: references are followed, and `summary` and `description` beside one override those
   * of its target (OpenAPI 3.1, Reference Object). Null for anything else.
   */
  resolve(value: Json | undefined): JsonObject | null {
    let node = isObject(value) ? value : null;
    for (let hops = 0; node && hops < mostHops; hops += 1) {
      const reference = textAt(node, "$ref");
      if (reference === null) return node;
      const target = this.target(reference);
      if (!target) return null;
      const summary = textAt(node, "summary") ?? undefined;
      const description = textAt(node, "description") ?? undefined;
      const isPlain = summary === undefined && description === undefined;
      node = isPlain ? target : this.#derive(withMembers(target, { summary, description }), node);
    }
    return null;
  }

  target(reference: string): JsonObject | null {
    const tokens = reference.startsWith("#") ? parsePointer(reference.slice(1)) : null;
    const value = tokens ? resolvePointer(this.document, tokens) : undefined;
    return isObject(value) ? value : null;
  }

  /** One property as two parts of an `allOf` state it; the same two give the same object. */
  refine(base: JsonObject, part: JsonObject): JsonObject {
    const byPart = this.#refined.get(base) ?? new WeakMap<JsonObject, JsonObject>();
    const refined = byPart.get(part) ?? this.#derive(addMembers(base, part), part);
    this.#refined.set(base, byPart.set(part, refined));
    return refined;
  }

  /** Names of the schemas that inherit from one by `allOf`. */
  heirsOf(base: JsonObject): readonly string[] {
    this.#heirsByBase ??= this.#collectHeirs();
    return this.#heirsByBase.get(base) ?? [];
  }

  #collectHeirs(): ReadonlyMap<JsonObject, readonly string[]> {
    const heirs = new Map<JsonObject, string[]>();
    for (const [name, schema] of Object.entries(sectionOf(this.document, "schema"))) {
      for (const part of listAt(schema, "allOf")) {
        const base = this.target(textAt(part, "$ref") ?? "");
        if (base) heirs.set(base, [...(heirs.get(base) ?? []), name]);
      }
    }
    return heirs;
  }

  externalDocs(node: JsonObject): ExternalDocs | null {
    const docs = objectAt(node, "externalDocs");
    const url = docs && this.safeUrl(docs, "url");
    return docs && url !== null ? { url: url ?? "", description: this.html(docs, "description") } : null;
  }

  /** A member's address; null, with a warning, when a browser could run it. */
  safeUrl(node: JsonObject, key: string): string | null {
    const url = textAt(node, key);
    if (url === null || isSafeUrl(url)) return url;
    const message = `\`${url.slice(0, 60)}\` is no address to link to`;
    this.diagnostics.push(diagnose("link/unsafe", message, this.positionOf(node, key)));
    return null;
  }

  #derive(node: JsonObject, from: JsonObject): JsonObject {
    this.origins.inherit(node, from);
    return node;
  }
}

/** A chain of references that is longer than this is a ring. */
const mostHops = 100;

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
