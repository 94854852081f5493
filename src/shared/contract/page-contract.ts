import type { Json, JsonObject } from "../json/json.ts";
import type { Contract } from "./contract.ts";
import type { Operation, Parameter } from "./operation.ts";
import type { SecurityScheme } from "./security.ts";

/**
 * What a sandbox needs of a contract, as a file that pages fetch: operations, schemas as slim JSON Schema (2020-12), examples,
 * and what the site tells the sandbox. Nothing of it is to be read by people.
 */
export interface PageContract extends Pick<Contract, "basePath" | "sandbox"> {
  readonly securitySchemes: readonly Pick<SecurityScheme, "name" | "type" | "in" | "parameterName">[];
  /** By name; references look for them here. */
  readonly schemas: JsonObject;
  readonly operations: readonly PageOperation[];
}

export interface PageOperation extends Pick<Operation, "id" | "method" | "path" | "security"> {
  readonly parameters: readonly PageParameter[];
  readonly requestBody: { readonly required: boolean; readonly content: readonly PageMediaType[] } | null;
  readonly responses: readonly { readonly status: string; readonly content: readonly PageMediaType[] }[];
}

export interface PageParameter extends Pick<Parameter, "name" | "in" | "required" | "notation" | "listStyle"> {
  readonly schema: Json;
  readonly examples: readonly Json[];
}

export interface PageMediaType {
  readonly type: string;
  readonly schema: Json | null;
  readonly examples: readonly Json[];
  readonly partTypes: Readonly<Record<string, readonly string[]>>;
}
