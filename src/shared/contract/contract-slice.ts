import type { Json, JsonObject } from "../json/json.ts";
import type { Contract } from "./contract.ts";
import type { SchemaConversion } from "./keywords/to-schema.ts";
import type { Example, MediaType, Operation, Parameter, PartEncoding, RequestBody, Response } from "./operation.ts";
import type { Method } from "./request.ts";
import type { LocatedScheme, SecurityScheme } from "./security.ts";
import type { CallServer } from "./server.ts";
import type { Markdown } from "./text.ts";

/**
 * A contract reduced to some operations: enough to fill in their requests, check values and simulate responses. A
 * `Contract` is one; others come from a file, with shortened or missing texts.
 */
export interface ContractSlice extends Pick<Contract, "title" | "version" | "basePath" | "schemaByName" | "sandbox"> {
  readonly securitySchemes: readonly SliceScheme[];
  readonly operations: readonly SliceOperation[];
}

export type SliceScheme = LocatedScheme & Pick<SecurityScheme, "name" | "variable">;

export interface SliceOperation extends Pick<Operation, "id" | "anchor" | "method" | "path" | "summary" | "security"> {
  readonly parameters: readonly SliceParameter[];
  readonly requestBody: SliceBody | null;
  readonly responses: readonly SliceResponse[];
}

export interface SliceParameter extends Pick<
  Parameter,
  "name" | "in" | "required" | "deprecated" | "schema" | "notation" | "listStyle" | "isSampled"
> {
  readonly description: SliceText;
  readonly examples: readonly SliceExample[];
}

export interface SliceBody extends Pick<RequestBody, "required"> {
  readonly content: readonly SliceMediaType[];
}

export interface SliceMediaType extends Pick<MediaType, "type" | "schema" | "encoding"> {
  readonly examples: readonly SliceExample[];
}

export interface SliceResponse extends Pick<Response, "status"> {
  readonly description: SliceText;
  /** Absent unless requested. */
  readonly headers?: readonly Pick<Parameter, "name">[];
  readonly content: readonly SliceMediaType[];
}

export type SliceExample = Pick<Example, "name" | "summary" | "authored" | "value">;

type SliceText = Pick<Markdown, "text"> | null;

/** A slice as JSON. Its schemas are JSON Schema (2020-12 in OpenAPI 3.1's dialect). */
export interface SliceData extends Omit<ContractSlice, "schemaByName" | "operations"> {
  readonly operations: readonly OperationJson[];
  /** The targets of references, by name. */
  readonly schemas: JsonObject;
}

export interface OperationJson extends Omit<SliceOperation, "parameters" | "requestBody" | "responses"> {
  readonly parameters: readonly (Omit<SliceParameter, "schema"> & { readonly schema: Json })[];
  readonly requestBody: (Omit<SliceBody, "content"> & { readonly content: readonly MediaTypeJson[] }) | null;
  readonly responses: readonly (Omit<SliceResponse, "content"> & { readonly content: readonly MediaTypeJson[] })[];
}

export interface MediaTypeJson extends Omit<SliceMediaType, "schema" | "encoding"> {
  readonly schema: Json;
  readonly encoding: Readonly<Record<string, PartEncoding>>;
}

export function isSliceData(value: unknown): value is SliceData {
  return typeof value === "object" && value !== null && "operations" in value && "schemas" in value;
}

/** Reads a written slice; `conversion` has its schemas. */
export function toSlice(
  { schemas: _schemas, operations, ...slice }: SliceData,
  conversion: SchemaConversion,
): ContractSlice {
  const toMedia = ({ schema, encoding, ...media }: MediaTypeJson): SliceMediaType => ({
    ...media,
    schema: schema === null ? null : conversion.toSchema(schema),
    encoding: new Map(Object.entries(encoding)),
  });
  return {
    ...slice,
    schemaByName: conversion.toSchemas(),
    operations: operations.map(({ parameters, requestBody, responses, ...operation }) => ({
      ...operation,
      parameters: parameters.map((parameter) => ({ ...parameter, schema: conversion.toSchema(parameter.schema) })),
      requestBody: requestBody && { ...requestBody, content: requestBody.content.map(toMedia) },
      responses: responses.map((response) => ({ ...response, content: response.content.map(toMedia) })),
    })),
  };
}

/** Separates a contract's stored data and sandbox from others on the same origin. */
export function scopeOf({ title, version }: Pick<ContractSlice, "title" | "version">): string {
  return `${title} ${version}`;
}

/**
 * The file of an operation's explorer: the contract reduced to that operation, and the site's settings for calling it.
 */
export interface ExplorerFile {
  readonly contract: SliceData;
  /** False if one file can't hold all the schemas. Missing schemas allow anything. */
  readonly isWhole: boolean;
  /** True if any operation of the contract has amounts of money. */
  readonly hasMoney: boolean;
  readonly servers: readonly CallServer[];
  /** True if readers may enter another address. */
  readonly customServer: boolean;
  /** The address of the contract's data for the page's sandbox; null without a sandbox. */
  readonly pageSandbox: string | null;
  /** True if the site wants a sandbox but the contract is too large for one. */
  readonly isTooLargeToSimulate?: boolean;
  /** Calls that take the records in its response. */
  readonly nextCalls: readonly NextCall[];
  /** Calls that create the records that its path or body names. */
  readonly makingCalls: readonly MakingCall[];
}

/** An operation that creates records, at a path without parameters. */
export interface MakingCall {
  /** Of the operation. */
  readonly anchor: string;
  /** Its summary: `Create a load`. */
  readonly title: string;
  readonly path: string;
}

/** An operation that takes a record's id. */
export interface NextCall {
  /** Of the operation. */
  readonly anchor: string;
  readonly method: Method;
  /** A short name of the action: `Update it`. */
  readonly title: string;
  /** The path's parameters. */
  readonly parameters: readonly string[];
  /** The body that changes the record, with its members; null if the call has no such body. */
  readonly body: { readonly type: string; readonly members: readonly string[] } | null;
}
