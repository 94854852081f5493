import type { Contract } from "#shared/contract/contract.ts";

import { readContractText } from "./read-contract-text.ts";

/* Contracts with a few paths, each a list of YAML lines, for tests that parse them. */

type Paths = Readonly<Record<string, readonly string[]>>;

export const ref = (name: string): string => `{ $ref: "#/components/schemas/${name}" }`;

export const listOf = (schema: string): string => `{ type: array, items: ${schema} }`;

/** An object of some members, in flow notation. */
export const object = (members: string): string => `{ type: object, properties: { ${members} } }`;

export const content = (schema: string, type = "application/json"): string =>
  `content: { "${type}": { schema: ${schema} } }`;

/** A parameter of the path. */
export const at = (name: string, schema = "{ type: integer }"): string =>
  `parameters: [{ name: ${name}, in: path, required: true, schema: ${schema} }]`;

export const answers = (schema: string, { status = 200, type = "application/json", more = "" } = {}): string =>
  `responses: { "${status}": { description: OK${more}, ${content(schema, type)} } }`;

export const takes = (schema: string, type?: string): string => `requestBody: { ${content(schema, type)} }`;

/** `get: { … }` of its parts. */
export const call = (method: string, ...parts: readonly string[]): string => `${method}: { ${parts.join(", ")} }`;

export async function contractOf(paths: Paths, schemas: readonly string[] = []): Promise<Contract> {
  const head = `openapi: 3.0.3\ninfo: { title: Yard, version: "1" }\nservers: [{ url: https://yard.example }]\npaths:\n`;
  const lines = Object.entries(paths).map(([path, parts]) => `  "${path}": { ${parts.join(", ")} }\n`);
  return readContractText(`${head}${lines.join("")}components: { schemas: { ${schemas.join(", ")} } }\n`);
}
