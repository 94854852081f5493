import type { validate } from "@readme/openapi-parser";

import type { AskParser } from "./validation/validate-document.ts";

/** A document for the parser. */
export type ParserQuestion = Parameters<AskParser>[0];

/** What @readme/openapi-parser has against a document, in its own words. */
export async function askParser({ document, family }: ParserQuestion): Promise<readonly string[]> {
  const parser = await import("@readme/openapi-parser");
  if (!isApiDocument(document)) return [];
  // JSON Schema 2020-12 allows a list without `items`, and every dialect a required member that is not described.
  const openapi = family === "OpenAPI 3.1" ? { "array-without-items": "warning" as const } : {};
  const swagger = { "unknown-required-schema-property": "warning" as const };
  const options = { resolve: { external: false, file: false }, validate: { rules: { openapi, swagger } } };
  try {
    // The parser changes what it is given.
    const result = await parser.validate(structuredClone(document), options);
    const messages = result.valid ? [] : result.errors.map(({ message }) => message);
    // An empty `paths` is allowed (OpenAPI 3.1, 4.8.8); that it is there is another check's business.
    return messages.filter((message) => !message.includes("must contain at least one entry"));
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    return [`the document cannot be validated: ${error.message.split("\n")[0]}`];
  }
}

type ApiDocument = Exclude<Parameters<typeof validate>[0], string>;

function isApiDocument(document: object): document is ApiDocument {
  return Object.hasOwn(document, "openapi") || Object.hasOwn(document, "swagger");
}
