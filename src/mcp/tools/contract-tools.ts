import { STATUS_CODES } from "node:http";

import { z } from "zod";

import { matchPath } from "#shared/contract/notation/path-template.ts";
import { type Contract, findNamedOperation, requestLineOf } from "#shared/contract/contract.ts";
import { referredNames } from "#shared/contract/keywords/json-schema.ts";
import { findJsonContent, findResponse, findSuccess, type Operation } from "#shared/contract/operation.ts";
import { toCallServers } from "#shared/contract/server.ts";
import { nearest } from "#shared/diagnostics/nearest.ts";
import { type Json, toJsonText, toObject } from "#shared/json/json.ts";
import { nameOfContract } from "#shared/site-manifest.ts";

import { pathOfOperation } from "../site/find-page.ts";
import { McpFault } from "../site/site-files.ts";
import type { SiteContract } from "../site/site-reader.ts";
import {
  defineTool,
  asData,
  excerptIn,
  fitItems,
  fitText,
  type Paging,
  paging,
  statusCode,
  type ToolContext,
} from "./tool.ts";

export const version = z.string().optional().describe("Of list_operations; else the first");

export const operationName = z.string().max(500).describe("Its id, or method and path");

const listOperations = defineTool(
  {
    name: "list_operations",
    title: "List the operations",
    description:
      "All operations of the API, in the order of the reference, its webhooks, and its versions, the default one first.",
    input: z.object({ tag: z.string().optional(), version, ...paging }),
  },
  async ({ tag, version: apiVersion, ...page }, { site }: ToolContext) => {
    const { contract } = await site.contract(apiVersion);
    const { contracts } = await site.manifest();
    const all = [...contract.operations, ...contract.webhooks];
    const own = all.filter((operation) => tag === undefined || operation.tag === tag);
    if (own.length === 0 && tag !== undefined) {
      const tags = new Set(contract.operations.map((operation) => operation.tag));
      throw new McpFault(`The tags are ${[...tags].join(", ")}.`);
    }
    const entries = own.map((operation) => {
      const { id, summary, deprecated } = operation;
      return {
        operation: requestLineOf(operation),
        id,
        summary,
        tag: operation.tag,
        ...(deprecated && { deprecated }),
        ...(contract.webhooks.includes(operation) && { webhook: true }),
        ...(isInternal(operation, contract) && { internal: true }),
      };
    });
    const versions = contracts.map(nameOfContract).filter((name) => name !== "");
    const facts = { api: `${contract.title} ${contract.version}`, versions };
    return fitItems(facts, { operations: entries }, page);
  },
);

const getOperation = defineTool(
  {
    name: "get_operation",
    title: "Read an operation",
    description:
      "All that is documented of an operation: base URLs, authentication, parameters, body, responses, errors, an " +
      "example, what isn't specified; then the JSON Schemas of body and response.",
    input: z.object({ operation: operationName, version, ...paging }),
  },
  async ({ operation: name, version: apiVersion, ...page }, { site }: ToolContext) => {
    const found = await site.contract(apiVersion);
    const received = findNamedOperation(found.contract.webhooks, name).operation;
    if (received !== null) return readWebhook(received, found, page);
    const operation = operationOf(found.contract, name);
    if (isInternal(operation, found.contract)) return readInternal(operation, found, page);
    const path = pathOfOperation(found.published, operation);
    const markdown = (await site.text(path)) ?? "";
    const facts = {
      note: asData,
      operation: requestLineOf(operation),
      id: operation.id,
      address: `/${path}`,
      servers: serversOf(operation, found),
    };
    return fitText(facts, `${markdown}\n${schemasOf(operation, found.contract)}`, page);
  },
);

function serversOf(operation: Operation, { contract, published }: SiteContract) {
  return toCallServers(operation, contract, published.servers).map(({ name, url }) => ({ name, url }));
}

function isInternal({ id }: Operation, { internal }: Contract): boolean {
  return internal.operations.some((operation) => operation.id === id);
}

function readInternal(operation: Operation, found: SiteContract, page: Paging) {
  const { id, summary, description, parameters } = operation;
  const servers = serversOf(operation, found);
  const facts = { note: asData, operation: requestLineOf(operation), id, internal: true, servers };
  const head = `# ${summary}\n\nInternal: it's published nowhere.\n\n${description?.text ?? ""}`;
  const parameterLines = parameters.map(({ name, in: place, required, schema }) => {
    const marks = [place, ...(required ? ["required"] : [])].join(", ");
    return `- \`${name}\` (${marks}): \`${toJsonText(schema.source)}\``;
  });
  const text = [head, parameterLines.join("\n"), schemasOf(operation, found.contract)]
    .filter((part) => part !== "")
    .join("\n\n");
  return fitText(facts, text, page);
}

