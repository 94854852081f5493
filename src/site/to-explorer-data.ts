import type { AuthenticationSetting, ServerSetting } from "../model/config.ts";
import type { Contract } from "../model/contract.ts";
import type { Json, JsonObject } from "../model/json.ts";
import type { Example, Operation, Parameter } from "../model/operation.ts";
import type {
  ExplorerBody,
  ExplorerData,
  ExplorerExample,
  ExplorerMediaType,
  ExplorerParameter,
  ExplorerResponse,
} from "../model/explorer.ts";
import { findOperation, findPathItem, resolveIn } from "../rules/find-operation.ts";
import { entriesAt, isObject, listAt, memberOf, textAt } from "../rules/json-value.ts";
import type { ReachableSchemas } from "./reachable-schemas.ts";
import { slimSchema } from "./slim-schema.ts";
import { toSentence } from "./to-sentence.ts";

/** What the explorer of an operation knows besides the contract. */
export interface ExplorerSettings {
  readonly servers: readonly ServerSetting[];
  readonly authentication: AuthenticationSetting;
}

/** A contract, and the way to its schemas. */
export interface ExplorerSource {
  readonly contract: Contract;
  readonly schemas: ReachableSchemas;
}

/** What the explorer of one operation needs of the contract, and nothing else of it. */
export function toExplorerData(
  operation: Operation,
  { contract, schemas }: ExplorerSource,
  settings: ExplorerSettings,
): ExplorerData {
  const { id, anchor, method, path, summary } = operation;
  const node = findOperation(contract, id) ?? {};
  const parameters = toParameters(operation, contract, node);
  const body = toBody(operation, contract, node);
  const responses = toResponses(contract, node);
  const holders = [...parameters, ...[...(body ? [body] : []), ...responses].flatMap(({ content }) => content)];
  return {
    id,
    anchor,
    method,
    path,
    summary,
    parameters,
    body,
    responses,
    security: toSecurity(operation, contract),
    servers: settings.servers.length > 0 ? settings.servers : toServers(contract),
    authVariable: settings.authentication.variable,
    scope: `${contract.title} ${contract.version}`,
    ...schemas.reach(holders.map(({ schema }) => schema)),
  };
}

/** Headers that are not the parameters' business (OpenAPI 3.1, section 4.8.12.1). */
const ownHeaders = new Set(["accept", "content-type", "authorization"]);

function toParameters(operation: Operation, contract: Contract, node: JsonObject): readonly ExplorerParameter[] {
  const item = findPathItem(contract, operation) ?? {};
  const nodes = [...listAt(node, "parameters"), ...listAt(item, "parameters")].map((value) =>
    resolveIn(contract.document, value),
  );
  const pairs = [...(operation.request?.query ?? []), ...(operation.request?.headers ?? [])];
  const sampled = new Set(pairs.map(({ name }) => name));
  return operation.parameters
    .filter((parameter) => parameter.in !== "header" || !ownHeaders.has(parameter.name.toLowerCase()))
    .map((parameter) => {
      const { name, required, deprecated, notation } = parameter;
      const examples = parameter.examples.filter(({ authored }) => authored);
      const own = nodes.find((candidate) => candidate !== null && isNamed(candidate, parameter)) ?? {};
      const [, content] = entriesAt(own, "content")[0] ?? [];
      const description = textAt(own, "description") ?? textAt(memberOf(own, "schema"), "description");
      return {
        name,
        in: parameter.in,
        required,
        deprecated,
        notation,
        hint: description === null ? null : toSentence(description),
        schema: slimSchema(memberOf(content ?? own, "schema") ?? true),
        example: examples[0]?.value ?? parameter.schema.default,
        examples: examples.length > 1 ? examples.map(toExample) : [],
        isSampled: required || pairNames(parameter).some((pair) => sampled.has(pair)),
      };
    });
}

/** The names under which a parameter's sample travels: for an object those of its members, too. */
function pairNames({ name, examples, notation }: Parameter): readonly string[] {
  const value = examples[0]?.value;
  const members = isObject(value) ? Object.keys(value) : [];
  const isDeep = notation.style === "deepObject";
  return [name, ...(isDeep || notation.isExploded ? members.map((key) => (isDeep ? `${name}[${key}]` : key)) : [])];
}

function toExample({ name, summary, value }: Example): ExplorerExample {
  return { label: summary ?? name, value };
}

function isNamed(node: JsonObject, parameter: Parameter): boolean {
  return textAt(node, "name") === parameter.name && textAt(node, "in") === parameter.in;
}

function toBody({ requestBody }: Operation, { document }: Contract, node: JsonObject): ExplorerBody | null {
  if (requestBody === null) return null;
  const content = memberOf(resolveIn(document, memberOf(node, "requestBody")) ?? {}, "content");
  return {
    required: requestBody.required,
    content: requestBody.content.map(({ type, examples, partTypes }): ExplorerMediaType => ({
      type,
      schema: schemaOf(document, memberOf(content, type)),
      examples: examples.map(toExample),
      partTypes: Object.fromEntries(partTypes),
    })),
  };
}

function toResponses({ document }: Contract, node: JsonObject): readonly ExplorerResponse[] {
  return entriesAt(node, "responses")
    .filter(([status]) => !status.startsWith("x-"))
    .map(([status, value]) => {
      const response = resolveIn(document, value) ?? {};
      const content = entriesAt(response, "content");
      return {
        status,
        meaning: toSentence(textAt(response, "description") ?? ""),
        content: content.map(([type, mediaType]) => ({ type, schema: schemaOf(document, mediaType) })),
      };
    });
}

function schemaOf(document: JsonObject, mediaType: Json | undefined): Json {
  return slimSchema(memberOf(resolveIn(document, mediaType) ?? {}, "schema") ?? true);
}

function toSecurity({ security }: Operation, { securitySchemes }: Contract): ExplorerData["security"] {
  return security.map((names) =>
    names.flatMap((name) => {
      const scheme = securitySchemes.find((candidate) => candidate.name === name);
      return scheme ? [{ name, type: scheme.type, in: scheme.in, parameterName: scheme.parameterName }] : [];
    }),
  );
}

/** What the document does not call harmless must be taken for the real thing. */
function toServers({ servers }: Contract): readonly ServerSetting[] {
  return servers.map(({ url }) => ({ name: url, url, kind: "production" }));
}
