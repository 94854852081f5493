import type { Html } from "./html.ts";
import type { Position } from "./position.ts";
import type { RequestValue } from "./request.ts";

/** A parsed JSON value. Objects may have any own key, `__proto__` too; read them with `Object.entries` or `Object.hasOwn`. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject;
export interface JsonObject {
  readonly [key: string]: Json;
}

/**
 * An API contract: what an OpenAPI (3.0, 3.1) or Swagger (2.0) document says, in one shape.
 * Prose is finished HTML. Named schemas are referred to by name, never expanded.
 */
export interface Contract {
  readonly title: string;
  readonly version: string;
  /** What the document was written in: `OpenAPI 3.1.0`, `Swagger 2.0`. */
  readonly specification: string;
  readonly description: Html | null;
  readonly externalDocs: ExternalDocs | null;
  /** Path of the first server, with a leading and without a trailing slash: `/v1/external_api`. */
  readonly basePath: string;
  readonly servers: readonly Server[];
  readonly securitySchemes: readonly SecurityScheme[];
  /** Every tag is in exactly one group; a contract without groups has one group with a null name. */
  readonly tagGroups: readonly TagGroup[];
  /** In document order of their tags. */
  readonly operations: readonly Operation[];
  readonly webhooks: readonly Operation[];
  readonly schemas: readonly NamedSchema[];
  /** The document upgraded to OpenAPI 3.1 with `$ref`s kept; validators read schemas from here. */
  readonly document: JsonObject;
  readonly file: string;
}

export interface Server {
  readonly url: string;
  readonly description: Html | null;
}

export interface SecurityScheme {
  readonly name: string;
  readonly type: "apiKey" | "basic" | "bearer" | "oauth2" | "openIdConnect" | "mutualTLS" | "other";
  /** Where and under which name an API key travels; null for other types. */
  readonly in: "header" | "query" | "cookie" | null;
  readonly parameterName: string | null;
  readonly description: Html | null;
  readonly certainty: string | null;
}

export interface TagGroup {
  readonly name: string | null;
  readonly tags: readonly Tag[];
}

export interface Tag {
  readonly name: string;
  readonly displayName: string;
  /** `tag-` and a slug. */
  readonly anchor: string;
  readonly description: Html | null;
  readonly externalDocs: ExternalDocs | null;
  readonly operations: readonly Operation[];
}

export type Method = "get" | "put" | "post" | "delete" | "options" | "head" | "patch" | "trace";

export interface Operation {
  /** The document's operationId, or one made from method and path. */
  readonly id: string;
  /** By method and path, so that links survive a renamed operation id: `post-broker-invoices`. */
  readonly anchor: string;
  readonly method: Method;
  /** Without the base path; the event's name for a webhook. */
  readonly path: string;
  readonly tag: string;
  readonly summary: string;
  readonly description: Html | null;
  readonly deprecated: boolean;
  /** Who may call it (`x-audience`); empty when not stated. */
  readonly audience: readonly string[];
  readonly parameters: readonly Parameter[];
  readonly requestBody: RequestBody | null;
  readonly responses: readonly Response[];
  /** Alternatives; each is a set of scheme names that are needed together. Empty means no authentication. */
  readonly security: readonly (readonly string[])[];
  readonly callbacks: readonly Callback[];
  /** The request that the samples show and the explorer starts from; null for webhooks and callbacks. */
  readonly request: RequestValue | null;
  /** Request samples: the generated languages first, then `x-codeSamples`. */
  readonly samples: readonly CodeSample[];
  readonly externalDocs: ExternalDocs | null;
  readonly certainty: string | null;
  readonly position: Position;
}

/** A link to further reading. Addresses that a browser could run (`javascript:` and the like) never get here. */
export interface ExternalDocs {
  readonly url: string;
  readonly description: Html | null;
}

export interface Parameter {
  readonly name: string;
  readonly in: "path" | "query" | "header" | "cookie";
  readonly required: boolean;
  readonly deprecated: boolean;
  readonly description: Html | null;
  readonly schema: Schema;
  /** How its value is written. */
  readonly notation: Notation;
  /** How lists are joined: `carrier,debtor`, or repeated names. Null for what is no list. */
  readonly listStyle: "comma" | "space" | "pipe" | "tab" | "repeat" | null;
  readonly examples: readonly Example[];
  readonly certainty: string | null;
}

/** What `style` and `explode` say (OpenAPI 3.1, section 4.8.12.2). */
export interface Notation {
  readonly style:
    | "form"
    | "simple"
    | "label"
    | "matrix"
    | "spaceDelimited"
    | "pipeDelimited"
    /** Swagger 2.0's `tsv`. */
    | "tabDelimited"
    | "deepObject"
    /** JSON as one text: the parameter states a media type. */
    | "json";
  readonly isExploded: boolean;
}

