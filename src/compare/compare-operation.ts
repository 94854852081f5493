import type { Contract } from "#shared/contract/contract.ts";
import type { Direction } from "#shared/contract/difference.ts";
import type { Operation } from "#shared/contract/operation.ts";
import { isSameText } from "#shared/contract/text.ts";

import type { Change, Place } from "./change.ts";
import { compareParameters } from "./compare-parameters.ts";
import { compareDeprecation, compareRequired, compareText } from "./compare-remarks.ts";
import type { SchemaComparison, SchemaPlace } from "./compare-schemas.ts";
import type { Findings } from "./findings.ts";
import {
  type ContentView,
  type OperationPair,
  type OperationView,
  type ResponseView,
  toLabel,
} from "./match-operations.ts";

/** What comparing operations needs besides the operations. */
export interface OperationTools {
  readonly before: Contract;
  readonly after: Contract;
  readonly findings: Findings;
  readonly schemas: SchemaComparison;
}

/** Compares two operations that answer the same calls. */
export function compareOperation([before, after]: OperationPair, tools: OperationTools): void {
  const { findings, schemas } = tools;
  const [known, now] = [before.operation, after.operation];
  findings.add(placeOfOperation(before), compareHead(known, now));
  const demands = [
    { contract: tools.before, operation: known },
    { contract: tools.after, operation: now },
  ] as const;
  findings.add(placeOfPart(before, "authentication", null), compareAuthentication(...demands));
  compareParameters({
    before: before.parameters,
    after: after.parameters,
    noun: "parameter",
    direction: before.sent,
    placeOf: (parameter) => placeOfPart(before, `${parameter.in} ${parameter.name}`, before.sent),
    findings,
    schemas,
  });
  compareBody([before, after], tools);
  compareResponses([before, after], tools);
}

/** The place of an operation as a whole. */
export function placeOfOperation({ operation, label }: OperationView): Place {
  const { id, position } = operation;
  return { subject: label, operation: null, direction: null, position, owner: { kind: "operation", id, part: null } };
}

function placeOfPart(view: OperationView, subject: string, direction: Direction | null): Place {
  const { id, position } = view.operation;
  const owner = { kind: "operation", id, part: direction } as const;
  return { subject, operation: view.label, direction, position, owner };
}

function compareHead(before: Operation, after: Operation): readonly Change[] {
  const texts = [
    ...(summaryOf(before) === summaryOf(after) ? [] : ["summary"]),
    ...(isSameText(before.description, after.description) ? [] : ["description"]),
    ...(before.tag === after.tag ? [] : [`tag (\`${after.tag}\`)`]),
  ];
  const renamed: Change = {
    kind: "operation-renamed",
    effect: "wording",
    message: `operation id \`${after.id}\` now, was \`${before.id}\``,
  };
  return [
    ...(before.id === after.id ? [] : [renamed]),
    ...compareDeprecation(before.deprecated, after.deprecated),
    ...compareText(texts),
  ];
}

/** What the document itself states; an operation without a summary goes by method and path. */
function summaryOf(operation: Operation): string {
  return operation.summary === toLabel(operation) ? "" : operation.summary;
}

function compareBody([before, after]: OperationPair, { findings, schemas }: OperationTools): void {
  const { sent } = before;
  const place: SchemaPlace = { ...placeOfPart(before, "request body", sent), direction: sent };
  const [known, now] = [before.body, after.body];
  if (known && now) {
    const [body, other] = [known.requestBody, now.requestBody];
    findings.add(place, [
      ...compareRequired(body.required, other.required),
      ...compareText(isSameText(body.description, other.description) ? [] : ["description"]),
    ]);
    compareContent({ before: known.content, after: now.content, place, findings, schemas });
  } else if (known) {
    findings.add(place, [{ kind: "body-removed", effect: "other", message: "gone" }]);
  } else if (now) {
    const isDemanded = sent === "request" && now.requestBody.required;
    const message = isDemanded ? "new and required" : "new";
    findings.add(place, [{ kind: "body-added", effect: isDemanded ? "other" : "compatible", message }]);
  }
}