function readWebhook(webhook: Operation, { contract, published }: SiteContract, page: Paging) {
  const { id, summary, description, anchor } = webhook;
  const facts = { note: asData, operation: requestLineOf(webhook), id, address: `/${published.folder}/#${anchor}` };
  const head = `# ${summary}\n\nA webhook: the provider sends it, and your server answers.\n\n${description?.text ?? ""}`;
  return { ...facts, servers: [], ...fitText(facts, `${head}\n\n${schemasOf(webhook, contract)}`, page) };
}

/** @throws McpFault for an unknown operation. */
export function operationOf({ operations, webhooks }: Contract, name: string): Operation {
  const found = findNamedOperation(operations, name);
  if (found.operation !== null) return found.operation;
  if (findNamedOperation(webhooks, name).operation !== null)
    throw new McpFault(`${name} is a webhook, which the provider sends. get_operation shows its body.`);
  const [, method, path = ""] = /^(?:([a-z]+) )?(\/\S*)$/i.exec(name) ?? [];
  const called = operationsAt(path, operations);
  const own = called.find((operation) => operation.method.toUpperCase() === method?.toUpperCase());
  if (own !== undefined) return own;
  if (called.length > 0)
    throw new McpFault(`There is no operation ${name}; there is ${called.map(requestLineOf).join(", ")}.`);
  const advice = found.meant === null ? "list_operations lists what there is." : `Did you mean ${found.meant}?`;
  throw new McpFault(`There is no operation ${name}. ${advice}`);
}

/** The operations of a path. Fixed paths come before those with parameters (OpenAPI 3.1, section 4.8.8). */
export function operationsAt(path: string, operations: readonly Operation[]): readonly Operation[] {
  return operations
    .filter((operation) => matchPath(operation.path, path).kind === "match")
    .sort((a, b) => a.path.split("{").length - b.path.split("{").length);
}

function schemasOf({ requestBody, responses }: Operation, { schemaByName }: Contract): string {
  const success = findSuccess(responses);
  const parts = {
    requestBody: requestBody?.content.find(({ schema }) => schema !== null)?.schema?.source,
    [`response ${success?.status}`]: findJsonContent(success?.content ?? [])?.schema?.source,
  };
  const stated = Object.entries(parts).flatMap(([name, source]) =>
    source === undefined ? [] : [[name, source] as const],
  );
  if (stated.length === 0) return "";
  const schemas: [string, Json][] = [];
  const waiting = new Set(stated.flatMap(([, source]) => [...referredNames(source)]));
  // Iterating a set visits values that are added meanwhile.
  for (const name of waiting) {
    const source = schemaByName.get(name)?.source ?? true;
    schemas.push([name, source]);
    for (const schemaName of referredNames(source)) waiting.add(schemaName);
  }
  const document = toObject([...stated, ["components", { schemas: toObject(schemas) }]]);
  return `## JSON Schema\n\n\`\`\`json\n${toJsonText(document, 1)}\n\`\`\``;
}

const getSchema = defineTool(
  {
    name: "get_schema",
    title: "Read a schema",
    description: "A named schema of the API as JSON Schema (2020-12), and the names of those that it refers to.",
    input: z.object({ name: z.string().max(500), version, ...paging }),
  },
  async ({ name, version: apiVersion, ...page }, { site }: ToolContext) => {
    const { contract } = await site.contract(apiVersion);
    const schema = contract.schemaByName.get(name.replace(/^.*\//, ""));
    if (schema === undefined) {
      const meant = nearest(name, contract.schemaByName.keys());
      const advice = meant === null ? "search finds schemas by their fields." : `Did you mean ${meant}?`;
      throw new McpFault(`There is no schema ${name}. ${advice}`);
    }
    const facts = { name: schema.name ?? name, refersTo: [...referredNames(schema.source)] };
    return fitText(facts, toJsonText(schema.source, 1), page);
  },
);

const mostPages = 3;

export const explainStatus = defineTool(
  {
    name: "explain_status",
    title: "Explain a status",
    description: "What the contract and the guides say of an HTTP status, for one operation or for all.",
    input: z.object({
      status: statusCode,
      operation: operationName.optional(),
      version,
      ...paging,
    }),
  },
  async ({ status, operation, version: apiVersion, ...page }, { site }: ToolContext) => {
    const { contract } = await site.contract(apiVersion);
    const operations = operation === undefined ? contract.operations : [operationOf(contract, operation)];
    const entries = operations.flatMap((candidate) => {
      const response = findResponse(candidate.responses, String(status));
      if (response === null) return [];
      const { description, certainty, status: written } = response;
      const mark = certainty === null ? "" : ` (${certainty})`;
      return [{ operation: requestLineOf(candidate), text: `${written}${mark}: ${description?.text ?? ""}` }];
    });
    const answer = await site.search(String(status), mostPages, apiVersion);
    const pages = answer.hits.map(({ title, text, href }) => {
      return { title, excerpt: excerptIn(answer, text), address: href };
    });
    const meaning = STATUS_CODES[status] ?? "no status that HTTP knows";
    const facts = { note: asData, meaning, isDocumented: entries.length > 0, pages };
    return fitItems(facts, { operations: entries }, page);
  },
);

export const contractTools = [listOperations, getOperation, getSchema];
