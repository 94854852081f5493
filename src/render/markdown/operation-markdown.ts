import { codeSpan, escapeText, fenced, joined } from "#content/markdown/markdown-forms.ts";
import { titleOf } from "#shared/contract/field-words.ts";
import { framingWords, orderWords, streamItemOf } from "#shared/contract/notation/stream.ts";
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
import { commonServers, toSampleBase } from "#shared/contract/server.ts";
import { groupBy } from "#shared/group-by.ts";
import { isJsonType } from "#shared/media-type.ts";
import { toCurl } from "#shared/samples/curl.ts";
import { toSampleCall } from "#shared/samples/sample-call.ts";
import { furtherExamples, isHollow, type MediaExample, sampledContent } from "#shared/samples/sampled.ts";

import {
  type CallFacts,
  callMarkdown,
  type ContractWords,
  followingCall,
  linkedExample,
  readMore,
  serverText,
} from "./markdown-words.ts";
import { fieldTable, parameterRows, schemaMarkdown } from "./schema-markdown.ts";
import { markOf, ruleTexts, typeText } from "./value-markdown.ts";

/** Writes an operation's page: description, request, sample, responses, callbacks. */
export function operationMarkdown(operation: Operation, facts: CallFacts, words: ContractWords): string {
  const { audience, request } = operation;
  const callers = audience.length === 0 ? "" : `For ${escapeText(audience.join(" and "))} clients.`;
  return joined([
    callText(operation),
    callers,
    ...(request === null ? [] : [...callMarkdown(operation, facts), ownServers(operation, words)]),
    ...operationTexts(operation, words),
    ...inputSections(operation, words, "##"),
    ...(request === null
      ? allExamples(operation.requestBody?.content ?? [], words)
      : sampleSection(operation, toSample(operation, request, facts), words)),
    ...responseSections(operation, words, "##"),
    ...callbackSections(operation, words),
  ]);
}

function ownServers({ servers }: Operation, words: ContractWords): string {
  const described = servers.filter(({ description, variables }) => description !== null || variables.length > 0);
  return described.map((server) => serverText(server, words)).join("\n");
}

function operationTexts(operation: Operation, words: ContractWords): readonly string[] {
  const { description, pathTexts, furtherTags, externalDocs } = operation;
  return [
    ...[description, ...pathTexts].map(words.textOf),
    furtherTags.length === 0 ? "" : `Also tagged ${escapeText(furtherTags.join(", "))}.`,
    readMore(externalDocs, words),
  ];
}

function callText({ method, path, deprecated }: Operation): string {
  return `${codeSpan(`${method.toUpperCase()} ${path}`)}${deprecated ? " (deprecated)" : ""}`;
}

type Level = "##" | "####";

function inputSections({ parameters, requestBody }: Operation, words: ContractWords, level: Level): readonly string[] {
  return [
    ...parameterPlaces.map((place) => parameterSection(parameters, place, { words, level })),
    requestBody === null ? "" : bodySection(requestBody, words, level),
  ];
}

function responseSections({ responses }: Operation, words: ContractWords, level: Level): readonly string[] {
  if (responses.length === 0) return [];
  return [`${level} Responses`, ...responses.map((response) => responseSection(response, words, level))];
}

function callbackSections({ callbacks }: Operation, words: ContractWords): readonly string[] {
  return callbacks.flatMap(({ name, operations }) => [
    `## Callback ${escapeText(name)}`,
    ...operations.map((called) => receivedMarkdown(called, words)),
  ]);
}

/** Writes a webhook or callback: what the provider sends, and which responses it expects. */
export function receivedMarkdown(operation: Operation, words: ContractWords): string {
  return joined([
    `### ${escapeText(operation.summary)}`,
    callText(operation),
    ...operationTexts(operation, words),
    ...inputSections(operation, words, "####"),
    ...allExamples(operation.requestBody?.content ?? [], words),
    ...responseSections(operation, words, "####"),
  ]);
}

function toSample(operation: Operation, request: RequestValue, { contract, servers }: CallFacts): string {
  return toCurl(toSampleCall(request, toSampleBase(operation, commonServers(contract, servers))));
}

function parameterSection(parameters: readonly Parameter[], place: Parameter["in"], { words, level }: Section): string {
  const placed = parameters.filter((parameter) => parameter.in === place);
  const whole = placed.flatMap(({ name, wholeQuery }) =>
    wholeQuery === null ? [] : `${codeSpan(name)} is the whole query string, as ${codeSpan(wholeQuery)}.`,
  );
  const rows = placed.flatMap((parameter) => parameterRows(parameter, words));
  return rows.length === 0 ? "" : joined([`${level} ${parameterHeadings[place]}`, ...whole, fieldTable(rows, words)]);
}

