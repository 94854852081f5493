import {
  type Callback,
  type CodeSample,
  type Operation,
  type Response,
  type ResponseLink,
} from "#shared/contract/operation.ts";
import type { Method } from "#shared/contract/request.ts";
import { firstSchemes, isSecret, toCredentials } from "#shared/contract/security.ts";
import { fillVariables, type Server, type ServerVariable, toSampleBase } from "#shared/contract/server.ts";
import { targetOf } from "#shared/json/json-pointer.ts";
import {
  entriesAt,
  flagAt,
  isObject,
  type Json,
  type JsonObject,
  listAt,
  memberOf,
  textAt,
  textsAt,
  toObject,
} from "#shared/json/json.ts";
import { isSameJson } from "#shared/json/same-json.ts";
import { toCodeSamples } from "#shared/samples/code-samples.ts";

import { claimAnchor, toOperationAnchor } from "./anchors.ts";
import type { Reading } from "./reading.ts";
import { toParameters, toRequestBody, toResponse, withPlaceholders } from "./to-payload.ts";
import { toRequest } from "./to-request.ts";
import { type Authentication, toSecurity } from "./to-security.ts";

interface OperationContext {
  readonly reading: Reading;
  readonly anchors: Set<string>;
  /** Every operation of the document, for links between them. */
  readonly entries: readonly OperationEntry[];
  readonly authentication: Authentication;
  /** Those of the document. */
  readonly servers: readonly Server[];
}

/** An operation that clients call: with a sample request. */
export function toOperation(entry: OperationEntry, context: OperationContext): Operation {
  const { reading, authentication } = context;
  const received = toReceivedOperation(entry, context);
  const { method, path, requestBody, security } = received;
  const parameters = withPlaceholders(path, received.parameters, reading);
  const credentials = toCredentials(firstSchemes(security, authentication.schemes));
  // What a scheme sends may be listed as a parameter as well.
  const own = parameters.filter((parameter) => !isSecret(parameter, authentication.schemes));
  const base = toSampleBase(received, context);
  const request = toRequest({ method, path, parameters: own, requestBody, credentials }, reading.schemas.toSchemas());
  return { ...received, parameters, request, samples: [...toCodeSamples(request, base), ...received.samples] };
}

/** An operation that the provider calls (a webhook or callback): what it sends, and what it expects. */
export function toReceivedOperation(entry: OperationEntry, context: OperationContext): Operation {
  const { reading } = context;
  const { node, item, method, path } = entry;
  return {
    id: entry.id,
    anchor: entry.anchor,
    method,
    path,
    tag: entry.tag,
    summary: textAt(node, "summary") || textAt(item, "summary") || `${method.toUpperCase()} ${path}`,
    description: reading.text(node, "description") ?? reading.text(item, "description"),
    deprecated: flagAt(node, "deprecated"),
    audience: textsAt(node, "x-audience"),
    parameters: toParameters(listAt(node, "parameters"), sharedParameters(entry), reading),
    requestBody: toRequestBody(memberOf(node, "requestBody"), reading),
    responses: entriesAt(node, "responses")
      .filter(([status]) => !status.startsWith("x-"))
      .map(([status, response]) => withLinks(status, response, context)),
    servers: toOwnServers(entry, reading),
    security: toSecurity(memberOf(node, "security")) ?? context.authentication.common,
    // Callbacks of a callback may lead back to it; nobody reads three levels down.
    callbacks: entry.anchor.includes(callbackMark) ? [] : toCallbacks(entry, context),
    request: null,
    samples: toAuthoredSamples(node),
    externalDocs: reading.externalDocs(node),
    certainty: textAt(node, "x-certainty"),
    extensions: toObject(Object.entries(node).filter(([key]) => key.startsWith("x-"))),
    position: reading.origins.ofKey(item, method) ?? reading.positionOf(node),
  };
}

/** The most specific ones that are stated (OpenAPI 3.1, sections 4.8.9 and 4.8.10), unless they are the document's. */
function toOwnServers({ node, item }: OperationEntry, reading: Reading): readonly Server[] {
  const owner = [node, item].find((candidate) => listAt(candidate, "servers").length > 0);
  if (owner === undefined || isSameJson(listAt(owner, "servers"), listAt(reading.document, "servers"))) return [];
  return toServers(owner, reading);
}

/** The servers of a document, a path or an operation. Addresses that a browser could run are left out. */
export function toServers(owner: JsonObject, reading: Reading): readonly Server[] {
  return listAt(owner, "servers").flatMap((node) => {
    const template = isObject(node) ? reading.safeUrl(node, "url") : null;
    if (!isObject(node) || template === null) return [];
    const variables = toVariables(node, reading);
    const defaults = new Map(variables.map((variable) => [variable.name, variable.default]));
    const url = fillVariables(template, defaults);
    return [{ url, template, variables, description: reading.text(node, "description") }];
  });
}

