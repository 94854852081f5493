import { z } from "zod";

import type { Contract } from "#shared/contract/contract.ts";
import { joinWhole, toPairs, toParameterValue } from "#shared/contract/notation/parameter-notation.ts";
import type { Operation } from "#shared/contract/operation.ts";
import type { FormPart, NameValue, RequestContent, RequestValue } from "#shared/contract/request.ts";
import { isSecret, sampleCredentials } from "#shared/contract/security.ts";
import { hostOf } from "#shared/contract/server.ts";
import type { Json } from "#shared/json/json.ts";
import { parseJson } from "#shared/json/parse-json.ts";
import { isFormType, isJsonType, typeOfName } from "#shared/media-type.ts";

import { McpFault } from "../site/site-files.ts";
import { operationAt, version } from "./contract-tools.ts";

/** A text. A number becomes its digits. */
const value = z.coerce.string();

/** Parsed JSON or its text. Clients understand only simple schemas, so this one allows any value. */
export const json = z.union([z.record(z.string(), z.unknown()), z.array(z.unknown()), z.string()]);

const part = z.object({
  name: z.string(),
  value: value.optional(),
  fileName: z.string().optional().describe("Of a file"),
  mediaType: z.string().optional().describe("Of a file, where its name doesn't say it"),
});

export const requestShape = {
  method: z.string().max(100),
  path: z.string().max(8_000).describe("Below the base URL, values filled in; `?query` may follow"),
  query: z.record(z.string(), z.unknown()).optional().describe("Lists and objects are joined as documented"),
  headers: z.record(z.string(), value).optional().describe("Without credentials"),
  body: json.optional().describe("JSON, or its text, where all digits count"),
  form: z.array(part).max(100).optional().describe("Instead of `body`"),
  version,
};

export type RequestInput = z.infer<z.ZodObject<typeof requestShape>>;

export interface MeantRequest {
  readonly operation: Operation;
  readonly request: RequestValue;
  /** Names of credentials in the input, which aren't part of the request. */
  readonly secrets: readonly string[];
}

/**
 * Builds a request from a tool's inputs.
 * @throws McpFault if the contract has nothing at its path.
 */
export function toMeantRequest(contract: Contract, input: RequestInput): MeantRequest {
  const [path, search] = splitPath(input.path, contract);
  const operation = operationAt(contract, input.method, path);
  const stated = Object.entries(input.query ?? {}).flatMap(([name, text]) => toQueryPairs(operation, name, text));
  const query = [...[...new URLSearchParams(search)].map(toPair), ...stated];
  const headers = Object.entries(input.headers ?? {}).map(toPair);
  const own = { query: query.filter(isOpen("query", contract)), headers: headers.filter(isOpen("header", contract)) };
  const secrets = [...query, ...headers].filter((pair) => !own.query.includes(pair) && !own.headers.includes(pair));
  return {
    operation,
    request: {
      method: operation.method,
      path,
      query: joinWhole(own.query, operation.parameters),
      headers: own.headers.filter((pair) => !isContentType(pair)),
      credentials: sampleCredentials(operation.security, contract.securitySchemes),
      body: toContent(input, operation, headers.find(isContentType)?.value),
    },
    secrets: secrets.map(({ name }) => name),
  };
}

function toPair([name, text]: readonly [string, string]): NameValue {
  return { name, value: text };
}

function toQueryPairs({ parameters }: Operation, name: string, input: unknown): readonly NameValue[] {
  if (typeof input === "string") return [{ name, value: input }];
  const parameter = parameters.find((candidate) => candidate.in === "query" && candidate.name === name);
  const notation = parameter?.notation ?? { style: "form", isExploded: true };
  return toPairs(name, toParameterValue(toJson(JSON.stringify(input), name), notation), notation);
}

function isOpen(location: "query" | "header", { securitySchemes }: Contract) {
  return ({ name }: NameValue): boolean =>
    !isSecret({ in: location, name }, securitySchemes) &&
    !(location === "header" && /^(?:authorization|cookie)$/i.test(name));
}

function isContentType({ name }: NameValue): boolean {
  return name.toLowerCase() === "content-type";
}

function splitPath(address: string, { basePath, servers }: Contract): readonly [path: string, search: string] {
  const bases = servers.map(({ url }) => url.replace(/\/+$/, ""));
  const base = bases.find((url) => address.startsWith(`${url}/`)) ?? hostOf(address);
  const below = address.slice(base.length);
  const [path = "", search = ""] = below.split("#", 1)[0]?.split(/\?(.*)/s, 2) ?? [];
  const own = basePath !== "" && path.startsWith(`${basePath}/`) ? path.slice(basePath.length) : path;
  return [own.startsWith("/") ? own : `/${own}`, search];
}

function toContent(
  { body, form }: RequestInput,
  { requestBody }: Operation,
  stated: string | undefined,
): RequestContent {
  const types = requestBody?.content.map(({ type }) => type) ?? [];
  if (form !== undefined) {
    const parts = form.map(({ name, value: text, fileName, mediaType }): FormPart => {
      if (fileName === undefined) return { kind: "field", name, value: text ?? "" };
      const type = mediaType ?? typeOfName(fileName) ?? "application/octet-stream";
      return { kind: "file", name, fileName, mediaType: type };
    });
    return { kind: "form", mediaType: stated ?? types.find(isFormType) ?? "multipart/form-data", parts };
  }
  if (body === undefined) return { kind: "none" };
  const mediaType =
    stated ?? types.find(isJsonType) ?? (typeof body === "string" ? types[0] : undefined) ?? "application/json";
  if (!isJsonType(mediaType) && typeof body === "string") return { kind: "text", mediaType, text: body };
  return { kind: "json", mediaType, value: toJson(body, "body") };
}

/** Accepts parsed JSON or its text. @throws McpFault if the text isn't JSON. */
export function toJson(input: unknown, name: string): Json {
  const { value: parsed, faults } = parseJson(typeof input === "string" ? input : JSON.stringify(input));
  const [fault] = faults;
  if (fault !== undefined) throw new McpFault(`\`${name}\`: ${fault.message}.`);
  return parsed;
}
