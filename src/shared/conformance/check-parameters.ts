import type { ContractSlice, SliceOperation, SliceParameter } from "../contract/contract-slice.ts";
import { joinWhole } from "../contract/notation/parameter-notation.ts";
import type { NotationStyle } from "../contract/operation.ts";
import { locationWords, type NameValue, type RequestValue } from "../contract/request.ts";
import { resolveSchema } from "../contract/schema.ts";
import { isSecret } from "../contract/security.ts";
import { nearest, nearestHint } from "../diagnostics/nearest.ts";
import type { Json } from "../json/json.ts";
import { isIgnoredHeader } from "../samples/sampled.ts";
import { readJson } from "./check-stream.ts";
import { checkValue } from "./check-value.ts";
import type { RequestFault, RequestPart } from "./sample-fault.ts";
import { type QueryObjects, takeObjects, toTypedValue } from "./typed-value.ts";

type NamedPart = Extract<RequestPart, { readonly name: string }>;

export interface RequestCheck {
  readonly contract: ContractSlice;
  readonly operation: SliceOperation;
}

/** Checks a request's parameters against the operation: their names, and the values of their texts. */
export function checkParameters(
  check: RequestCheck,
  request: RequestValue,
  pathValues: ReadonlyMap<string, string> | null,
): readonly RequestFault[] {
  const query = readQuery(check, request);
  return [
    ...[...(pathValues ?? [])].flatMap(([name, text]) => checkPathValue(check, name, text)),
    ...query.objects.flatMap(({ parameter, value }) =>
      checkTyped(check, value, { parameter, part: { kind: "query", name: parameter.name } }),
    ),
    ...query.unclaimed.flatMap((pair, index) => {
      const isRepeated = query.unclaimed.findIndex(({ name }) => name === pair.name) < index;
      return checkPair(check, pair, { known: query.known, isRepeated });
    }),
    ...checkHeaders(check, request),
    ...checkRequired(check, request, query),
  ];
}

function checkPathValue(check: RequestCheck, name: string, text: string): readonly RequestFault[] {
  const part = { kind: "request-line", parameter: name } as const;
  if (/^[{<].*[}>]$/.test(text)) {
    return [{ part, message: `\`${text}\` is still a placeholder`, hint: "write an example value" }];
  }
  const parameter = check.operation.parameters.find((known) => known.in === "path" && known.name === name);
  return parameter ? checkText(check, text, { parameter, part }) : [];
}

interface ReadQuery extends QueryObjects<SliceParameter> {
  readonly known: readonly SliceParameter[];
}

function readQuery({ operation, contract }: RequestCheck, request: RequestValue): ReadQuery {
  const known = operation.parameters.filter((parameter) => parameter.in === "query");
  const written = known.filter(
    ({ schema, notation }) => schema.types.includes("object") && !textStyles.has(notation.style),
  );
  // A map may take any name that's left.
  const objects = written.toSorted((a, b) => Number(hasBareNames(a)) - Number(hasBareNames(b)));
  const { schemaByName, securitySchemes } = contract;
  const members = objects.flatMap(({ schema }) => resolveSchema(schema, schemaByName).members);
  const names = new Set([...known, ...members].map(({ name }) => name));
  const isReserved = (name: string): boolean => names.has(name) || isSecret({ in: "query", name }, securitySchemes);
  return { known, ...takeObjects(joinWhole(request.query, known), objects, { schemaByName, isReserved }) };
}

function hasBareNames({ notation }: SliceParameter): boolean {
  return notation.style === "form" && notation.isExploded;
}

const textStyles: ReadonlySet<NotationStyle> = new Set(["json", "whole"]);

function checkPair(
  check: RequestCheck,
  { name, value }: NameValue,
  { known, isRepeated }: { readonly known: readonly SliceParameter[]; readonly isRepeated: boolean },
): readonly RequestFault[] {
  const part = { kind: "query", name } as const;
  if (isSecret({ in: "query", name }, check.contract.securitySchemes)) return [addedFault(part)];
  const parameter = known.find((candidate) => candidate.name === name || (name === "" && isWhole(candidate)));
  if (!parameter) return [unknownFault(check, part, toNames(known))];
  if (isRepeated && parameter.listStyle !== "repeat")
    return [{ part, message: `\`${name}\` is in the query twice`, hint: null }];
  return checkText(check, value, { parameter, part });
}

