import { STATUS_CODES } from "node:http";

import { z } from "zod";

import { suggestPath } from "#shared/conformance/check-request.ts";
import { matchPath } from "#shared/contract/notation/path-template.ts";
import { type Contract, findNamedOperation, requestLineOf } from "#shared/contract/contract.ts";
import { referredNames } from "#shared/contract/keywords/json-schema.ts";
import { findJsonContent, findResponse, findSuccess, type Operation } from "#shared/contract/operation.ts";
import { toCallServers } from "#shared/contract/server.ts";
import { nearest } from "#shared/diagnostics/nearest.ts";
import { type Json, toJsonText, toObject } from "#shared/json/json.ts";
import { nameOfContract } from "#shared/site-manifest.ts";

import { pathOfOperation } from "../site/find-page.ts";
import { McpFault, noSuch } from "../site/site-files.ts";
import type { SiteContract } from "../site/site-reader.ts";
import { defineTool, asData, excerptIn, fitItems, fitText, paging, statusCode } from "./tool.ts";

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
  async ({ tag, version: apiVersion, ...page }, { site }) => {
    const { contract } = await site.contract(apiVersion);
    const { contracts } = await site.manifest();
    const all = [...contract.operations, ...contract.webhooks];
    const own = all.filter((operation) => tag === undefined || operation.tag === tag);
    if (own.length === 0 && tag !== undefined) {
      const tags = new Set(all.map((operation) => operation.tag));
      throw noSuch(`tag ${tag}`, nearest(tag, tags), `The tags are ${[...tags].join(", ")}.`);
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
  async ({ operation: name, version: apiVersion, ...page }, { site }) => {
    const found = await site.contract(apiVersion);
    const { contract, published } = found;
    const webhook = findNamedOperation(contract.webhooks, name).operation;
    const operation = webhook ?? operationOf(contract, name);
    const isPublished = webhook === null && !isInternal(operation, contract);
    const path = pathOfOperation(published, operation);
    const text = isPublished ? ((await site.text(path)) ?? "") : describeOperation(operation, webhook !== null);
    const facts = {
      note: asData,
      operation: requestLineOf(operation),
      id: operation.id,
      ...(webhook !== null && { address: `/${published.folder}/#${webhook.anchor}` }),
      ...(isPublished && { address: `/${path}` }),
      ...(isInternal(operation, contract) && { internal: true }),
      servers: webhook === null ? serversOf(operation, found) : [],
    };
    return fitText(facts, `${text.trimEnd()}\n\n${schemasOf(operation, contract)}`.trimEnd(), page);
  },
);

function serversOf(operation: Operation, { contract, published }: SiteContract) {
  return toCallServers(operation, contract, published.servers).map(({ name, url }) => ({ name, url }));
}

function isInternal({ id }: Operation, { internal }: Contract): boolean {
  return internal.operations.some((operation) => operation.id === id);
}

/** Webhooks and internal operations have no page of their own. */
function describeOperation({ summary, description, parameters }: Operation, isWebhook: boolean): string {
  const remark = isWebhook
    ? "A webhook: the provider sends it, and your server answers."
    : "Internal: it's published nowhere.";
  const lines = parameters.map(({ name, in: location, required, schema }) => {
    const marks = [location, ...(required ? ["required"] : [])].join(", ");
    return `- \`${name}\` (${marks}): \`${toJsonText(schema.source)}\``;
  });
  return [`# ${summary}`, remark, description?.text ?? "", lines.join("\n")].filter((part) => part !== "").join("\n\n");
}

/** @throws McpFault for an unknown operation. */
export function operationOf(contract: Contract, name: string): Operation {
  const { operations, webhooks } = contract;
  const { operation } = findNamedOperation(operations, name);
  if (operation !== null) return operation;
  if (findNamedOperation(webhooks, name).operation !== null)
    throw new McpFault(`${name} is a webhook, which the provider sends. get_operation shows its body.`);
  const [, method = "", path] = /^(?:([a-z]+) )?(\/\S*)$/i.exec(name.trim()) ?? [];
  if (path !== undefined) return operationAt(contract, method, path);
  const ids = [...operations, ...webhooks].map(({ id }) => id);
  throw noSuch(`operation ${name}`, nearest(name, ids), "list_operations lists what there is.");
}

/**
 * The operation at a path with values in it. Fixed paths come before those with parameters (OpenAPI 3.1, section
 * 4.8.8).
 * @throws McpFault if the contract has none.
 */
export function operationAt({ operations }: Contract, method: string, path: string): Operation {
  const there = operations
    .filter((operation) => matchPath(operation.path, path).kind === "match")
    .sort((a, b) => a.path.split("{").length - b.path.split("{").length);
  const found = there.find((operation) => operation.method.toUpperCase() === method.toUpperCase());
  if (found !== undefined) return found;
  if (there.length > 0)
    throw new McpFault(`There is no ${`${method} ${path}`.trim()}; there is ${there.map(requestLineOf).join(", ")}.`);
  const templates = operations.map((operation) => operation.path);
  const meant = suggestPath(path, templates);
  const fault = noSuch(`path ${path}`, meant?.path ?? null, "list_operations lists those it has.");
  throw meant?.isOtherSlashForm === true ? new McpFault(`${fault.message} Every path is exact.`) : fault;
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
  async ({ name, version: apiVersion, ...page }, { site }) => {
    const { contract } = await site.contract(apiVersion);
    const schema = contract.schemaByName.get(name.replace(/^.*\//, ""));
    if (schema === undefined) {
      const meant = nearest(name, contract.schemaByName.keys());
      throw noSuch(`schema ${name}`, meant, "search finds schemas by their fields.");
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
  async ({ status, operation, version: apiVersion, ...page }, { site }) => {
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
