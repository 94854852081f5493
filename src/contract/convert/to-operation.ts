import { beginStep } from "#read/steps.ts";
import type { Callback, CodeSample, Operation } from "#shared/contract/operation.ts";
import type { Direction } from "#shared/contract/difference.ts";
import { firstSchemes, toCredentials } from "#shared/contract/security.ts";
import type { Server } from "#shared/contract/server.ts";
import { listAt } from "#shared/json/json.ts";
import { isSameJson } from "#shared/json/same-json.ts";

import { claimName, toOperationAnchor } from "./anchors.ts";
import { toOperationTitle } from "./operation-title.ts";
import { checkAdditional, operationsIn } from "./path-item.ts";
import { isPartialUpdate } from "./partial-update.ts";
import type { DocumentNode, Reading } from "./reading.ts";
import { type LinkTarget, toLinks } from "./to-link.ts";
import { toParameters, toRequestBody, toResponse, withPlaceholders } from "./to-payload.ts";
import { chooseSampled, toRequest } from "./to-request.ts";
import { type Authentication, toSecurity } from "./to-security.ts";
import { toServers } from "./to-servers.ts";

interface OperationContext {
  readonly reading: Reading;
  readonly anchors: Set<string>;
  /** All operations of the document, for links between them. */
  readonly entries: readonly OperationEntry[];
  readonly authentication: Authentication;
  /** The tag that lists an operation. */
  readonly tagOf: (entry: OperationEntry) => string;
}

/** Converts an operation that clients call. It has a sample request. */
export function toOperation(entry: OperationEntry, context: OperationContext): Operation {
  const { reading, authentication } = context;
  const received = toStatedOperation(entry, context, "request");
  const { method, path, requestBody, security } = received;
  const { schemes } = authentication;
  const parameters = chooseSampled(method, withPlaceholders(path, received.parameters, reading), schemes);
  const credentials = toCredentials(firstSchemes(security, schemes));
  const sent = { method, path, parameters, requestBody, credentials, responses: received.responses };
  const request = toRequest(sent, reading.schemas.toSchemas());
  return { ...received, parameters, request };
}

/** Converts a webhook or callback. The provider calls it and sends read-only values too. */
export function toReceivedOperation(entry: OperationEntry, context: OperationContext): Operation {
  return toStatedOperation(entry, context, "response");
}

function toStatedOperation(entry: OperationEntry, context: OperationContext, bodyDirection: Direction): Operation {
  const { node, item, method, path, position } = entry;
  beginStep(`${method.toUpperCase()} ${path}`);
  const description = node.markdown("description") ?? item.markdown("description");
  return {
    id: entry.id,
    anchor: entry.anchor,
    method,
    path,
    tag: context.tagOf(entry),
    summary: toOperationTitle({
      summary: node.text("summary") || item.text("summary"),
      operationId: node.text("operationId"),
      description,
      method,
      path,
    }),
    description,
    deprecated: node.flag("deprecated"),
    audience: node.texts("x-audience"),
    parameters: toParameters(node, item),
    requestBody: toRequestBody(node, { direction: bodyDirection, isPartial: isPartialUpdate(entry) }),
    responses: node
      .entries("responses")
      .filter(([status]) => !status.startsWith("x-"))
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

/** The most specific servers (OpenAPI 3.1, sections 4.8.9 and 4.8.10), unless they are the document's. */
function toOwnServers({ node, item }: OperationEntry, { reading }: OperationContext): readonly Server[] {
  const owner = [node, item].find((candidate) => listAt(candidate.value, "servers").length > 0);
  if (owner === undefined || isSameJson(owner.member("servers"), reading.document.member("servers"))) return [];
  return toServers(owner);
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

/** An operation that isn't converted yet. */
export interface OperationEntry extends LinkTarget {
  /** The path item it belongs to. */
  readonly item: DocumentNode;
}

/** Lists the operations of `paths` in the order of the document, and claims their anchors. */
export function listOperations(document: DocumentNode, anchors: Set<string>): readonly OperationEntry[] {
  return document
    .entries("paths")
    .flatMap(([path, item]) =>
      path.startsWith("x-") ? [] : listItem(path.replace(/^(?!\/)/, "/"), item, { anchors, prefix: "" }),
    );
}

export function listWebhooks(document: DocumentNode, anchors: Set<string>): readonly OperationEntry[] {
  return document.entries("webhooks").flatMap(([name, item]) => listItem(name, item, { anchors, prefix: "webhook-" }));
}

interface ItemContext {
  readonly anchors: Set<string>;
  /** The beginning of the anchors: `webhook-`. */
  readonly prefix: string;
}

function listItem(path: string, item: DocumentNode, { anchors, prefix }: ItemContext): readonly OperationEntry[] {
  item.reading.diagnostics.push(...checkAdditional(item));
  return operationsIn(item).map((operation) => {
    const { method, node } = operation;
    const anchor = claimName(prefix + toOperationAnchor(method, path), anchors);
    return { ...operation, path, item, id: node.text("operationId") || anchor, anchor };
  });
}
