import type {
  ExplorerBody,
  ExplorerData,
  ExplorerMediaType,
  ExplorerParameter,
  ExplorerResponse,
} from "#shared/contract/explorer-data.ts";
import type { Schema } from "#shared/contract/schema.ts";
import type { Json } from "#shared/json/json.ts";

import { toJson } from "./json/json-node.ts";
import { parseNode } from "./json/parse-node.ts";
import { OperationSchemas } from "./schema/operation-schemas.ts";

/** One operation as its explorer works with it: its data, with the schemas as the contract's model has them. */
export interface ExplorerOperation extends Omit<ExplorerData, "parameters" | "body" | "responses" | "document"> {
  readonly parameters: readonly OperationParameter[];
  readonly body: OperationBody | null;
  readonly responses: readonly OperationResponse[];
  readonly schemas: OperationSchemas;
}

export type OperationParameter = Modelled<ExplorerParameter>;
export type OperationMediaType = Modelled<ExplorerMediaType>;

export interface OperationBody extends Omit<ExplorerBody, "content"> {
  readonly content: readonly OperationMediaType[];
}

export interface OperationResponse extends Omit<ExplorerResponse, "content"> {
  readonly content: readonly Modelled<ExplorerResponse["content"][number]>[];
}

type Modelled<T> = Omit<T, "schema"> & { readonly schema: Schema };

/** Parses an operation's data file. Numbers keep their digits, which `JSON.parse` would round. */
export function parseOperation(text: string): ExplorerOperation {
  const parsed = parseNode(text);
  const data: unknown = parsed.kind === "value" ? toJson(parsed.node) : null;
  if (!isExplorerData(data)) throw new Error("this is no operation's data");
  return toOperation(data);
}

function isExplorerData(value: unknown): value is ExplorerData {
  return typeof value === "object" && value !== null && "anchor" in value && "document" in value;
}

/** An operation's data with its schemas converted. */
export function toOperation({ parameters, body, responses, document, ...data }: ExplorerData): ExplorerOperation {
  const schemas = new OperationSchemas(document);
  const convert = <T extends { readonly schema: Json }>(holder: T) => ({
    ...holder,
    schema: schemas.toSchema(holder.schema),
  });
  return {
    ...data,
    schemas,
    parameters: parameters.map(convert),
    body: body && { ...body, content: body.content.map(convert) },
    responses: responses.map((response) => ({ ...response, content: response.content.map(convert) })),
  };
}
