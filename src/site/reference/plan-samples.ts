import { fetchedLanguages, pageLanguages, type SampleWriter, toCodeSamples } from "#samples/code-samples.ts";
import type { CodeSample, Operation } from "#shared/contract/operation.ts";
import { operationsOf, partsOf, type ReferencePart } from "#shared/contract/reference.ts";
import { type ServerAddress, toSampleBase } from "#shared/contract/server.ts";
import type { Html } from "#shared/html.ts";
import type { ReferenceView } from "#shared/view.ts";

import { type FetchedFiles, hashedFile } from "../site-assets.ts";

/**
 * Readers fetch samples in further languages on demand, from a file for each language. The key is the address of a page
 * of the reference. The function writes the samples once the page is planned.
 */
export type PlannedSamples = ReadonlyMap<string, () => Promise<FetchedFiles>>;

/** A page includes these samples, by the anchor of their operation. Generated samples come first, then the author's. */
export function toShownSamples(
  part: Pick<ReferencePart, "tags" | "webhooks" | "operation">,
  servers: SampledPage["servers"],
  offered: readonly string[],
): ReferenceView["requestSamples"] {
  const languages = pageLanguages.filter(({ id }) => offered.includes(id));
  return new Map(
    operationsOf(part).map((operation) => {
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

/** The samples that readers fetch for a page are generated from these values. */
export interface SampledPage {
  readonly servers: readonly ServerAddress[];
  readonly operations: readonly Pick<Operation, "anchor" | "request" | "servers" | "samples">[];
  readonly languages: readonly string[];
  readonly baseUrl: string;
}

/** The pages of a group share the files of their samples, so the group has the operations of all its pages. */
interface SampleGroup {
  readonly hrefs: readonly string[];
  readonly operations: SampledPage["operations"];
}

/**
 * Each page has its own group, but the operations of a tag share a group, because readers often go on to the next
 * operation.
 */
export function groupSamples(root: ReferencePart): readonly SampleGroup[] {
  return partsOf(root)
    .filter(({ operation }) => operation === null)
    .map((part) => {
      const alone = part.parts.filter(({ operation }) => operation !== null);
      const operations = [{ ...part, webhooks: [] }, ...alone].flatMap(operationsOf);
      return {
        hrefs: [part, ...alone].map(({ href }) => href),
        operations: operations.map(({ anchor, request, servers, samples }) => ({ anchor, request, servers, samples })),
      };
    });
}

export function toPageSamples(
  { operations, servers, languages, baseUrl }: SampledPage,
  highlight: (code: string, language: string) => Html,
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
    const codes = own.map(({ code, anchor }) => [anchor, highlight(code, language)] as const);
    return { language, file: hashedFile(`code/${language}`, JSON.stringify(Object.fromEntries(codes))) };
  });
  return {
    hrefs: new Map(files.map(({ language, file }) => [language, baseUrl + file.path])),
    files: files.map(({ file }) => file),
  };
}
