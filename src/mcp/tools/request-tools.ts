import { z } from "zod";

import { fetchedLanguages, pageLanguages, toCodeSamples } from "#samples/code-samples.ts";
import { explain } from "#sandbox/exchange.ts";
import { checkSentRequest } from "#shared/conformance/check-request.ts";
import { compareResponse } from "#shared/conformance/check-response.ts";
import { joinMissing, toStatedPart } from "#shared/conformance/sample-fault.ts";
import { type Contract, requestLineOf } from "#shared/contract/contract.ts";
import { commonServers, toSampleBase } from "#shared/contract/server.ts";
import { type SampleLanguage, sampleLanguages } from "#shared/samples/sample-languages.ts";

import { McpFault } from "../site/site-files.ts";
import type { SiteContract } from "../site/site-reader.ts";
import { operationName, operationOf, version } from "./contract-tools.ts";
import { json, type MeantRequest, requestShape, toJson, toMeantRequest } from "./request-input.ts";
import { defineTool, fitItems, fitText, paging, statusCode } from "./tool.ts";

const checkRequest = defineTool(
  {
    name: "check_request",
    title: "Check a request",
    description:
      "Checks a request against the contract without sending it. One that is right comes back as curl: $API_BASE is the " +
      "base URL, other variables are secrets.",
    input: z.object({ ...requestShape, ...paging }),
  },
  async ({ cursor, limit, ...input }, { site }) => {
    const found = await site.contract(input.version);
    const { contract } = found;
    const meant = toMeantRequest(contract, input);
    const { operation, request, secrets } = meant;
    const findings = joinMissing(checkSentRequest(contract, operation, request)).map((fault) => ({
      ...toStatedPart(fault.part),
      message: explain(fault),
    }));
    const facts = {
      isRight: findings.length === 0,
      operation: requestLineOf(operation),
      ...(secrets.length > 0 && { leftOut: secrets }),
      ...(findings.length === 0 && { curl: toSample(found, meant, "curl") }),
    };
    return fitItems(facts, { findings }, { cursor, limit });
  },
);

const checkResponse = defineTool(
  {
    name: "check_response",
    title: "Check a response",
    description: "Checks a response that you have received against what the contract says comes with its status.",
    input: z.object({
      operation: operationName,
      status: statusCode,
      body: json.optional().describe("JSON, or its text"),
      version,
      ...paging,
    }),
  },
  async ({ operation: name, status, body, ...page }, { site }) => {
    const { contract } = await site.contract(page.version);
    const operation = operationOf(contract, name);
    const described = { responses: operation.responses, schemaByName: contract.schemaByName };
    const received =
      body === undefined ? ({ kind: "none" } as const) : ({ kind: "json", value: toJson(body, "body") } as const);
    const verdict = compareResponse(described, { status, body: received });
    const kind = verdict.kind === "open" ? "not described" : verdict.kind;
    const facts = { verdict: kind, operation: requestLineOf(operation) };
    const faults = verdict.kind === "mismatch" ? joinMissing(verdict.faults) : [];
    const findings = faults.map((fault) => ({ in: "body", pointer: fault.pointer, message: explain(fault) }));
    return fitItems(facts, { findings }, page);
  },
);

const writeSample = defineTool(
  {
    name: "write_sample",
    title: "Write a sample",
    description:
      "A request as code: yours, by method and path, or an operation's documented example. Base URL and secrets are read " +
      "from environment variables.",
    input: z.object({
      language: z.enum(sampleLanguages),
      operation: operationName.optional().describe("For its documented example"),
      ...requestShape,
      method: requestShape.method.optional(),
      path: requestShape.path.optional(),
      ...paging,
    }),
  },
  async ({ language, operation, cursor, limit, ...input }, { site }) => {
    const found = await site.contract(input.version);
    const { contract } = found;
    const { method, path } = input;
    const meant =
      method !== undefined && path !== undefined
        ? toMeantRequest(contract, { ...input, method, path })
        : exampleOf(contract, operation);
    const facts = { operation: requestLineOf(meant.operation), language };
    return fitText(facts, toSample(found, meant, language), { cursor, limit });
  },
);

function exampleOf(contract: Contract, name: string | undefined): MeantRequest {
  if (name === undefined) throw new McpFault("Send `operation`, or `method` and `path`.");
  const operation = operationOf(contract, name);
  if (operation.request === null) throw new McpFault(`${requestLineOf(operation)} has no request to show.`);
  return { operation, request: operation.request, secrets: [] };
}

function toSample(
  { contract, published }: SiteContract,
  { operation, request }: MeantRequest,
  language: SampleLanguage,
): string {
  const writers = [...pageLanguages, ...fetchedLanguages].filter(({ id }) => id === language);
  const base = toSampleBase(operation, commonServers(contract, published.servers));
  return toCodeSamples(request, base, writers)[0]?.code ?? "";
}

export const requestTools = [checkRequest, checkResponse, writeSample];
