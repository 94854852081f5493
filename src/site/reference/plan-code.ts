import { fetchedLanguages, pageLanguages, type SampleWriter, toCodeSamples } from "#samples/code-samples.ts";
import type { Contract } from "#shared/contract/contract.ts";
import type { CodeSample, Operation } from "#shared/contract/operation.ts";
import { operationsOf, partsOf, type ReferencePart } from "#shared/contract/reference.ts";
import { type ServerAddress, toSampleBase } from "#shared/contract/server.ts";
import type { Html } from "#shared/html.ts";
import type { ReferenceView } from "#shared/view.ts";

import { type FetchedFiles, hashedFile, toFetchedFiles } from "../site-assets.ts";
import { listsOfOperation, listsOfSchema } from "./layout/printed-lists.ts";

/**
 * Readers fetch samples in further languages on demand, from a file for each language. The key is the address of a page
 * of the reference. The function writes the samples once the page is planned.
 */
export type PlannedSamples = ReadonlyMap<string, () => Promise<FetchedFiles>>;

/** A page includes these samples, by the anchor of their operation. Generated samples come first, then the author's. */
export function toShownSamples(
  operations: readonly Operation[],
  servers: SampledPage["servers"],
  offered: readonly string[],
): ReferenceView["requestSamples"] {
  const languages = pageLanguages.filter(({ id }) => offered.includes(id));
  return new Map(
    operations.map((operation) => {
      const ours = toSamples(operation, servers, languages).map((sample) => ({ ...sample, isAuthored: false }));
      return [operation.anchor, [...ours, ...operation.samples.map((sample) => ({ ...sample, isAuthored: true }))]];
    }),
  );
}

function toSamples(
  operation: Pick<Operation, "request" | "servers">,
  servers: SampledPage["servers"],
  languages: readonly SampleWriter[],
): readonly CodeSample[] {
  const { request } = operation;
  return request === null ? [] : toCodeSamples(request, toSampleBase(operation, servers), languages);
}

export interface SampledPage {
  readonly servers: readonly ServerAddress[];
  readonly operations: readonly Pick<Operation, "anchor" | "request" | "servers" | "samples">[];
  readonly languages: readonly string[];
  readonly baseUrl: string;
}

interface SampleGroup {
  readonly hrefs: readonly string[];
  readonly operations: readonly Operation[];
}

/**
 * The pages of a group share the files of their samples, so the group has the operations of all its pages. Each page has
 * its own group, but the operations of a tag share a group, because readers often go on to the next operation.
 */
export function groupSamples(root: ReferencePart): readonly SampleGroup[] {
  return partsOf(root)
    .filter(({ operation }) => operation === null)
    .map((part) => {
      const alone = part.parts.filter(({ operation }) => operation !== null);
      const operations = [{ ...part, webhooks: [] }, ...alone].flatMap(operationsOf);
      return { hrefs: [part, ...alone].map(({ href }) => href), operations };
    });
}

export function toPageSamples(
  { operations, servers, languages, baseUrl }: SampledPage,
  highlight: (code: string, language: string, path?: string) => Html,
): FetchedFiles {
  const offered = fetchedLanguages.filter(({ id }) => languages.includes(id));
  const samples = operations.flatMap((operation) => {
    const { anchor, samples: authored } = operation;
    const own = offered.filter(({ label }) => authored.every((sample) => sample.label !== label));
    return toSamples(operation, servers, own).map((sample) => ({ ...sample, anchor }));
  });
  const files = [...new Set(samples.map(({ id }) => id))].map((language) => {
    const own = samples.filter(({ id }) => id === language);
    // Each entry is an operation's anchor and its code as HTML.
    const codes = own.map(({ code, anchor, path }) => [anchor, highlight(code, language, path)] as const);
    return [language, hashedFile(`code/${language}`, JSON.stringify(Object.fromEntries(codes)))] as const;
  });
  return toFetchedFiles(files, baseUrl);
}

/**
 * Examples, samples and lists that are too long for a page become files that the page links to. `hrefs` maps each whole
 * text to the address of its file.
 */
export function planLongCode(
  part: ReferencePart,
  { schemaByName }: Pick<Contract, "schemaByName">,
  { servers, languages, baseUrl }: Omit<SampledPage, "operations">,
): FetchedFiles {
  const { levels, listLength, maxCode } = part;
  const operations = operationsOf(part);
  const samples = toShownSamples(operations, servers, languages);
  const codes = [
    ...part.schemas.flatMap(({ example }) => example ?? []),
    ...operations.flatMap(examplesOf),
    ...[...samples.values()].flatMap((own) => own.map(({ code }) => code)),
  ];
  const printing = { schemaByName, levels, answered: levels, listLength, lengthOf: () => 0 };
  const lists = [
    ...operations.flatMap((operation) => [...listsOfOperation(operation, printing)]),
    ...part.schemas.flatMap(({ schema }) => [...listsOfSchema(schema, printing)]),
  ];
  const cutLists = lists.filter(({ total, shown }) => total > shown);
  const long = new Set([...codes.filter((code) => code.length > maxCode), ...cutLists.map(({ toText }) => toText())]);
  const files = Array.from(long, (code) => {
    const extension = /^\s*[[{]/.test(code) ? ".json" : ".txt";
    return [code, hashedFile("examples/example", code, extension)] as const;
  });
  return toFetchedFiles(files, baseUrl);
}

function examplesOf({ requestBody, responses }: Operation): readonly string[] {
  const media = [...(requestBody?.content ?? []), ...responses.flatMap(({ content }) => content)];
  return media.flatMap(({ examples }) => examples.map(({ text }) => text));
}
