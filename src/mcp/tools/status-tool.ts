import { STATUS_CODES } from "node:http";

import { z } from "zod";

import { requestLineOf } from "#shared/contract/find-operation.ts";
import { findResponse, type Operation } from "#shared/contract/operation.ts";
import { excerptOf } from "#shared/search/excerpt.ts";

import { asData, fitItems, paging } from "./answer.ts";
import { operationName, operationOf, version } from "./contract-tools.ts";
import { addTool, type ToolContext } from "./tool.ts";

const input = z.object({
  status: z.int().min(100).max(599),
  operation: operationName.optional(),
  version,
  ...paging,
});

const mostPages = 3;

export function addStatusTool(context: ToolContext): void {
  const { site } = context;
  const form = {
    name: "explain_status",
    title: "Explain a status",
    description: "What the contract and the guides say of an HTTP status, for one operation or for all.",
    input,
  };
  addTool(context, form, async ({ status, operation, version: apiVersion, ...page }) => {
    const { contract } = await site.contract(apiVersion);
    const operations = operation === undefined ? contract.operations : [operationOf(contract, operation)];
    const entries = operations.flatMap((candidate) => describe(candidate, status));
    const { hits, words, typed } = await site.search(String(status), mostPages, apiVersion);
    const pages = hits.map(({ title, text, href }) => {
      return { title, excerpt: excerptOf(text, words, typed).slice(0, 240), address: href };
    });
    const meaning = STATUS_CODES[status] ?? "no status that HTTP knows";
    const facts = { note: asData, meaning, isDocumented: entries.length > 0, pages };
    const { items, ...more } = fitItems(facts, entries, page);
    return { ...facts, operations: [...items], ...more };
  });
}

function describe(
  operation: Operation,
  status: number,
): readonly { readonly operation: string; readonly text: string }[] {
  const response = findResponse(operation.responses, String(status));
  if (response === null) return [];
  const { description, certainty, status: written } = response;
  const mark = certainty === null ? "" : ` (${certainty})`;
  return [{ operation: requestLineOf(operation), text: `${written}${mark}: ${description?.text ?? ""}` }];
}
