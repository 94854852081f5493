import { codeSpan, escapeText, fenced, joined } from "#content/markdown/markdown-forms.ts";
import {
  type MediaType,
  type Operation,
  type Parameter,
  parameterHeadings,
  parameterPlaces,
  type RequestBody,
  type Response,
} from "#shared/contract/operation.ts";
import type { RequestValue } from "#shared/contract/request.ts";
import { toSampleBase } from "#shared/contract/server.ts";
import { framingWords, orderWords, streamItemOf } from "#shared/contract/stream.ts";
import { isJsonType } from "#shared/media-type.ts";
import { toCurl } from "#shared/samples/curl.ts";
import { toSampleCall } from "#shared/samples/sample-call.ts";

import { type CallFacts, callMarkdown } from "./call-markdown.ts";
import { type ContractWords, type FieldRow, fieldTable, markOf, schemaMarkdown, typeText } from "./schema-markdown.ts";

/** An operation by itself: what it does, what goes in, a call of it, what comes out. */
export function operationMarkdown(operation: Operation, facts: CallFacts, words: ContractWords): string {
  const { method, path, deprecated, audience, description, requestBody, request } = operation;
  const callers = audience.length === 0 ? "" : `For ${escapeText(audience.join(" and "))} clients.`;
  return joined([
    `${codeSpan(`${method.toUpperCase()} ${path}`)}${deprecated ? " (deprecated)" : ""}`,
    callers,
    ...(request === null ? [] : callMarkdown(operation, facts)),
    words.textOf(description),
    ...parameterPlaces.map((place) => parameterSection(operation.parameters, place, words)),
    requestBody === null ? "" : bodySection(requestBody, words),
    request === null ? "" : joined(["## Request sample", fenced(toSample(operation, request, facts.contract), "bash")]),
    ...(operation.responses.length === 0 ? [] : ["## Responses"]),
    ...operation.responses.map((response) => responseSection(response, words)),
  ]);
}

function toSample(operation: Operation, request: RequestValue, contract: CallFacts["contract"]): string {
  return toCurl(toSampleCall(request, toSampleBase(operation, contract)));
}

function parameterSection(parameters: readonly Parameter[], place: Parameter["in"], words: ContractWords): string {
  const placed = parameters.filter((parameter) => parameter.in === place);
  const whole = placed.flatMap(({ name, wholeQuery }) =>
    wholeQuery === null ? [] : `${codeSpan(name)} is the whole query string, as ${codeSpan(wholeQuery)}.`,
  );
  const rows = placed.map(toRow);
  return rows.length === 0 ? "" : joined([`## ${parameterHeadings[place]}`, ...whole, fieldTable(rows, words)]);
}

function toRow({ name, required, schema, description, deprecated, certainty }: Parameter): FieldRow {
  return {
    name,
    required,
    schema,
    description: description ?? schema.description,
    deprecated,
    certainty,
  };
}

function bodySection({ required, description, content }: RequestBody, words: ContractWords): string {
  const types = content.map(({ type }) => codeSpan(type)).join(", ");
  const [first] = content;
  return joined([
    "## Body",
    `${types}${required ? "" : ", optional"}`,
    words.textOf(description),
    first === undefined ? "" : mediaMarkdown(first, words),
  ]);
}

function mediaMarkdown(media: MediaType, words: ContractWords): string {
  const item = streamItemOf(media);
  const schema = item ?? media.schema;
  if (schema === null) return "";
  const type = typeText(schema, words);
  const parts = media.order === null ? "" : `Parts: ${escapeText(orderWords(media.order))}.`;
  return joined([
    item === null ? type : streamText(type, framingWords(media.type)),
    parts,
    schemaMarkdown(schema, words),
  ]);
}

function streamText(type: string, framing: string): string {
  return `A stream of ${type}${framing === "" ? "" : `, ${framing}`}.`;
}

function responseSection(response: Response, words: ContractWords): string {
  const { status, summary, description, content, headers, certainty } = response;
  const media = content[0] ?? null;
  const example = media?.examples[0];
  return joined([
    `### ${status}${summary === null ? "" : ` ${escapeText(summary)}`}${markOf(certainty)}`,
    words.textOf(description),
    media === null ? "" : mediaMarkdown(media, words),
    example === undefined ? "" : fenced(example.text, isJsonType(media?.type ?? "") ? "json" : "text"),
    headers.length === 0 ? "" : joined(["Headers:", fieldTable(headers.map(toRow), words)]),
  ]);
}
