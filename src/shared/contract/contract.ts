import { nearest } from "../diagnostics/nearest.ts";
import type { Operation } from "./operation.ts";
import type { SandboxData } from "./sandbox-data.ts";
import type { NamedSchema, SchemaByName } from "./schema.ts";
import type { SecurityScheme } from "./security.ts";
import type { Server } from "./server.ts";
import type { AuthoredLink, AuthoredText, ExternalDocs, Markdown } from "./text.ts";

/**
 * An API contract: what an OpenAPI (3.0, 3.1) or Swagger (2.0) document says, in one shape.
 * Texts are Markdown as written. Named schemas are referred to by name, never expanded.
 */
export interface Contract {
  readonly title: string;
  readonly version: string;
  /** The document's format: `OpenAPI 3.1.0`, `Swagger 2.0`. */
  readonly specification: string;
  /** One or two lines about the API; null when the description says the same. */
  readonly summary: Markdown | null;
  readonly description: Markdown | null;
  readonly externalDocs: ExternalDocs | null;
  readonly contact: Contact | null;
  readonly license: License | null;
  readonly termsOfService: AuthoredLink | null;
  /** Path of the first server, with a leading and without a trailing slash: `/v1/external_api`. */
  readonly basePath: string;
  readonly servers: readonly Server[];
  /** Those that operations ask for and the document doesn't describe are among them. */
  readonly securitySchemes: readonly SecurityScheme[];
  /** Every tag is in exactly one group; a contract without groups has one group with a null name. */
  readonly tagGroups: readonly TagGroup[];
  /** In document order of their tags. */
  readonly operations: readonly Operation[];
  readonly webhooks: readonly Operation[];
  readonly schemas: readonly NamedSchema[];
  readonly schemaByName: SchemaByName;
  /** Every text that is Markdown, once each, in document order. */
  readonly texts: readonly AuthoredText[];
  /** Every address that it leads readers to beside its texts, once each, in document order. */
  readonly links: readonly AuthoredLink[];
  readonly internal: InternalNames;
  /** Data for the sandbox beyond the document. */
  readonly sandbox: SandboxData;
  readonly file: string;
}

/** What a document marks as internal (`x-internal`), and the schemas that nothing else uses: it's published nowhere. */
export interface InternalNames {
  readonly operations: readonly InternalOperation[];
  readonly schemas: readonly string[];
}

export type InternalOperation = Pick<Operation, "id" | "path">;

/** Who answers questions about the API. */
export interface Contact {
  readonly name: string | null;
  readonly page: AuthoredLink | null;
  /** Its link has the scheme `mailto:`. */
  readonly email: (AuthoredLink & { readonly address: string }) | null;
}

export interface License {
  readonly name: string | null;
  /** Of SPDX, like `Apache-2.0`; null where it's not stated, and where a name says more (`LicenseRef-…`). */
  readonly identifier: string | null;
  readonly page: AuthoredLink | null;
}

export interface TagGroup {
  readonly name: string | null;
  /** Each before those that are nested in it. */
  readonly tags: readonly Tag[];
}

export interface Tag {
  readonly name: string;
  readonly displayName: string;
  /** `tag-` and a slug. */
  readonly anchor: string;
  readonly description: Markdown | null;
  readonly externalDocs: ExternalDocs | null;
  /** The name of the tag of the same group that it is nested in; null for one at the top. */
  readonly parent: string | null;
  readonly operations: readonly Operation[];
}

type NamedOperation = Pick<Operation, "id" | "anchor" | "method" | "path">;

/** The operation of a name: its id, its anchor, or its method and path; or what most likely was meant. */
export function findOperation<O extends NamedOperation>(
  operations: readonly O[],
  name: string,
): { readonly operation: O } | { readonly operation: null; readonly meant: string | null } {
  const wanted = name.trim().replace(/\s+/g, " ");
  const line = wanted.replace(/^[\w-]+(?= )/, (method) => method.toUpperCase());
  const operation = operations.find(
    (candidate) => candidate.id === wanted || candidate.anchor === wanted || requestLineOf(candidate) === line,
  );
  if (operation !== undefined) return { operation };
  const isLine = line.includes(" ");
  const names = operations.map(isLine ? requestLineOf : ({ id }) => id);
  return { operation: null, meant: nearest(isLine ? line : wanted, names) };
}

/** `POST /loads/` */
export function requestLineOf({ method, path }: Pick<Operation, "method" | "path">): string {
  return `${method.toUpperCase()} ${path}`;
}
