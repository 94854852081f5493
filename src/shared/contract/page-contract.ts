import type { Json, JsonObject } from "../json/json.ts";
import { parseJson } from "../json/parse-json.ts";
import type { Contract } from "./contract.ts";
import type { MediaType, Operation, Parameter } from "./operation.ts";
import { anySchema, type Schema } from "./schema.ts";
import type { SecurityScheme } from "./security.ts";
import { SchemaConversion } from "./to-schema.ts";

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

interface PageParameter extends Pick<Parameter, "name" | "in" | "required" | "notation" | "listStyle"> {
  readonly schema: Json;
  readonly examples: readonly Json[];
}

export interface PageMediaType {
  readonly type: string;
  readonly schema: Json | null;
  readonly examples: readonly Json[];
  readonly partTypes: Readonly<Record<string, readonly string[]>>;
}

/** Parses the file that a page has of a contract. What only readers need is blank. */
export function parsePageContract(text: string): Contract {
  const data: unknown = parseJson(text, { limits: { depth: 1000, tokens: text.length } }).value;
  if (!isPageContract(data)) throw new Error("this is no data of a sandbox");
  return fromPageContract(data);
}

function isPageContract(value: unknown): value is PageContract {
  return typeof value === "object" && value !== null && "operations" in value && "schemas" in value;
}

/** A contract as its sandbox knows it. */
function fromPageContract({ schemas, operations, securitySchemes, ...data }: PageContract): Contract {
  const conversion = new SchemaConversion(schemas);
  return {
    ...blankContract,
    ...data,
    securitySchemes: securitySchemes.map((scheme) => ({ ...blankScheme, ...scheme })),
    schemaByName: conversion.toSchemas(),
    operations: operations.map((operation) => toOperation(operation, (source) => conversion.toSchema(source))),
  };
}

type ToSchema = (source: Json) => Schema;

function toOperation(data: PageOperation, toSchema: ToSchema): Operation {
  const toMedia = (media: PageMediaType): MediaType => ({
    ...media,
    schema: media.schema === null ? null : toSchema(media.schema),
    examples: media.examples.map(toExample),
    partTypes: new Map(Object.entries(media.partTypes)),
  });
  return {
    ...blankOperation,
    ...data,
    parameters: data.parameters.map((parameter) => ({
      ...blankParameter,
      ...parameter,
      schema: toSchema(parameter.schema),
      examples: parameter.examples.map(toExample),
    })),
    requestBody: data.requestBody && {
      description: null,
      ...data.requestBody,
      content: data.requestBody.content.map(toMedia),
    },
    responses: data.responses.map(({ status, content }) => ({
      ...{ status, content: content.map(toMedia), description: null, headers: [], links: [], certainty: null },
    })),
  };
}

function toExample(value: Json): MediaType["examples"][number] {
  return { name: "", summary: null, description: null, authored: true, value, text: "" };
}

const blankContract: Contract = {
  ...{ title: "", version: "", specification: "", description: null, externalDocs: null, basePath: "", file: "" },
  ...{ servers: [], securitySchemes: [], tagGroups: [], operations: [], webhooks: [], schemas: [], texts: [] },
  schemaByName: new Map(),
  sandbox: {},
};

const blankScheme = { variable: "", flows: [], description: null, certainty: null } as const;

const blankParameter = { deprecated: false, description: null, schema: anySchema, certainty: null } as const;

const blankOperation = {
  ...{ anchor: "", tag: "", summary: "", description: null, deprecated: false, audience: [], servers: [] },
  ...{ callbacks: [], request: null, samples: [], externalDocs: null },
  position: { file: "", line: 1, column: 1 },
} as const;