export interface RequestBody {
  readonly required: boolean;
  readonly description: Html | null;
  readonly content: readonly MediaType[];
}

export interface MediaType {
  /** `application/json` */
  readonly type: string;
  readonly schema: Schema | null;
  readonly examples: readonly Example[];
  /** Per part of a form: the media types it accepts (`encoding.x.contentType`). */
  readonly partTypes: ReadonlyMap<string, readonly string[]>;
}

export interface Response {
  /** `200`, `4XX`, `default` */
  readonly status: string;
  readonly description: Html | null;
  readonly headers: readonly Parameter[];
  readonly content: readonly MediaType[];
  readonly links: readonly ResponseLink[];
  readonly certainty: string | null;
}

export interface ResponseLink {
  readonly name: string;
  /** Anchor of the operation it leads to; null when it is not in this document. */
  readonly operationAnchor: string | null;
  readonly label: string;
  readonly description: Html | null;
}

export interface Callback {
  readonly name: string;
  readonly operations: readonly Operation[];
}

export interface Example {
  readonly name: string;
  readonly summary: string | null;
  readonly description: Html | null;
  /** False for an example that was made from the schema. */
  readonly authored: boolean;
  readonly value: Json;
  /** A multi-line text of the value: pretty JSON, or the text itself when the value is a string of another media type. */
  readonly text: string;
}

export interface CodeSample {
  /** `curl`, `javascript`, `python`, or the author's. */
  readonly id: string;
  readonly label: string;
  /** The highlighter's language name. */
  readonly language: string;
  readonly code: string;
}

export interface NamedSchema {
  readonly name: string;
  /** `schema-` and a slug. */
  readonly anchor: string;
  readonly schema: Schema;
  readonly position: Position;
}

/** A stated limit, ready to print: `0 or more`, `1 to 256 characters`, `matches ^[A-Z]+$`. */
export type Limit = string;

/**
 * One schema as a reader sees it. A use of a named schema has `ref`, the siblings stated beside it, and the named schema's
 * types, nullability, format and unit, which fit on one line; everything else is in the named schema, so that recursion
 * ends at a link.
 */
export interface Schema {
  /** Name of the named schema this is a use of; null for an inline schema. */
  readonly ref: string | null;
  readonly title: string | null;
  /** JSON types; empty when any type goes. `null` is not among them: see `nullable`. */
  readonly types: readonly string[];
  readonly nullable: boolean;
  readonly format: string | null;
  readonly description: Html | null;
  readonly enum: readonly EnumValue[];
  readonly const: Json | undefined;
  readonly default: Json | undefined;
  readonly example: Json | undefined;
  readonly limits: readonly Limit[];
  readonly readOnly: boolean;
  readonly writeOnly: boolean;
  readonly deprecated: boolean;
  /** `usd-cents`, `usd`, `ft`, `lb`, …; null when not stated. */
  readonly unit: string | null;
  /** `reading`, `convention`, `unspecified`; null means: as the contract states it. */
  readonly certainty: string | null;
  readonly properties: readonly Property[];
  readonly patternProperties: readonly PatternProperty[];
  /** What further members may be: anything, nothing, a schema, or not stated. */
  readonly additionalProperties: Schema | boolean | null;
  readonly items: Schema | null;
  readonly prefixItems: readonly Schema[];
  readonly alternatives: Alternatives | null;
  readonly not: Schema | null;
  /** Names of the schemas that `allOf` takes members from, in order. */
  readonly mergedFrom: readonly string[];
}

export interface EnumValue {
  readonly value: Json;
  /** The author's name for the value (`x-enum-varnames`). */
  readonly label: string | null;
  readonly meaning: Html | null;
}

export interface Property {
  readonly name: string;
  readonly required: boolean;
  readonly schema: Schema;
  /** Name of the `allOf` part it comes from; null when stated in place. */
  readonly from: string | null;
}

export interface PatternProperty {
  readonly pattern: string;
  readonly schema: Schema;
}

export interface Alternatives {
  readonly kind: "oneOf" | "anyOf";
  readonly schemas: readonly Schema[];
  /** The property that tells the alternatives apart, and which value means which schema name. */
  readonly discriminator: { readonly property: string; readonly mapping: ReadonlyMap<string, string> } | null;
}

/** An entry of the version menu. */
export interface ContractVersionLink {
  readonly id: string;
  readonly href: string;
  readonly current: boolean;
}