function compareResponses([before, after]: OperationPair, tools: OperationTools): void {
  const direction = before.sent === "request" ? "response" : "request";
  const placeOf = ({ response }: ResponseView): SchemaPlace => {
    return { ...placeOfPart(before, `response ${response.status}`, direction), direction };
  };
  const now = new Map(after.responses.map((view) => [view.response.status, view]));
  for (const view of before.responses) {
    const other = now.get(view.response.status);
    if (other) compareResponse(view, other, { ...tools, place: placeOf(view) });
    else tools.findings.add(placeOf(view), [removedResponse(view)]);
  }
  const known = new Set(before.responses.map(({ response }) => response.status));
  for (const view of after.responses) {
    if (known.has(view.response.status)) continue;
    tools.findings.add(placeOf(view), [{ kind: "response-added", effect: "compatible", message: "new" }]);
  }
}

/** Clients rely on success as described; whatever error comes, they treat by its status. */
function removedResponse({ response }: ResponseView): Change {
  const isSuccess = response.status.startsWith("2");
  return { kind: "response-removed", effect: isSuccess ? "other" : "compatible", message: "gone" };
}

type ResponseTools = OperationTools & { readonly place: SchemaPlace };

function compareResponse(before: ResponseView, after: ResponseView, { place, findings, schemas }: ResponseTools): void {
  const isSame = isSameText(before.response.description, after.response.description);
  findings.add(place, compareText(isSame ? [] : ["description"]));
  compareContent({ before: before.content, after: after.content, place, findings, schemas });
  compareParameters({
    before: before.headers,
    after: after.headers,
    noun: "header",
    direction: place.direction,
    placeOf: ({ name }) => ({ ...place, subject: `${place.subject} header ${name}` }),
    findings,
    schemas,
  });
}

interface ContentComparison {
  readonly before: ContentView;
  readonly after: ContentView;
  readonly place: SchemaPlace;
  readonly findings: Findings;
  readonly schemas: SchemaComparison;
}

/** Compares the bodies of a request or response, each media type by itself. */
function compareContent({ before, after, place, findings, schemas }: ContentComparison): void {
  for (const [type, schema] of before) {
    if (after.has(type)) schemas.compare(schema, after.get(type), place);
    else findings.add(place, [{ kind: "media-type-removed", effect: "other", message: `no ${type} now` }]);
  }
  for (const type of after.keys()) {
    if (before.has(type)) continue;
    findings.add(place, [{ kind: "media-type-added", effect: "compatible", message: `${type} now` }]);
  }
}

/** What two contracts ask of an operation's callers. Schemes are compared by what they are, not by name. */
function compareAuthentication(before: Demand, after: Demand): readonly Change[] {
  const [known, now] = [listAlternatives(before), listAlternatives(after)];
  const [knownText, text] = [showAlternatives(known), showAlternatives(now)];
  if (knownText === text) return [];
  // What a caller sends today is enough when some alternative asks for no more.
  const isEnough = known.every((sent) => now.some((needed) => needed.every((scheme) => sent.includes(scheme))));
  const effect = isEnough ? "compatible" : "other";
  return [{ kind: "authentication", effect, message: `${text} now, was ${knownText}` }];
}

interface Demand {
  readonly contract: Contract;
  readonly operation: Operation;
}

/** Sets of schemes; no alternative at all asks for nothing, like an empty one. */
function listAlternatives({ contract, operation }: Demand): readonly (readonly string[])[] {
  const nameOf = (name: string): string => {
    const scheme = contract.securitySchemes.find((candidate) => candidate.name === name);
    if (!scheme) return name;
    return scheme.type === "apiKey" ? `${scheme.in ?? "header"} ${scheme.parameterName ?? ""}` : scheme.type;
  };
  const alternatives = operation.security.map((names) => names.map(nameOf).sort());
  return alternatives.length === 0 ? [[]] : alternatives;
}

function showAlternatives(alternatives: readonly (readonly string[])[]): string {
  const texts = alternatives.map((names) => (names.length === 0 ? "none" : names.join(" with ")));
  return [...new Set(texts)].sort().join(" or ");
}
