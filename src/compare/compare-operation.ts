import { toOperationTitle } from "#contract/convert/names.ts";
import type { Contract } from "#shared/contract/contract.ts";
import type { Direction, MediaType, Operation, Parameter, Response } from "#shared/contract/operation.ts";
import type { Schema } from "#shared/contract/schema.ts";
import { isSameJson } from "#shared/json/same-json.ts";
import { bareType } from "#shared/media-type.ts";

import { type Change, type ComparisonContext, type Pair, toAddition } from "./change.ts";
import { compareDeprecation, compareRequired, compareText, differingDescription } from "./compare-keywords.ts";
import { compareParameters, type PartTools } from "./compare-parameters.ts";
import type { SchemaContext } from "./compare-schemas.ts";
import type { NamedOperation, OperationPair } from "./match-operations.ts";

export interface OperationTools extends PartTools {
  readonly before: Contract;
  readonly after: Contract;
}

export function compareOperation([before, after]: OperationPair, tools: OperationTools): void {
  const { findings } = tools;
  const [known, now] = [before.operation, after.operation];
  findings.add(contextOfOperation(before), compareHead(known, now));
  const demands = [
    { contract: tools.before, operation: known },
    { contract: tools.after, operation: now },
  ] as const;
  findings.add(contextOfPart(before, "authentication", null), compareAuthentication(...demands));
  findings.add(contextOfPart(before, "servers", null), compareServers(...demands));
  compareParameters(
    {
      before: inPathOrder(known),
      after: inPathOrder(now),
      noun: "parameter",
      contextOf: (parameter) => contextOfPart(before, `${parameter.in} ${parameter.name}`, before.sent),
    },
    tools,
  );
  compareBody([before, after], tools);
  compareResponses([before, after], tools);
}

function inPathOrder({ path, parameters }: Operation): readonly Parameter[] {
  const indexOf = ({ in: location, name }: Parameter): number =>
    location === "path" ? path.indexOf(`{${name}}`) : path.length;
  return parameters.toSorted((a, b) => indexOf(a) - indexOf(b));
}

export function contextOfOperation({ operation, label }: NamedOperation): ComparisonContext {
  const { id, position } = operation;
  return { subject: label, operation: null, direction: null, position, owner: { kind: "operation", id, part: null } };
}

function contextOfPart<D extends Direction | null>(
  { operation, label }: NamedOperation,
  subject: string,
  direction: D,
): ComparisonContext & { readonly direction: D } {
  const { id, position } = operation;
  return { subject, operation: label, direction, position, owner: { kind: "operation", id, part: direction } };
}

function compareHead(before: Operation, after: Operation): readonly Change[] {
  const texts = [
    ...(before.summary === after.summary || writtenSummaryOf(before) === writtenSummaryOf(after) ? [] : ["summary"]),
    ...differingDescription(before.description, after.description),
    ...(before.tag === after.tag ? [] : [`tag (\`${after.tag}\`)`]),
  ];
  const renamed: Change = {
    kind: "operation-renamed",
    effect: "wording",
    message: `operation id \`${after.id}\` now, was \`${before.id}\``,
  };
  const isNamed = before.id !== before.anchor || after.id !== after.anchor;
  return [
    ...(before.id !== after.id && isNamed ? [renamed] : []),
    ...compareDeprecation(before.deprecated, after.deprecated),
    ...compareText(texts),
  ];
}

function writtenSummaryOf({ id, anchor, summary, ...operation }: Operation): string {
  const operationId = id === anchor ? null : id;
  return summary === toOperationTitle({ ...operation, summary: null, operationId }) ? "" : summary;
}

function compareBody([before, after]: OperationPair, tools: OperationTools): void {
  const { sent } = before;
  const { findings } = tools;
  const context = contextOfPart(before, "request body", sent);
  const [known, now] = [before.operation.requestBody, after.operation.requestBody];
  if (known && now) {
    findings.add(context, [
      ...compareRequired(known.required, now.required),
      ...compareText(differingDescription(known.description, now.description)),
    ]);
    compareContent([known.content, now.content], context, tools);
  } else if (known) {
    findings.add(context, [{ kind: "body-removed", effect: "different", message: "gone" }]);
  } else if (now) {
    findings.add(context, [toAddition("body-added", sent === "request" && now.required)]);
  }
}

