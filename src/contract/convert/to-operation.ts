import { beginStep } from "#read/steps.ts";
import type { Callback, CodeSample, Direction, Operation } from "#shared/contract/operation.ts";
import type { LinkSource, ResponseLink } from "#shared/contract/response-link.ts";
import { isSecret, sampleCredentials, type Security } from "#shared/contract/security.ts";
import type { Server } from "#shared/contract/server.ts";
import type { Markdown } from "#shared/contract/text.ts";
import { diagnose } from "#shared/diagnostics/diagnostic.ts";
import { parsePointer, targetOf } from "#shared/json/json-pointer.ts";
import { type Json, listAt, textAt } from "#shared/json/json.ts";
import { isSameJson } from "#shared/json/same-json.ts";

import { listItem, type OperationEntry } from "./list-operations.ts";
import { toOperationTitle } from "./names.ts";
import { isPartialUpdate } from "./partial-update.ts";
import type { DocumentNode, Reading } from "./reading.ts";
import { toParameters, toRequestBody, toResponse, withPlaceholders } from "./to-payload.ts";
import { chooseSampled, toRequest } from "./to-request.ts";
import { type Authentication, toSecurity } from "./to-security.ts";

interface OperationContext {
  readonly reading: Reading;
  readonly anchors: Set<string>;
  /** Parameters with a finding, which operations may share. */
  readonly reported: Set<object>;
  /** All operations of the document, for links between them. */
  readonly entries: readonly OperationEntry[];
  readonly authentication: Authentication;
  /** The tag that lists an operation. */
  readonly tagOf: (entry: OperationEntry) => string;
  readonly titleOf: (tag: string) => string;
}

/** Converts an operation that clients call. It has a sample request. */
export function toOperation(entry: OperationEntry, context: OperationContext): Operation {
  const { reading, authentication } = context;
  const received = toStatedOperation(entry, context, "request");
  const { method, path, requestBody, security } = received;
  const { schemes } = authentication;
  const parameters = chooseSampled(method, withPlaceholders(path, received.parameters, reading), schemes);
  const credentials = sampleCredentials(security, schemes);
  const sent = { method, path, parameters, requestBody, credentials, responses: received.responses };
  const request = toRequest(sent, reading.schemas.toSchemas());
  reportUnsentSecret(entry, security, context);
  return { ...received, parameters, request };
}

/** OpenAPI 3.1, section 4.8.12.1, leaves this header to schemes, so a parameter of that name is sent by nobody. */
function reportUnsentSecret({ node, item }: OperationEntry, security: Security, context: OperationContext): void {
  const { reading, reported, authentication } = context;
  const required = new Set(security.flat().map(({ scheme }) => scheme));
  const sent = authentication.schemes.filter(({ name }) => required.has(name));
  for (const { value } of [...node.nodes("parameters"), ...item.nodes("parameters")]) {
    const parameter = { in: textAt(value, "in") ?? "", name: textAt(value, "name") ?? "" };
    const isSecretHeader = parameter.in === "header" && parameter.name.toLowerCase() === "authorization";
    if (!isSecretHeader || isSecret(parameter, sent) || reported.has(value)) continue;
    reported.add(value);
    const message = `the header parameter \`${parameter.name}\` isn't sent: OpenAPI leaves this header to security schemes`;
    const hint = "describe it as a scheme, and require that with security:";
    reading.diagnostics.push(diagnose("contract/nonstandard", message, reading.positionOf(value, "name"), hint));
  }
}

/** Converts a webhook or callback. The provider calls it and sends read-only values too. */
export function toReceivedOperation(entry: OperationEntry, context: OperationContext): Operation {
  return toStatedOperation(entry, context, "response");
}

function toStatedOperation(entry: OperationEntry, context: OperationContext, bodyDirection: Direction): Operation {
  const { node, item, method, path, position } = entry;
  beginStep(`${method.toUpperCase()} ${path}`);
  const description = node.markdown("description") ?? item.markdown("description");
  const tag = context.tagOf(entry);
  return {
    id: entry.id,
    anchor: entry.anchor,
    method,
    path,
    tag,
    summary: toOperationTitle({
      summary: node.text("summary") || item.text("summary"),
      operationId: node.text("operationId"),
      description,
      method,
      path,
    }),
    description,
    pathTexts: ["summary", "description"].flatMap((key) => pathTextOf(key, entry) ?? []),
    furtherTags: node.texts("tags").flatMap((name) => (name === tag ? [] : [context.titleOf(name)])),
    deprecated: node.flag("deprecated"),
    audience: node.texts("x-audience"),
    parameters: toParameters(node, item),
    requestBody: toRequestBody(node, { direction: bodyDirection, isPartial: isPartialUpdate(entry) }),
    responses: node
      .entries("responses")
      .filter(([status]) => !status.startsWith("x-"))
      .toSorted(([a], [b]) => rankOf(a) - rankOf(b))
      .map(([status, response]) => ({ ...toResponse(status, response), links: toLinks(response, context) })),
    servers: toOwnServers(entry, context),
    security: toSecurity(node) ?? context.authentication.common,
    // Callbacks of a callback may lead back to it.
    callbacks: entry.anchor.includes(callbackMark) ? [] : toCallbacks(entry, context),
    request: null,
    samples: toAuthoredSamples(node),
    externalDocs: node.externalDocs(),
    position,
  };
}

