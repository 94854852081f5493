import { beginStep } from "#read/steps.ts";
import type { Config } from "#shared/config.ts";
import type { Contract } from "#shared/contract/contract.ts";
import type {
  ExplorerBody,
  ExplorerData,
  ExplorerExample,
  ExplorerParameter,
  ExplorerResponse,
} from "#shared/contract/explorer-data.ts";
import type { Example, MediaType, Operation, Parameter, RequestBody, Response } from "#shared/contract/operation.ts";
import { isSecret } from "#shared/contract/security.ts";
import { toCallServers } from "#shared/contract/server.ts";
import { isObject, toJsonText } from "#shared/json/json.ts";
import { isIgnored, sampleValue } from "#shared/samples/sampled.ts";

import { type FetchedFiles, hashedFile } from "../site-assets.ts";
import { ReachableSchemas, slimSchema, toSentence } from "./explorer-schemas.ts";
import { planPageSandbox } from "./plan-page-sandbox.ts";

type PublishSettings = Pick<Config, "servers" | "customServer" | "pageSandbox" | "baseUrl">;

/** A file for each operation, and one for the sandbox in the page. Names carry a hash of the content, so that versions with the same operation share it. */
export function planExplorers(
  contract: Contract,
  { baseUrl, pageSandbox, ...settings }: PublishSettings,
): FetchedFiles {
  const sandbox = pageSandbox ? planPageSandbox(contract) : null;
  const own = { ...settings, pageSandbox: sandbox && baseUrl + sandbox.path };
  const source = { contract, schemas: new ReachableSchemas(contract.schemaByName) };
  const made = contract.operations.map((operation) => {
    beginStep(`${operation.method.toUpperCase()} ${operation.path}`);
    // The anchor is there to be read; the hash tells the files apart.
    const name = operation.anchor.replace(/[^a-z0-9-]/gi, "").slice(0, 60);
    const file = hashedFile(`try/${name}`, toJsonText(toExplorerData(operation, source, own)));
    return { anchor: operation.anchor, file };
  });
  return {
    hrefs: new Map(made.map(({ anchor, file }) => [anchor, baseUrl + file.path])),
    files: [...made.map(({ file }) => file), ...(sandbox ? [sandbox] : [])],
  };
}

/** What the explorer of an operation knows besides the contract. */
type ExplorerSettings = Pick<Config, "servers" | "customServer"> & Pick<ExplorerData, "pageSandbox">;

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
  const { id, anchor, method, path, summary, requestBody } = operation;
  const parameters = toParameters(operation, contract);
  const body = requestBody === null ? null : toBody(requestBody);
  const responses = operation.responses.map(toResponse);
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
    servers: toCallServers(operation, contract, settings.servers),
    customServer: settings.customServer,
    pageSandbox: settings.pageSandbox,
    scope: `${contract.title} ${contract.version}`,
    ...schemas.reach(holders.map(({ schema }) => schema)),
  };
}

function toParameters({ parameters, request }: Operation, { securitySchemes }: Contract): readonly ExplorerParameter[] {
  const sampled = new Set([...(request?.query ?? []), ...(request?.headers ?? [])].map(({ name }) => name));
  return parameters
    .filter((parameter) => !isIgnored(parameter) && !isSecret(parameter, securitySchemes))
    .map((parameter) => {
      const { name, required, deprecated, notation, schema } = parameter;
      const examples = parameter.examples.filter(({ authored }) => authored);
      const description = parameter.description ?? schema.description;
      const isSampled = required || pairNames(parameter).some((pair) => sampled.has(pair));
      return {
        name,
        in: parameter.in,
        required,
        deprecated,
        notation,
        hint: description === null ? null : toSentence(description.text),
        schema: slimSchema(schema.source),
        example: isSampled ? sampleValue(parameter) : (examples[0]?.value ?? schema.default),
        examples: examples.length > 1 ? examples.map(toExample) : [],
        isSampled,
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

function toBody({ required, content }: RequestBody): ExplorerBody {
  return {
    required,
    content: content.map((media) => ({
      ...toTypedSchema(media),
      examples: media.examples.map(toExample),
      partTypes: Object.fromEntries(media.partTypes),
    })),
  };
}

function toResponse({ status, description, content }: Response): ExplorerResponse {
  return { status, meaning: toSentence(description?.text ?? ""), content: content.map(toTypedSchema) };
}

function toTypedSchema({ type, schema }: MediaType): ExplorerResponse["content"][number] {
  return { type, schema: slimSchema(schema?.source ?? true) };
}

function toSecurity({ security }: Operation, { securitySchemes }: Contract): ExplorerData["security"] {
  return security.map((asked) =>
    asked.flatMap(({ scheme, scopes }) => {
      const found = securitySchemes.find(({ name }) => name === scheme);
      if (found === undefined) return [];
      const { name, type, in: place, parameterName, variable } = found;
      return [{ name, type, in: place, parameterName, variable, scopes }];
    }),
  );
}