/** Headers that any request may carry (RFC 9110). */
const commonHeaders = new Set([
  ...["accept", "accept-encoding", "accept-language", "cache-control", "content-length", "content-type", "cookie"],
  ...["host", "if-match", "if-modified-since", "if-none-match", "user-agent"],
]);

function checkHeaders(check: RequestCheck, { headers }: RequestValue): readonly RequestFault[] {
  const known = check.operation.parameters.filter(
    (parameter) => parameter.in === "header" && !isIgnoredHeader(parameter),
  );
  return headers.flatMap(({ name, value }): readonly RequestFault[] => {
    const part = { kind: "header", name } as const;
    if (isSecret({ in: "header", name }, check.contract.securitySchemes)) return [addedFault(part)];
    const parameter = known.find((candidate) => candidate.name.toLowerCase() === name.toLowerCase());
    if (parameter) return checkText(check, value, { parameter, part });
    if (commonHeaders.has(name.toLowerCase())) return [];
    return [unknownFault(check, part, [...toNames(known), ...commonHeaders])];
  });
}

function unknownFault({ operation }: RequestCheck, part: NamedPart, known: readonly string[]): RequestFault {
  const { kind, name } = part;
  const message = `\`${operation.id}\` has no ${locationWords(kind)} \`${name}\``;
  return { part, message, hint: nearestHint(name, known), unknown: { kind: "name", word: name, known } };
}

function addedFault(part: NamedPart): RequestFault {
  return { part, message: `\`${part.name}\` is added to every sample`, hint: "leave it out" };
}

function checkRequired(
  check: RequestCheck,
  { query, headers }: RequestValue,
  { known, objects }: ReadQuery,
): readonly RequestFault[] {
  const whole = query.length === 0 ? [] : known.filter(isWhole);
  // A misspelled name is a single fault, at its own position.
  const names = toNames(known);
  const meant = query.map(({ name }) => (names.includes(name) ? name : (nearest(name, names) ?? "")));
  const present = [...meant, ...objects.map(({ parameter }) => parameter.name), ...toNames(whole)];
  const sent = { query: toLowerCase(present), header: toLowerCase(toNames(headers)) };
  return check.operation.parameters.flatMap((parameter) => {
    const { name, in: location, required } = parameter;
    if (!required || (location !== "query" && location !== "header") || isIgnoredHeader(parameter)) return [];
    if (isSecret(parameter, check.contract.securitySchemes) || sent[location].has(name.toLowerCase())) return [];
    const message = `the ${locationWords(location)} \`${name}\` is missing`;
    return [{ part: { kind: "request-line" }, message, hint: null }];
  });
}

function isWhole({ notation }: SliceParameter): boolean {
  return notation.style === "whole";
}

function toNames(items: readonly { readonly name: string }[]): readonly string[] {
  return items.map(({ name }) => name);
}

function toLowerCase(names: readonly string[]): ReadonlySet<string> {
  return new Set(names.map((name) => name.toLowerCase()));
}

interface ParameterUse {
  readonly parameter: SliceParameter;
  readonly part: RequestPart;
}

function checkText(check: RequestCheck, text: string, use: ParameterUse): readonly RequestFault[] {
  const { schema, listStyle, notation, ...parameter } = use.parameter;
  // Only objects in a query can be put together again.
  if (parameter.in !== "query" && schema.types.includes("object")) return [];
  const { schemaByName } = check.contract;
  const isJson = notation.style === "json" || (notation.style === "whole" && !schema.types.includes("string"));
  const value = isJson ? readJson(text) : toTypedValue(text, schema, { schemaByName, listStyle });
  return checkTyped(check, value, use);
}

function checkTyped({ contract }: RequestCheck, value: Json, use: ParameterUse): readonly RequestFault[] {
  const faults = checkValue(value, use.parameter.schema, {
    schemaByName: contract.schemaByName,
    direction: "request",
    title: `\`${use.parameter.name}\``,
  });
  return faults.map(({ pointer: _pointer, missing: _missing, ...fault }) => ({ ...fault, part: use.part }));
}
