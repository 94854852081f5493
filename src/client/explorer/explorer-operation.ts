import {
  type ExplorerFile,
  isSliceData,
  scopeOf,
  type SliceBody,
  type SliceExample,
  type SliceMediaType,
  type SliceOperation,
  type SliceParameter,
  type SliceResponse,
  type SliceScheme,
  toSlice,
} from "#shared/contract/contract-slice.ts";
import { SchemaConversion } from "#shared/contract/keywords/to-schema.ts";
import { anySchema, resolveSchema, type Schema, type SchemaByName } from "#shared/contract/schema.ts";
import type { Requirement } from "#shared/contract/security.ts";
import { applyingSchemas, type WalkedValue, walkValue } from "#shared/contract/walk-value.ts";
import { type Json, listAt, without } from "#shared/json/json.ts";
import { isJsonType } from "#shared/media-type.ts";
import { sampleValue, toSendable } from "#shared/samples/sampled.ts";

import { type JsonNode, type NodePath, partsOfNode, toJson } from "./json/json-node.ts";
import { parseNode } from "./json/parse-node.ts";

/** The explorer of an operation uses its slice of the contract, with references already resolved. */
export interface ExplorerOperation
  extends
    Omit<SliceOperation, "parameters" | "requestBody" | "responses" | "security">,
    Omit<ExplorerFile, "contract"> {
  readonly parameters: readonly OperationParameter[];
  readonly requestBody: (Pick<SliceBody, "required"> & Pick<OperationResponse, "content">) | null;
  readonly responses: readonly OperationResponse[];
  /** Each alternative is a set of schemes that are needed together; an empty set needs no authentication. */
  readonly security: readonly (readonly ExplorerScheme[])[];
  /** The scope separates this contract's credentials from those of other contracts on the same origin. */
  readonly scope: string;
  readonly basePath: string;
  readonly schemas: OperationSchemas;
}

export interface OperationParameter extends SliceParameter {
  readonly example: Json | undefined;
}

export interface OperationMediaType extends SliceMediaType {
  readonly schema: Schema;
}

/**
 * A body takes files of these media types at a path, or of any type if the list is empty. The path starts with the
 * name of a form's part; it's empty for a body that is the file.
 */
export function fileTypesAt(
  { type, encoding }: Pick<SliceMediaType, "type" | "encoding">,
  [part]: NodePath,
): readonly string[] {
  if (part !== undefined) return encoding.get(String(part))?.types ?? [];
  return type.includes("*") ? [] : [type];
}

export interface OperationResponse extends SliceResponse {
  readonly content: readonly OperationMediaType[];
}

export interface ExplorerScheme extends SliceScheme, Pick<Requirement, "scopes"> {}

/** Numbers of an operation's file keep their digits, which `JSON.parse` would round. */
export function parseOperation(text: string): ExplorerOperation {
  const parsed = parseNode(text);
  const data: unknown = parsed.kind === "fault" ? null : toJson(parsed);
  if (!isExplorerFile(data)) throw new Error("this isn't an operation's data");
  return toOperation(data);
}

function isExplorerFile(value: unknown): value is ExplorerFile {
  return typeof value === "object" && value !== null && "contract" in value && isSliceData(value.contract);
}

export function toOperation({ contract, ...settings }: ExplorerFile): ExplorerOperation {
  const conversion = new SchemaConversion(contract.schemas);
  const schemas = new OperationSchemas(conversion);
  const slice = toSlice(contract, conversion);
  const [operation] = slice.operations;
  if (operation === undefined) throw new Error("this isn't an operation's data");
  const toMedia = (media: SliceMediaType) => ({ ...media, schema: schemas.resolve(media.schema ?? anySchema) });
  return {
    ...operation,
    ...settings,
    schemas,
    scope: scopeOf(slice),
    basePath: slice.basePath,
    security: operation.security.map((alternative) =>
      alternative.flatMap(({ scheme, scopes }) => {
        const found = slice.securitySchemes.find(({ name }) => name === scheme);
        return found === undefined ? [] : [{ ...found, scopes }];
      }),
    ),
    parameters: operation.parameters.map((parameter) => {
      const example = parameter.examples.find(({ authored }) => authored)?.value ?? parameter.schema.default;
      return {
        ...parameter,
        schema: schemas.resolve(parameter.schema),
        example: parameter.isSampled ? sampleValue(parameter) : example,
      };
    }),
    requestBody: operation.requestBody && {
      ...operation.requestBody,
      content: toSendable(operation.requestBody.content, schemas.byName).map(toMedia),
    },
    responses: operation.responses.map((response) => ({ ...response, content: response.content.map(toMedia) })),
  };
}

export function exampleName({ name, summary }: SliceExample): string {
  return summary ?? name;
}

/** The schemas belong to an operation's data. Each returned schema is resolved: references to names are followed. */
export class OperationSchemas {
  readonly byName: SchemaByName;
  /** False where a file is written as a text: in JSON and in parameters. */
  readonly takesFiles: boolean;
  readonly #conversion: SchemaConversion;

  constructor(conversion: SchemaConversion, takesFiles = true) {
    this.#conversion = conversion;
    this.byName = conversion.toSchemas();
    this.takesFiles = takesFiles;
  }

  /** The schemas as they are meant in a body of a media type; null stands for parameters. */
  within(media: Pick<SliceMediaType, "type"> | null): OperationSchemas {
    return new OperationSchemas(this.#conversion, media !== null && !isJsonType(media.type));
  }

  /** Each part of a value is visited with the schemas that apply to it. */
  walk(node: JsonNode, schema: Schema, visit: (walked: WalkedValue<JsonNode>) => void): void {
    walkValue(node, schema, {
      applying: (stated) => applyingSchemas(stated, this.byName),
      partsOf: partsOfNode,
      visit,
    });
  }

  toSchema(source: Json): Schema {
    return this.resolve(this.#conversion.toSchema(source));
  }

  resolve(schema: Schema): Schema {
    return resolveSchema(schema, this.byName);
  }

  /** The result is the schema of a member, or any value if the contract leaves the member open. */
  member(schema: Schema, name: string): Schema {
    const named = schema.members.find((member) => member.name === name);
    return named === undefined ? this.additional(schema) : this.resolve(named.schema);
  }

  /** The schema applies to members without a schema of their own. */
  additional({ additionalProperties }: Schema): Schema {
    return typeof additionalProperties === "object" && additionalProperties !== null
      ? this.resolve(additionalProperties)
      : this.toSchema(true);
  }

  /** A schema describes the elements of a list, by their index if it has `prefixItems`. */
  item({ items, prefixItems }: Schema, index: number): Schema {
    const item = prefixItems[index] ?? items;
    return item === null ? this.toSchema(true) : this.resolve(item);
  }

  /** The keywords beside the alternatives apply to each, so they're merged into the alternative. */
  alternative({ keywords, alternatives }: Schema, choice: Schema): Schema {
    const common = without(keywords, alternatives?.kind ?? "", "discriminator", "description");
    return this.toSchema({ ...common, allOf: [...listAt(common, "allOf"), choice.source] });
  }
}
