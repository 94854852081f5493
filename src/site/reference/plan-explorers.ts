import { beginStep } from "#read/steps.ts";
import type { Config, ContractVersion } from "#settings/resolve-config.ts";
import type { ExplorerFile, MakingCall, NextCall, SliceResponse } from "#shared/contract/contract-slice.ts";
import { type Contract, requestLineOf } from "#shared/contract/contract.ts";
import { fieldsOf } from "#shared/contract/fields.ts";
import { findJsonContent, findSuccess, type Operation } from "#shared/contract/operation.ts";
import { resolveSchema, type Schema, type SchemaByName } from "#shared/contract/schema.ts";
import { isSecret } from "#shared/contract/security.ts";
import { toCallServers } from "#shared/contract/server.ts";
import { groupBy } from "#shared/group-by.ts";
import { toJsonText } from "#shared/json/json.ts";
import { isIgnoredHeader } from "#shared/samples/sampled.ts";
import type { OutputFile } from "#write/output-file.ts";

import { type FetchedFiles, hashedFile, toFetchedFiles } from "../site-assets.ts";
import { SliceWriter } from "./slice-writer.ts";

type PublishSettings = Pick<Config, "pageSandbox" | "baseUrl"> &
  Pick<ContractVersion, "servers"> &
  Pick<ExplorerFile, "customServer">;

/**
 * Each operation gets a file, and the sandbox in the page gets a file as well. File names contain a hash of the
 * content, so that versions with the same operation share its file.
 */
export function planExplorers(
  contract: Contract,
  { baseUrl, pageSandbox, ...settings }: PublishSettings,
): FetchedFiles {
  const sandbox = pageSandbox ? planPageSandbox(contract) : null;
  const address = sandbox && baseUrl + sandbox.path;
  const isTooLargeToSimulate = pageSandbox && sandbox === null;
  const toFile = createExplorerFiles(contract, { ...settings, pageSandbox: address, isTooLargeToSimulate });
  const explorers = contract.operations.map((operation) => {
    beginStep(requestLineOf(operation));
    // The anchor makes the name readable; the hash makes it unique.
    const name = operation.anchor.replace(/[^a-z0-9-]/gi, "").slice(0, 60);
    return [operation.anchor, hashedFile(`try/${name}`, toJsonText(toFile(operation)))] as const;
  });
  const { hrefs, files } = toFetchedFiles(explorers, baseUrl);
  return { hrefs, files: sandbox === null ? files : [...files, sandbox] };
}

type ExplorerSettings = Pick<ContractVersion, "servers"> &
  Pick<ExplorerFile, "customServer" | "pageSandbox" | "isTooLargeToSimulate">;

/** The returned function reduces the contract to what the explorer of an operation needs. */
export function createExplorerFiles(
  contract: Contract,
  { servers, ...settings }: ExplorerSettings,
): (operation: Operation) => ExplorerFile {
  const { securitySchemes } = contract;
  const writer = new SliceWriter({ ...contract, sandbox: {} }, "sentences");
  const nextCallsOf = createNextCalls(contract.operations, contract.schemaByName);
  const makingCallsOf = createMakingCalls(contract);
  const bodies = contract.operations.flatMap(({ requestBody, responses }) => [requestBody, ...responses]);
  const inline = bodies.flatMap((body) => body?.content.flatMap(({ schema }) => schema ?? []) ?? []);
  const hasMoney = [...contract.schemaByName.values(), ...inline].some(holdsMoney);
  return (operation) => {
    const expected = findSuccess(operation.responses);
    const parameters = operation.parameters.filter(
      (parameter) => !isIgnoredHeader(parameter) && !isSecret(parameter, securitySchemes),
    );
    const responses = operation.responses.map((response) => asExpected(response, response === expected));
    const { slice, isWhole } = writer.cut([{ ...operation, parameters, responses }]);
    const callServers = toCallServers(operation, contract, servers);
    const calls = { nextCalls: nextCallsOf(operation), makingCalls: makingCallsOf(operation) };
    return { contract: writer.write(slice), isWhole, hasMoney, ...settings, servers: callServers, ...calls };
  };
}

/** The caller checks every named schema, so references are skipped here. */
function holdsMoney(schema: Schema): boolean {
  const { unit, items } = schema;
  if (unit === "usd-cents" || unit === "usd") return true;
  return [...fieldsOf(schema).map((field) => field.schema), ...(items === null ? [] : [items])].some(holdsMoney);
}

/**
 * The explorer checks responses against their schemas. The page already shows the examples, so only the first success
 * keeps a small example, which appears where the response will be.
 */