function compareResponses([before, after]: OperationPair, tools: OperationTools): void {
  const direction = before.sent === "request" ? "response" : "request";
  const contextOf = ({ status }: Response): SchemaContext => contextOfPart(before, `response ${status}`, direction);
  const [known, now] = [keyByStatus(before), keyByStatus(after)];
  for (const [status, response] of known) {
    const successor = now.get(status);
    if (successor) compareResponse([response, successor], contextOf(response), tools);
    else {
      // Clients rely on a success as described. They treat errors by their status.
      const effect = status.startsWith("2") ? "different" : "compatible";
      tools.findings.add(contextOf(response), [{ kind: "response-removed", effect, message: "gone" }]);
    }
  }
  for (const [status, response] of now) {
    if (known.has(status)) continue;
    tools.findings.add(contextOf(response), [{ kind: "response-added", effect: "compatible", message: "new" }]);
  }
}

function keyByStatus({ operation }: NamedOperation): ReadonlyMap<string, Response> {
  return new Map(operation.responses.map((response) => [response.status, response]));
}

function compareResponse([before, after]: Pair<Response>, context: SchemaContext, tools: PartTools): void {
  tools.findings.add(context, compareText(differingDescription(before.description, after.description)));
  compareContent([before.content, after.content], context, tools);
  compareParameters(
    {
      before: before.headers,
      after: after.headers,
      noun: "header",
      contextOf: ({ name }) => ({ ...context, subject: `${context.subject} header ${name}` }),
    },
    tools,
  );
}

function compareContent(content: Pair<readonly MediaType[]>, context: SchemaContext, tools: PartTools): void {
  const [before, after] = [keyByType(content[0]), keyByType(content[1])];
  for (const [type, schema] of before) {
    if (after.has(type)) tools.schemas.compare(schema, after.get(type) ?? null, context);
    else tools.findings.add(context, [{ kind: "media-type-removed", effect: "different", message: `no ${type} now` }]);
  }
  for (const type of after.keys()) {
    if (before.has(type)) continue;
    tools.findings.add(context, [{ kind: "media-type-added", effect: "compatible", message: `${type} now` }]);
  }
}

function keyByType(content: readonly MediaType[]): ReadonlyMap<string, Schema | null> {
  return new Map(content.map(({ type, schema }) => [bareType(type), schema]));
}

/** Names of security schemes don't travel: only their types and locations are compared. */
function compareAuthentication(before: Demand, after: Demand): readonly Change[] {
  const [known, now] = [demandsOf(before), demandsOf(after)];
  const [knownText, text] = [showDemands(known), showDemands(now)];
  if (knownText === text) return [];
  // The credentials that a caller sends today are enough when some alternative needs no more.
  const isEnough = known.every((sent) => now.some((needed) => needed.every((scheme) => sent.includes(scheme))));
  const effect = isEnough ? "compatible" : "different";
  return [{ kind: "authentication", effect, message: `${text} now, was ${knownText}` }];
}

function compareServers(before: Demand, after: Demand): readonly Change[] {
  if (before.operation.servers.length + after.operation.servers.length === 0) return [];
  const [known, now] = [addressesOf(before), addressesOf(after)];
  if (isSameJson(known.toSorted(), now.toSorted())) return [];
  const effect = known.every((address) => now.includes(address)) ? "compatible" : "different";
  return [{ kind: "servers", effect, message: `${showAddresses(now)} now, was ${showAddresses(known)}` }];
}

function addressesOf({ contract, operation }: Demand): readonly string[] {
  const servers = operation.servers.length > 0 ? operation.servers : contract.servers;
  return servers.map(({ template }) => template);
}

function showAddresses(addresses: readonly string[]): string {
  return addresses.length === 0 ? "none" : addresses.map((address) => `\`${address}\``).join(" or ");
}

interface Demand {
  readonly contract: Contract;
  readonly operation: Operation;
}

function demandsOf({ contract, operation }: Demand): readonly (readonly string[])[] {
  const nameOf = (name: string): string => {
    const scheme = contract.securitySchemes.find((candidate) => candidate.name === name);
    return scheme?.type === "apiKey"
      ? `${scheme.in ?? "header"} ${scheme.parameterName ?? ""}`
      : (scheme?.type ?? name);
  };
  const alternatives = operation.security.map((requirement) =>
    requirement.flatMap(({ scheme, scopes }) => [nameOf(scheme), ...scopes.map((scope) => `scope ${scope}`)]).sort(),
  );
  return alternatives.length === 0 ? [[]] : alternatives;
}

function showDemands(alternatives: readonly (readonly string[])[]): string {
  const texts = alternatives.map((names) => (names.length === 0 ? "none" : names.join(" with ")));
  return [...new Set(texts)].sort().join(" or ");
}