function toVariables(server: JsonObject, reading: Reading): readonly ServerVariable[] {
  return entriesAt(server, "variables").flatMap(([name, value]) => {
    const preset = textAt(value, "default");
    if (!isObject(value) || preset === null) return [];
    return [{ name, default: preset, enum: textsAt(value, "enum"), description: reading.text(value, "description") }];
  });
}

/** Slugs never hold two dashes in a row. */
const callbackMark = "--";

function toCallbacks({ node, anchor }: OperationEntry, context: OperationContext): readonly Callback[] {
  const { reading, anchors } = context;
  const prefix = `${anchor}${callbackMark}`;
  return entriesAt(node, "callbacks").map(([name, value]) => ({
    name,
    operations: Object.entries(reading.resolve(value) ?? {})
      .filter(([expression]) => !expression.startsWith("x-"))
      .flatMap(([expression, item]) => listItem(expression, item, { reading, anchors, prefix }))
      .map((entry) => toReceivedOperation(entry, context)),
  }));
}

function withLinks(status: string, value: Json, context: OperationContext): Response {
  const node = context.reading.resolve(value) ?? {};
  const links = entriesAt(node, "links").flatMap(([name, link]) => toLink(name, link, context));
  return { ...toResponse(status, value, context.reading), links };
}

function toLink(name: string, value: Json, { reading, entries }: OperationContext): readonly ResponseLink[] {
  const node = reading.resolve(value);
  if (!node) return [];
  const target = findLinked(node, reading, entries);
  const label = target
    ? `${target.method.toUpperCase()} ${target.path}`
    : (textAt(node, "operationId") ?? textAt(node, "operationRef") ?? name);
  return [{ name, operationAnchor: target?.anchor ?? null, label, description: reading.text(node, "description") }];
}

function findLinked(
  link: JsonObject,
  reading: Reading,
  entries: readonly OperationEntry[],
): OperationEntry | undefined {
  const id = textAt(link, "operationId");
  if (id !== null) return entries.find((entry) => entry.id === id);
  const node = targetOf(reading.document, textAt(link, "operationRef") ?? "");
  return entries.find((entry) => entry.node === node);
}

function toAuthoredSamples(node: JsonObject): readonly CodeSample[] {
  return [...listAt(node, "x-codeSamples"), ...listAt(node, "x-code-samples")].flatMap((sample, index) => {
    const code = textAt(sample, "source");
    const language = textAt(sample, "lang") ?? "text";
    const label = textAt(sample, "label") ?? language;
    return code === null ? [] : [{ id: `author-${index + 1}`, label, language: language.toLowerCase(), code }];
  });
}

/** An operation as the document has it, with what other operations need to link to it. */
interface OperationEntry {
  readonly method: Method;
  /** The path; for a webhook its name, for a callback its expression. */
  readonly path: string;
  readonly node: JsonObject;
  /** The path item it belongs to. */
  readonly item: JsonObject;
  readonly id: string;
  readonly anchor: string;
  readonly tag: string;
}

const methods: readonly Method[] = ["get", "put", "post", "delete", "options", "head", "patch", "trace"];

/** The operations of `paths`, in document order. Claims their anchors. */
export function listOperations(reading: Reading, anchors: Set<string>): readonly OperationEntry[] {
  return entriesAt(reading.document, "paths").flatMap(([path, value]) =>
    path.startsWith("x-") ? [] : listItem(path.replace(/^(?!\/)/, "/"), value, { reading, anchors, prefix: "" }),
  );
}

/** The operations of `webhooks`, in document order. Claims their anchors. */
export function listWebhooks(reading: Reading, anchors: Set<string>): readonly OperationEntry[] {
  return entriesAt(reading.document, "webhooks").flatMap(([name, value]) =>
    listItem(name, value, { reading, anchors, prefix: "webhook-" }),
  );
}

interface ItemContext {
  readonly reading: Reading;
  readonly anchors: Set<string>;
  /** Put before the anchors: `webhook-`. */
  readonly prefix: string;
}

/** The operations of one path item, in document order. */
function listItem(path: string, value: Json, context: ItemContext): readonly OperationEntry[] {
  const item = context.reading.resolve(value);
  if (!item) return [];
  return Object.keys(item)
    .filter(isMethod)
    .flatMap((method) => {
      const node = memberOf(item, method);
      if (!isObject(node)) return [];
      const anchor = claimAnchor(context.prefix + toOperationAnchor(method, path), context.anchors);
      const id = textAt(node, "operationId") || anchor;
      return [{ method, path, node, item, id, anchor, tag: textsAt(node, "tags")[0] ?? firstSegment(path) }];
    });
}

/** Parameters of the operation's path, which apply unless the operation has its own of the same name and place. */
function sharedParameters({ item }: OperationEntry): readonly Json[] {
  return listAt(item, "parameters");
}

function isMethod(key: string): key is Method {
  return methods.some((method) => method === key);
}

/** The group of an operation without tags: `/loads/{load_number}/` belongs to `loads`. */
function firstSegment(path: string): string {
  return path.split("/").find((segment) => segment !== "" && !segment.startsWith("{")) ?? "default";
}
