import type { ToolAnnotations } from "@modelcontextprotocol/server";
import { z } from "zod";

import { requestLineOf } from "#shared/contract/find-operation.ts";

import type { SiteReader } from "../site/site-reader.ts";

/** A tool as clients see it. */
export interface ListedTool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly input: z.ZodObject;
  readonly annotations: ToolAnnotations;
}

/**
 * The list of tools as a model reads it before the first question: what it needs to call them right, in few bytes, with
 * examples of the site that is served.
 */
export async function listTools(tools: readonly ListedTool[], site: SiteReader) {
  const examples = await findExamples(site).catch((): Examples => ({}));
  return tools.map(({ input, ...tool }) => ({ ...tool, inputSchema: toInputSchema(input, examples) }));
}

type Examples = Readonly<Record<string, readonly string[]>>;

async function findExamples(site: SiteReader): Promise<Examples> {
  await site.begin();
  const page = (await site.pages()).find(({ address }) => !address.endsWith("/skill.md"));
  const guides = page === undefined ? [] : [page.address.replace(/^[a-z]+:\/\/[^/]*/i, "")];
  const { baseUrl, contracts } = await site.manifest();
  if (contracts.length === 0) return { address: guides };
  const { contract, published } = await site.contract();
  const { operations, schemas } = contract;
  const operation = operations.find(({ method }) => method === "post") ?? operations[0];
  const called = operations.find(({ path, request }) => request !== null && path.includes("{")) ?? operation;
  return {
    name: schemas.slice(0, 1).map(({ name }) => name),
    path: called?.request ? [called.request.path] : [],
    ...(operation !== undefined && {
      operation: [requestLineOf(operation), operation.id],
      address: [...guides, `${baseUrl}${published.folder}/#${operation.anchor}`],
    }),
  };
}

/** Rules that are enforced on every call anyway, and that a model has no use for. */
const unsaid = ["maxItems", "maxLength", "minLength", "pattern", "minimum", "maximum", "propertyNames"] as const;

function toInputSchema(input: z.ZodObject, examples: Examples): InputSchema {
  const { $schema: _, ...whole } = z.toJSONSchema(input, {
    io: "input",
    override: ({ jsonSchema }) => unsaid.forEach((keyword) => delete jsonSchema[keyword]),
  });
  const schema: InputSchema = JSON.parse(JSON.stringify(whole));
  for (const [name, property] of Object.entries(schema.properties)) {
    const own = examples[name] ?? [];
    if (property.type === "string" && own.length > 0) property.examples = [...own];
  }
  return schema;
}

type InputSchema = { readonly type: "object"; readonly properties: Record<string, Property> };
type Property = { readonly type?: string; examples?: string[] };
