import type {
  ExplorerBody,
  ExplorerData,
  ExplorerMediaType,
  ExplorerParameter,
  ExplorerResponse,
} from "#shared/contract/explorer-data.ts";
import { resolveSchema, type Schema, type SchemaByName } from "#shared/contract/schema.ts";
import { SchemaConversion } from "#shared/contract/to-schema.ts";
import { type Json, type JsonObject, objectAt, without } from "#shared/json/json.ts";

import { toJson } from "./json/json-node.ts";
import { parseNode } from "./json/parse-node.ts";

/** One operation as its explorer works with it: its data, with the schemas as the contract's model has them. */
export interface ExplorerOperation extends Omit<ExplorerData, "parameters" | "body" | "responses" | "document"> {
  readonly parameters: readonly OperationParameter[];
  readonly body: OperationBody | null;
  readonly responses: readonly OperationResponse[];
  readonly schemas: OperationSchemas;
}

export type OperationParameter = Modelled<ExplorerParameter>;
export type OperationMediaType = Modelled<ExplorerMediaType>;

interface OperationBody extends Omit<ExplorerBody, "content"> {
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

/** The schemas of one operation's data, as the contract's model has them. What it gives stands for itself: uses of names are followed. */
export class OperationSchemas {
  /** The named ones. */
  readonly byName: SchemaByName;
  readonly #conversion: SchemaConversion;

  constructor(document: JsonObject) {
    this.#conversion = new SchemaConversion(objectAt(objectAt(document, "components") ?? {}, "schemas") ?? {});
    this.byName = this.#conversion.toSchemas();
  }

  toSchema(source: Json): Schema {
    return this.resolve(this.#conversion.toSchema(source));
  }

  resolve(schema: Schema): Schema {
    return resolveSchema(schema, this.byName);
  }

  /** What a schema says about a member of that name; anything, when it says nothing. */
  member(schema: Schema, name: string): Schema {
    const own = schema.members.find((member) => member.name === name);
    return own === undefined ? this.others(schema) : this.resolve(own.schema);
  }

  /** What a schema says about the members that it does not name. */
  others({ additionalProperties: others }: Schema): Schema {
    return typeof others === "object" && others !== null ? this.resolve(others) : this.toSchema(true);
  }

  /** What a schema says about an element of a list. */
  item({ items, prefixItems }: Schema, index: number): Schema {
    const item = prefixItems[index] ?? items;
    return item === null ? this.toSchema(true) : this.resolve(item);
  }

  /** One of a schema's alternatives, with what stands beside them: that holds for each. */
  alternative({ keywords }: Schema, choice: Schema): Schema {
    const common = without(keywords, "oneOf", "anyOf", "discriminator", "description");
    return this.toSchema({ ...common, allOf: [choice.source] });
  }
}
