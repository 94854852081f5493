import type { Contract } from "#shared/contract/contract.ts";
import { mapSubschemas } from "#shared/contract/json-schema.ts";
import type { MediaType, Operation } from "#shared/contract/operation.ts";
import type { PageContract, PageMediaType, PageOperation } from "#shared/contract/page-contract.ts";
import { isObject, type Json, toJsonText, toObject } from "#shared/json/json.ts";
import type { OutputFile } from "#write/output-file.ts";

import { hashedFile } from "../site-assets.ts";

/** A contract with more, in characters of JSON, has no sandbox in its pages: a reader would wait for it too long. */
const mostCharacters = 1_000_000;

/** The data of the sandbox that runs in a contract's pages. Its name carries a hash of the content; null when there is too much. */
export function planPageSandbox(contract: Contract): OutputFile | null {
  const content = toJsonText(toPageContract(contract));
  return content.length > mostCharacters ? null : hashedFile("sandbox", content);
}

/** What a sandbox needs of a contract, and nothing else of it. */
function toPageContract({ basePath, sandbox, securitySchemes, schemas, operations }: Contract): PageContract {
  return {
    basePath,
    sandbox,
    securitySchemes: securitySchemes.map(({ name, type, in: place, parameterName }) => ({
      name,
      type,
      in: place,
      parameterName,
    })),
    schemas: toObject(schemas.map(({ name, schema }) => [name, toBareSchema(schema.source)])),
    operations: operations.map(toPageOperation),
  };
}

function toPageOperation({ id, method, path, security, parameters, requestBody, responses }: Operation): PageOperation {
  return {
    ...{ id, method, path, security },
    parameters: parameters.map(({ name, in: place, required, notation, listStyle, schema, examples }) => ({
      ...{ name, in: place, required, notation, listStyle },
      schema: toBareSchema(schema.source),
      examples: place === "path" ? examples.map(({ value }) => value) : [],
    })),
    requestBody: requestBody && { required: requestBody.required, content: requestBody.content.map(toPageMedia) },
    // What a sandbox answers when all is well; its refusals are its own.
    responses: responses
      .filter(({ status }) => status.startsWith("2"))
      .map(({ status, content }) => ({ status, content: content.map(toPageMedia) })),
  };
}

function toPageMedia({ type, schema, examples, partTypes }: MediaType): PageMediaType {
  return {
    type,
    schema: schema && toBareSchema(schema.source),
    examples: examples.map(({ value }) => value),
    partTypes: Object.fromEntries(partTypes),
  };
}

/** A schema with what values are held against, and none of its prose. */
function toBareSchema(schema: Json): Json {
  if (!isObject(schema)) return schema;
  const kept = Object.entries(schema).filter(([key]) => !prose.has(key) && (!key.startsWith("x-") || key === "x-unit"));
  return mapSubschemas(toObject(kept), toBareSchema);
}

const prose = new Set([
  "title",
  "description",
  "deprecated",
  "example",
  "examples",
  "externalDocs",
  "xml",
  "$comment",
  "$id",
  "$schema",
]);
