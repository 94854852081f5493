import type { Contract } from "#shared/contract/contract.ts";
import type { Operation } from "#shared/contract/operation.ts";
import type { ServerAddress } from "#shared/contract/server.ts";
import { operationsOf, type ReferencePart } from "#shared/contract/reference.ts";

import { type FetchedFiles, hashedFile } from "../site-assets.ts";
import { listsOfOperation, listsOfSchema } from "./layout/printed-lists.ts";
import { toShownSamples } from "./plan-samples.ts";

interface PagesAround {
  readonly contract: Pick<Contract, "schemaByName">;
  readonly servers: readonly ServerAddress[];
  readonly languages: readonly string[];
  readonly baseUrl: string;
}

/**
 * Examples, samples and lists that are too long for a page become files that the page links to. `hrefs` maps each whole
 * text to the address of its file.
 */
export function planLongCode(
  part: ReferencePart,
  { contract, servers, languages, baseUrl }: PagesAround,
): FetchedFiles {
  const { maxCode } = part;
  const operations = operationsOf(part);
  const sampled = operations.filter((operation) => mayBeLong(operation, maxCode));
  const samples = toShownSamples({ tags: [], webhooks: sampled, operation: null }, servers, languages);
  const codes = [
    ...part.schemas.flatMap(({ example }) => example ?? []),
    ...operations.flatMap(examplesOf),
    ...[...samples.values()].flatMap((own) => own.map(({ code }) => code)),
  ];
  const long = new Set([...codes.filter((code) => code.length > maxCode), ...longListsOf(part, contract)]);
  const files = Array.from(long, (code) => [code, hashedFile("examples/example", code, extensionOf(code))] as const);
  return {
    hrefs: new Map(files.map(([code, { path }]) => [code, baseUrl + path])),
    files: files.map(([, file]) => file),
  };
}

function longListsOf(part: ReferencePart, { schemaByName }: Pick<Contract, "schemaByName">): readonly string[] {
  const { levels, listLength } = part;
  const printing = { schemaByName, levels, answered: levels, listLength, lengthOf: () => 0 };
  const lists = [
    ...operationsOf(part).flatMap((operation) => [...listsOfOperation(operation, printing)]),
    ...part.schemas.flatMap(({ schema }) => [...listsOfSchema(schema, printing)]),
  ];
  return lists.filter(({ total, shown }) => total > shown).map(({ toText }) => toText());
}

/** Writing samples is slow, so this estimate first rules out the operations with short samples. */
function mayBeLong(operation: Operation, most: number): boolean {
  const { request, samples } = operation;
  const fields = request === null ? 0 : request.query.length + request.headers.length;
  const texts = [...samples.map(({ code }) => code), ...examplesOf(operation)];
  return 100 * fields > most || texts.some((text) => 4 * text.length > most);
}

function examplesOf({ requestBody, responses }: Operation): readonly string[] {
  const media = [...(requestBody?.content ?? []), ...responses.flatMap(({ content }) => content)];
  return media.flatMap(({ examples }) => examples.map(({ text }) => text));
}

function extensionOf(code: string): string {
  return /^\s*[[{]/.test(code) ? ".json" : ".txt";
}
