import { codeSpan, escapeText, fenced, joined } from "#content/markdown/markdown-forms.ts";
import { titleOf } from "#shared/contract/field-words.ts";
import { framingWords, orderWords, streamItemOf } from "#shared/contract/notation/stream.ts";
import {
  type MediaType,
  type Operation,
  parameterHeadings,
  parameterLocations,
  type RequestBody,
  type Response,
} from "#shared/contract/operation.ts";
import { commonServers, toSampleBase } from "#shared/contract/server.ts";
import { groupBy } from "#shared/group-by.ts";
import { isJsonType } from "#shared/media-type.ts";
import { toCurl } from "#shared/samples/curl.ts";
import { toSampleCall } from "#shared/samples/sample-call.ts";
import { furtherExamples, isHollow, type MediaExample, sampledContent } from "#shared/samples/sampled.ts";

import {
  type CallFacts,
  callMarkdown,
  callName,
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
  const { audience, request, servers, callbacks } = operation;
  const callers = audience.length === 0 ? "" : `For ${escapeText(audience.join(" and "))} clients.`;
  const described = servers.filter(({ description, variables }) => description !== null || variables.length > 0);
  const ownServers = described.map((server) => serverText(server, words)).join("\n");
  const base = toSampleBase(operation, commonServers(facts.contract, facts.servers));
  return joined([
    callText(operation),
    callers,
    ...(request === null ? [] : [...callMarkdown(operation, facts), ownServers]),
    ...operationTexts(operation, words),
    ...inputSections(operation, words, "##"),
    ...(request === null
      ? allExamples(operation.requestBody?.content ?? [], words)
      : sampleSection(operation, toCurl(toSampleCall(request, base)), words)),
    ...responseSections(operation, words, "##"),
    ...callbacks.flatMap(({ name, operations }) => [
      `## Callback ${escapeText(name)}`,
      ...operations.map((called) => receivedMarkdown(called, words)),
    ]),
  ]);
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
  return callName({ method, path }) + (deprecated ? " (deprecated)" : "");
}

type Level = "##" | "####";

function inputSections({ parameters, requestBody }: Operation, words: ContractWords, level: Level): readonly string[] {
  const lists = parameterLocations.map((location) => {
    const own = parameters.filter((parameter) => parameter.in === location);
    const whole = own.flatMap(({ name, wholeQuery }) =>
      wholeQuery === null ? [] : `${codeSpan(name)} is the whole query string, as ${codeSpan(wholeQuery)}.`,
    );
    const rows = own.flatMap((parameter) => parameterRows(parameter, words));
    return rows.length === 0
      ? ""
      : joined([`${level} ${parameterHeadings[location]}`, ...whole, fieldTable(rows, words)]);
  });
  return [...lists, requestBody === null ? "" : bodySection(requestBody, words, level)];
}

function responseSections({ responses }: Operation, words: ContractWords, level: Level): readonly string[] {
  if (responses.length === 0) return [];
  return [`${level} Responses`, ...responses.map((response) => responseSection(response, words, level))];
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

function bodySection({ required, description, content }: RequestBody, words: ContractWords, level: Level): string {
  const titles = content.flatMap(({ schema }) => (schema && titleOf(schema.ref ?? "", schema)) ?? []);
  return joined([
    `${level} Body`,
    `${typesText(content)}${required ? "" : ", optional"}`,
    words.textOf(description),
    ...Array.from(new Set(titles), (title) => `${escapeText(title)}.`),
    contentMarkdown(content, words),
  ]);
}

function contentMarkdown(content: readonly MediaType[], words: ContractWords): string {
  const mediaByText = groupBy(content, (media) => mediaMarkdown(media, words));
  if (mediaByText.size === 1) return joined([...mediaByText.keys()]);
  return joined(
    Array.from(mediaByText, ([text, media]) => (text === "" ? "" : joined([`As ${typesText(media)}:`, text]))),
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
  const framing = framingWords(media.type);
  return joined([
    item === null ? type : `A stream of ${type}${framing === "" ? "" : `, ${framing}`}.`,
    media.order === null ? "" : `Parts: ${escapeText(orderWords(media.order))}.`,
    words.textOf(schema.description),
    readMore(schema.externalDocs ?? named?.externalDocs ?? null, words),
    schemaMarkdown(schema, words),
    ...examples,
  ]);
}

function responseSection(response: Response, words: ContractWords, level: Level): string {
  const { status, summary, description, content, headers, links, certainty } = response;
  const rows = headers.flatMap((header) => parameterRows(header, words));
  return joined([
    `${level}# ${status}${summary === null ? "" : ` ${escapeText(summary)}`}${markOf(certainty)}`,
    words.textOf(description),
    content.every(({ type }) => type === "application/json") ? "" : typesText(content),
    contentMarkdown(content, words),
    ...allExamples(content, words),
    rows.length === 0 ? "" : joined(["Headers:", fieldTable(rows, words)]),
    ...links.map((link) => followingCall(link, words)),
  ]);
}
