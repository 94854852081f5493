import { nearest } from "../diagnostics/nearest.ts";
import type { Operation } from "./operation.ts";
import type { SandboxData } from "./sandbox-data.ts";
import type { NamedSchema, SchemaByName } from "./schema.ts";
import type { SecurityScheme } from "./security.ts";
import type { Server } from "./server.ts";
import type { AuthoredLink, AuthoredText, ExternalDocs, Markdown } from "./text.ts";

/**
 * An API contract: the content of an OpenAPI (3.0, 3.1) or Swagger (2.0) document in one shape. Texts are Markdown as
 * written. Named schemas are referred to by name, and never expanded.
 */
export interface Contract {
  readonly title: string;
  readonly version: string;
  /** The document's format: `OpenAPI 3.1.0`, `Swagger 2.0`. */
  readonly specification: string;
  /** One or two lines about the API; null if the description says the same. */
  readonly summary: Markdown | null;
  readonly description: Markdown | null;
  readonly externalDocs: ExternalDocs | null;
  readonly contact: Contact | null;
  readonly license: License | null;
  readonly termsOfService: AuthoredLink | null;
  /** Path of the first server, with a leading and without a trailing slash: `/v1/external_api`. */
  readonly basePath: string;
  readonly servers: readonly Server[];
  /** Includes schemes that operations require but the document doesn't describe. */
  readonly securitySchemes: readonly SecurityScheme[];
  /** Every tag is in exactly one group; a contract without groups has one group with a null name. */
  readonly tagGroups: readonly TagGroup[];
  /** In document order of their tags. */
  readonly operations: readonly Operation[];
  readonly webhooks: readonly Operation[];
  readonly schemas: readonly NamedSchema[];
  readonly schemaByName: SchemaByName;
  /** Every Markdown text once, in document order. */
  readonly texts: readonly AuthoredText[];
  /** Every link outside of texts once, in document order. */
  readonly links: readonly AuthoredLink[];
  readonly internal: InternalNames;
  /** Data for the sandbox beyond the document. */
  readonly sandbox: SandboxData;
  readonly file: string;
}

/** Names of internal operations (`x-internal`), and of schemas that only those use. They're never published. */
export interface InternalNames {
  readonly operations: readonly InternalOperation[];
  readonly schemas: readonly string[];
}

export type InternalOperation = Pick<Operation, "id" | "path">;

/** The contact for questions about the API. */
export interface Contact {
  readonly name: string | null;
  readonly page: AuthoredLink | null;
  /** Its link has the scheme `mailto:`. */
  readonly email: (AuthoredLink & { readonly address: string }) | null;
}

export interface License {
  readonly name: string | null;
  /** An SPDX identifier such as `Apache-2.0`; null if it isn't stated, or if a name says more (`LicenseRef-…`). */
  readonly identifier: string | null;
  readonly page: AuthoredLink | null;
}

export interface TagGroup {
  readonly name: string | null;
  /** Each tag comes before the tags nested in it. */
  readonly tags: readonly Tag[];
}

export interface Tag {
  readonly name: string;
  readonly displayName: string;
  /** `tag-` and a slug. */
  readonly anchor: string;
  readonly description: Markdown | null;
  readonly externalDocs: ExternalDocs | null;
  /** The parent tag's name in the same group; null for a top-level tag. */
  readonly parent: string | null;
  readonly operations: readonly Operation[];
}

export function tagsOf({ tagGroups }: Pick<Contract, "tagGroups">): readonly Tag[] {
  return tagGroups.flatMap(({ tags }) => tags);
}

type NamedOperation = Pick<Operation, "id" | "anchor" | "method" | "path">;

/** Finds an operation by its id, its anchor, or its method and path; otherwise returns the most likely one. */
export function findNamedOperation<O extends NamedOperation>(
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
