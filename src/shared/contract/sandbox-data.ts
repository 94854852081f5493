import type { JsonObject } from "../json/json.ts";

/** By operation id. Authors read about it in `docs-build explain sandbox`. */
export type SandboxData = Readonly<Record<string, OperationData>>;

/** What paths, schemas and examples don't say about an operation. */
export interface OperationData {
  /** Further records that the sandbox starts with; members that no schema has are kept and never shown. */
  readonly records?: readonly JsonObject[] | undefined;
  /** By query parameter. */
  readonly filters?: Readonly<Record<string, Filter>> | undefined;
  /** The parameter whose value OR lets a record fit any filter instead of all. */
  readonly combine?: string | undefined;
  /** The collection with one record: 404 for none, 400 for several. */
  readonly lookup?: string | undefined;
  readonly takes?: readonly FieldSource[] | undefined;
  /** Fields composed of others. */
  readonly texts?: Readonly<Record<string, string>> | undefined;
  /** A field of the new record that goes on top of one of its owner, when a flag of it is true. */
  readonly adds?: { readonly field: string; readonly to: string; readonly when: string } | undefined;
  /** By field of a body: where in this operation's response the allowed values stand. */
  readonly allows?: Readonly<Record<string, string>> | undefined;
}

/** How a query parameter chooses records. */
interface Filter {
  /** The fields that are looked at; without them, the one with the parameter's name. */
  readonly fields?: readonly string[] | undefined;
  /** Finds parts of a text in upper or lower case, not only the whole. */
  readonly part?: boolean | undefined;
  /** Not together with other filters. */
  readonly alone?: boolean | undefined;
  /** By parameter: a field that it adds to those looked at, when it is sent. */
  readonly adds?: Readonly<Record<string, string>> | undefined;
}

/** A record of another collection that a body names, and the fields that are filled from it. */
export interface FieldSource {
  readonly from: string;
  /** By field of the record there: the field of the record here with the same value. */
  readonly where: Readonly<Record<string, string>>;
  /** By field here: the field there. */
  readonly fields: Readonly<Record<string, string>>;
}
