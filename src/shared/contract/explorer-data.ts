import type { Json, JsonObject } from "../json/json.ts";
import type { Parameter } from "./operation.ts";
import type { Method } from "./request.ts";
import type { Requirement, SecurityScheme } from "./security.ts";
import type { CallServer } from "./server.ts";

/**
 * Everything the explorer needs of one operation, as a JSON file of its own. Texts are plain, schemas are JSON Schema
 * (2020-12, OpenAPI 3.1's dialect) without prose, and `document` holds those that they refer to and no more.
 */
export interface ExplorerData {
  readonly id: string;
  /** Of the operation on the reference page. */
  readonly anchor: string;
  readonly method: Method;
  /** Below the server's address, with its placeholders: `/loads/{load_number}/`. */
  readonly path: string;
  readonly summary: string;
  readonly parameters: readonly ExplorerParameter[];
  readonly body: ExplorerBody | null;
  readonly responses: readonly ExplorerResponse[];
  /** Alternatives; each is a set of schemes that are needed together. Empty means no authentication. */
  readonly security: readonly (readonly ExplorerScheme[])[];
  readonly servers: readonly CallServer[];
  /** True when the reader may enter another address. */
  readonly customServer: boolean;
  /** Address of the contract's data for the sandbox in the page; null where there is none. */
  readonly pageSandbox: string | null;
  /** What keeps the credentials of this contract apart from those of others on the same origin. */
  readonly scope: string;
  readonly document: JsonObject;
  /** False when the contract's schemas are too many for one file: those left out count as schemas that allow anything. */
  readonly isWhole: boolean;
}

export interface ExplorerParameter extends Pick<Parameter, "name" | "in" | "required" | "deprecated" | "notation"> {
  readonly hint: string | null;
  readonly schema: Json;
  /** A value to start from. */
  readonly example: Json | undefined;
  /** The contract's examples, where there is a choice of several. */
  readonly examples: readonly ExplorerExample[];
  /** True when the operation's samples send it. */
  readonly isSampled: boolean;
}

export interface ExplorerBody {
  readonly required: boolean;
  readonly content: readonly ExplorerMediaType[];
}

export interface ExplorerMediaType {
  /** `application/json` */
  readonly type: string;
  readonly schema: Json;
  readonly examples: readonly ExplorerExample[];
  /** Per part of a form: the media types that it accepts. */
  readonly partTypes: Readonly<Record<string, readonly string[]>>;
}

export interface ExplorerExample {
  readonly label: string;
  readonly value: Json;
}

export interface ExplorerResponse {
  /** `200`, `4XX`, `default` */
  readonly status: string;
  readonly meaning: string;
  readonly content: readonly { readonly type: string; readonly schema: Json }[];
}

export interface ExplorerScheme
  extends Pick<SecurityScheme, "name" | "type" | "in" | "parameterName" | "variable">, Pick<Requirement, "scopes"> {}