function asExpected({ headers: _headers, ...response }: SliceResponse, isExpected: boolean): SliceResponse {
  const content = response.content.map((media) => ({
    ...media,
    examples: isExpected
      ? media.examples.filter(({ value }) => toJsonText(value).length <= maxExample).slice(0, 1)
      : [],
  }));
  return { ...response, content };
}

const maxExample = 4_000;

/** Readers would wait too long for more characters of JSON, so a larger contract is published without a sandbox. */
const maxSandbox = 1_000_000;

/**
 * The file holds the data of the sandbox that runs in a contract's pages. Its name contains a hash of the content. The
 * result is null for a contract that's too large.
 */
export function planPageSandbox(contract: Contract): OutputFile | null {
  const operations = contract.operations.map((operation) => {
    const parameters = operation.parameters.map((parameter) =>
      parameter.in === "path" || parameter.isSampled ? parameter : { ...parameter, examples: [] },
    );
    return { ...operation, parameters };
  });
  const content = toJsonText(new SliceWriter(contract, "none").write({ ...contract, operations }));
  return content.length > maxSandbox ? null : hashedFile("sandbox", content);
}

/**
 * An operation returns a record, and the record leads to further calls: those below its path that need only the
 * record's own id. A record of `/loads/` leads to the calls of `/loads/{load_number}/`, and a call there leads to the
 * remaining calls of the same path.
 */
function createNextCalls(
  operations: readonly Operation[],
  schemaByName: SchemaByName,
): (operation: Operation) => readonly NextCall[] {
  const reachedOperations = operations.flatMap((operation) => {
    const steps = stepsOf(operation.path);
    const paths = [...steps.keys(), steps.length].map((length) => steps.slice(0, length).join("/"));
    return paths.map((path) => ({ operation, steps, path }));
  });
  const belowPath = groupBy(reachedOperations, ({ path }) => path);
  return (operation) => {
    const own = stepsOf(operation.path);
    const isRecord = isParameter(own.at(-1) ?? "");
    return (belowPath.get(own.join("/")) ?? []).flatMap(({ operation: next, steps }): readonly NextCall[] => {
      const below = steps.slice(own.length);
      // The path of a list continues with the id of a record.
      const [id = ""] = isRecord ? [own.at(-1)] : below;
      const item = isRecord ? below : below.slice(1);
      if (next === operation || !isParameter(id) || item.some(isParameter)) return [];
      const { anchor, method, summary } = next;
      const title = item.length === 0 ? (titles.get(method) ?? summary) : summary;
      const parameters = steps.filter(isParameter).map((step) => step.slice(1, -1));
      return [{ anchor, method, title, parameters, body: item.length === 0 ? writableBody(next, schemaByName) : null }];
    });
  };
}

/** A call of `/loads/{load_number}/` can lack a load, and one that takes fields from `/carriers/` a carrier. */
function createMakingCalls({
  operations,
  sandbox,
}: Pick<Contract, "operations" | "sandbox">): (operation: Operation) => readonly MakingCall[] {
  const makers = operations.filter(({ method, path }) => method === "post" && !stepsOf(path).some(isParameter));
  const byPath = new Map(makers.map((operation) => [stepsOf(operation.path).join("/"), operation]));
  return ({ id, path: own }) => {
    const steps = stepsOf(own);
    const above = steps.flatMap((step, index) => (isParameter(step) ? [steps.slice(0, index)] : []));
    const sources = (sandbox[id]?.takes ?? []).map(({ from }) => stepsOf(from));
    const paths = new Set([...above, ...sources].map((path) => path.join("/")));
    return [...paths].flatMap((wanted) => {
      const maker = byPath.get(wanted);
      return maker === undefined ? [] : [{ anchor: maker.anchor, title: maker.summary, path: maker.path }];
    });
  };
}

/** A call on the record itself has a short title; every other call is titled by its summary. */
const titles: ReadonlyMap<string, string> = new Map([
  ["get", "Read it"],
  ["put", "Replace it"],
  ["patch", "Update it"],
  ["delete", "Delete it"],
]);

function stepsOf(path: string): readonly string[] {
  return path.split("/").filter((step) => step !== "");
}

function isParameter(step: string): boolean {
  return /^\{[^{}]+\}$/.test(step);
}

function writableBody({ method, requestBody }: Operation, schemaByName: SchemaByName): NextCall["body"] {
  const media = requestBody === null ? undefined : findJsonContent(requestBody.content);
  if (!media?.schema || (method !== "put" && method !== "patch")) return null;
  const { members } = resolveSchema(media.schema, schemaByName);
  const names = members
    .filter(({ schema }) => schema.access !== "read-only" && resolveSchema(schema, schemaByName).access !== "read-only")
    .map(({ name }) => name);
  return names.length === 0 ? null : { type: media.type, members: names };
}