/** JavaScript puts `429` before `2XX`, whatever their order in the document. A range follows the statuses in it. */
function rankOf(status: string): number {
  return /^\d/.test(status) ? Number(status.replaceAll(/x/gi, "9")) : Number.MAX_SAFE_INTEGER;
}

/** Null where the operation has no such text of its own, and takes that of its path. */
function pathTextOf(key: string, { node, item }: OperationEntry): Markdown | null {
  const own = node.text(key);
  return (own ?? "") === "" || own === item.text(key) ? null : item.markdown(key);
}

/** The most specific servers (OpenAPI 3.1, sections 4.8.9 and 4.8.10), unless they are the document's. */
function toOwnServers({ node, item }: OperationEntry, { reading }: OperationContext): readonly Server[] {
  const owner = [node, item].find((candidate) => listAt(candidate.value, "servers").length > 0);
  if (owner === undefined || isSameJson(owner.member("servers"), reading.document.member("servers"))) return [];
  return owner.servers();
}

/** Slugs never hold two dashes in a row. */
const callbackMark = "--";

function toCallbacks({ node, anchor }: OperationEntry, context: OperationContext): readonly Callback[] {
  const prefix = `${anchor}${callbackMark}`;
  return node.entries("callbacks").map(([name, callback]) => ({
    name,
    operations: Object.keys(callback.value)
      .filter((expression) => !expression.startsWith("x-"))
      .flatMap((expression) => listItem(expression, callback.node(expression), { anchors: context.anchors, prefix }))
      .map((entry) => toReceivedOperation(entry, context)),
  }));
}

function toAuthoredSamples(node: DocumentNode): readonly CodeSample[] {
  return [...node.nodes("x-codeSamples"), ...node.nodes("x-code-samples")].flatMap((sample, index) => {
    const code = sample.text("source");
    const language = sample.text("lang") ?? "text";
    const label = sample.text("label") ?? language;
    return code === null ? [] : [{ id: `author-${index + 1}`, label, language: language.toLowerCase(), code }];
  });
}

function toLinks(response: DocumentNode, context: OperationContext): readonly ResponseLink[] {
  const links = response.node("links");
  const names = Object.keys(links.value).filter((name) => links.has(name));
  return names.map((name) => toLink(name, links.node(name), context));
}

function toLink(name: string, node: DocumentNode, context: OperationContext): ResponseLink {
  const target = findLinked(node, context);
  const label = target
    ? `${target.method.toUpperCase()} ${target.path}`
    : (node.text("operationId") ?? node.text("operationRef") ?? name);
  const body = node.member("requestBody");
  return {
    name,
    operationAnchor: target?.anchor ?? null,
    label,
    description: node.markdown("description"),
    takes: [
      ...Object.entries(node.node("parameters").value).map(([stated, value]) => {
        const [, location = null, parameter = stated] = /^(path|query|header|cookie)\.(.+)$/s.exec(stated) ?? [];
        return { target: { kind: "parameter" as const, name: parameter, in: location }, source: toSource(value) };
      }),
      ...(body === undefined ? [] : [{ target: { kind: "body" as const }, source: toSource(body) }]),
    ],
    server: node.node("server").toServer(),
  };
}

function findLinked(link: DocumentNode, { reading, entries }: OperationContext): OperationEntry | undefined {
  const id = link.text("operationId");
  if (id !== null) return entries.find((entry) => entry.id === id);
  const self = reading.document.text("$self");
  const reference = link.text("operationRef") ?? "";
  const own = self !== null && reference.startsWith(`${self}#`) ? reference.slice(self.length) : reference;
  const node = targetOf(reading.document.value, own);
  return entries.find((entry) => entry.node.value === node);
}

/** Braces around a whole expression say nothing more; one that stands within a text stays as it's written. */
function toSource(value: Json): LinkSource {
  const constant = { kind: "constant", value } as const;
  if (typeof value !== "string") return constant;
  const [, expression = value] = /^\{(\$[^{}]*)\}$/.exec(value) ?? [];
  if (expression === "$url" || expression === "$method") return { kind: expression === "$url" ? "url" : "method" };
  if (expression === "$statusCode") return { kind: "statusCode" };
  const [, side, reference = ""] = /^\$(request|response)\.(.+)$/s.exec(expression) ?? [];
  if (side !== "request" && side !== "response") return constant;
  const [, location, name = ""] = /^(header|query|path)\.(.+)$/s.exec(reference) ?? [];
  if (location === "header" || location === "query" || location === "path")
    return { kind: "parameter", of: side, in: location, name };
  const tokens = /^body(?:#|$)/.test(reference) ? parsePointer(reference.slice("body#".length)) : null;
  if (tokens === null) return constant;
  const steps = tokens.map((token) => (/^\d+$/.test(token) ? `[${token}]` : `.${token}`));
  return { kind: "body", of: side, path: steps.join("").replace(/^\./, "") };
}