interface Section {
  readonly words: ContractWords;
  readonly level: Level;
}

function bodySection({ required, description, content }: RequestBody, words: ContractWords, level: Level): string {
  return joined([
    `${level} Body`,
    `${typesText(content)}${required ? "" : ", optional"}`,
    words.textOf(description),
    ...titlesOf(content),
    contentMarkdown(content, words),
  ]);
}

function titlesOf(content: readonly MediaType[]): readonly string[] {
  const titles = content.flatMap(({ schema }) => (schema && titleOf(schema.ref ?? "", schema)) ?? []);
  return [...new Set(titles)].map((title) => `${escapeText(title)}.`);
}

function contentMarkdown(content: readonly MediaType[], words: ContractWords): string {
  const mediaByText = groupBy(content, (media) => mediaMarkdown(media, words));
  if (mediaByText.size === 1) return joined([...mediaByText.keys()]);
  return joined(
    Array.from(mediaByText, ([text, media]) => {
      return text === "" ? "" : joined([`As ${typesText(media)}:`, text]);
    }),
  );
}

function typesText(content: readonly MediaType[]): string {
  return content.map(({ type }) => codeSpan(type)).join(", ");
}

function sampleSection({ requestBody }: Operation, code: string, words: ContractWords): readonly string[] {
  const content = requestBody?.content ?? [];
  const sent = sampledContent(content)?.examples[0];
  const title = sent === undefined || sent.summary === null ? "" : `Example: ${escapeText(sent.summary)}`;
  const sample = ["## Request sample", title, words.textOf(sent?.description ?? null), fenced(code, "bash")];
  return [joined(sample), ...furtherExamples(content).map((further) => exampleText(further, content, words))];
}

function allExamples(content: readonly MediaType[], words: ContractWords): readonly string[] {
  const media = sampledContent(content);
  const first = media === null ? [] : media.examples.slice(0, 1).map((example) => ({ example, media }));
  return [...first, ...furtherExamples(content)]
    .filter(({ example }) => !isHollow(example))
    .map((shown) => exampleText(shown, content, words));
}

function exampleText({ example, media }: MediaExample, content: readonly MediaType[], words: ContractWords): string {
  const { name, summary, description, text, value } = example;
  const isJson = isJsonType(media.type) || typeof value !== "string";
  const isNamed = media.examples.length > 1 || summary !== null;
  const type = media === sampledContent(content) ? "" : ` as ${codeSpan(media.type)}`;
  const title = `Example${type}${isNamed ? `: ${escapeText(summary ?? name)}` : ""}`;
  return joined([title === "Example" ? "" : title, words.textOf(description), fenced(text, isJson ? "json" : "text")]);
}

function mediaMarkdown(media: MediaType, words: ContractWords): string {
  const item = streamItemOf(media);
  const schema = item ?? media.schema;
  const examples = media.linkedExamples.map((example) => linkedExample(example, words));
  if (schema === null) return joined(examples);
  const named = schema.ref === null ? undefined : words.schemaByName.get(schema.ref);
  const isPlain = named === undefined || (named.members.length > 0 && ruleTexts(named).length === 0);
  const type = isPlain ? typeText(schema, words) : `${typeText(schema, words)}: ${typeText(named, words)}`;
  const parts = media.order === null ? "" : `Parts: ${escapeText(orderWords(media.order))}.`;
  return joined([
    item === null ? type : streamText(type, framingWords(media.type)),
    parts,
    words.textOf(schema.description),
    readMore(schema.externalDocs ?? named?.externalDocs ?? null, words),
    schemaMarkdown(schema, words),
    ...examples,
  ]);
}

function streamText(type: string, framing: string): string {
  return `A stream of ${type}${framing === "" ? "" : `, ${framing}`}.`;
}

function responseSection(response: Response, words: ContractWords, level: Level): string {
  const { status, summary, description, content, headers, links, certainty } = response;
  return joined([
    `${level}# ${status}${summary === null ? "" : ` ${escapeText(summary)}`}${markOf(certainty)}`,
    words.textOf(description),
    content.every(({ type }) => type === "application/json") ? "" : typesText(content),
    contentMarkdown(content, words),
    ...allExamples(content, words),
    headers.length === 0
      ? ""
      : joined([
          "Headers:",
          fieldTable(
            headers.flatMap((header) => parameterRows(header, words)),
            words,
          ),
        ]),
    ...links.map((link) => followingCall(link, words)),
  ]);
}
