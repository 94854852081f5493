import { createHash } from "node:crypto";

import type { AuthenticationSetting, ServerSetting } from "#shared/config.ts";
import type { Contract } from "#shared/contract/contract.ts";
import type {
  ExplorerBody,
  ExplorerData,
  ExplorerExample,
  ExplorerMediaType,
  ExplorerParameter,
  ExplorerResponse,
} from "#shared/contract/explorer-data.ts";
import { findOperation, findPathItem, resolveIn } from "#shared/contract/find-operation.ts";
import type { Example, Operation, Parameter } from "#shared/contract/operation.ts";
import type { OutputFile } from "#shared/files.ts";
import { entriesAt, isObject, type Json, type JsonObject, listAt, memberOf, textAt } from "#shared/json/json.ts";

import { ReachableSchemas, slimSchema, toSentence } from "./explorer-schemas.ts";

/** The data files of all explorers, and who uses which. */
export interface PlannedExplorers {
  /** Addresses by contract, and by the anchor of the operation. */
  readonly hrefsByContract: ReadonlyMap<Contract, ReadonlyMap<string, string>>;
  readonly files: readonly OutputFile[];
}

/** A file for each operation. Names carry a hash of the content, so that versions with the same operation share it. */
export function planExplorers(
  contracts: readonly Contract[],
  settings: ExplorerSettings & { readonly baseUrl: string },
): PlannedExplorers {
  const files = new Map<string, string>();
  const hrefsByContract = new Map<Contract, ReadonlyMap<string, string>>();
  for (const contract of new Set(contracts)) {
    const source = { contract, schemas: new ReachableSchemas(contract.document) };
    const hrefs = new Map<string, string>();
    for (const operation of contract.operations) {
      const content = JSON.stringify(toExplorerData(operation, source, settings));
      const path = toPath(operation.anchor, content);
      files.set(path, content);
      hrefs.set(operation.anchor, settings.baseUrl + path);
    }
    hrefsByContract.set(contract, hrefs);
  }
  return { hrefsByContract, files: Array.from(files, ([path, content]) => ({ path, content })) };
}

/** The anchor is there to be read; the hash tells the files apart. */
function toPath(anchor: string, content: string): string {
  const name = anchor.replace(/[^a-z0-9-]/gi, "").slice(0, 60);
  return `assets/try/${name}-${createHash("sha256").update(content).digest("hex").slice(0, 12)}.json`;
}

/** What the explorer of an operation knows besides the contract. */
interface ExplorerSettings {
  readonly servers: readonly ServerSetting[];
  readonly authentication: AuthenticationSetting;
}

/** A contract, and the way to its schemas. */
interface ExplorerSource {
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
