import { fetchedLanguages, pageLanguages, type SampleWriter, toCodeSamples } from "#samples/code-samples.ts";
import type { CodeSample, Operation } from "#shared/contract/operation.ts";
import { operationsOf, partsOf, type ReferencePart } from "#shared/contract/reference.ts";
import { type ServerAddress, toSampleBase } from "#shared/contract/server.ts";
import type { Html } from "#shared/html.ts";
import type { ReferenceView } from "#shared/view.ts";

import { type FetchedFiles, hashedFile } from "../site-assets.ts";

/**
 * The samples of a page in languages that readers get on demand, a file for each language: by the address of a page of the
 * reference; made when the page's turn comes.
 */
export type PlannedSamples = ReadonlyMap<string, () => Promise<FetchedFiles>>;

/** The request samples that a page comes with, by the anchor of their operation: ours first, then the author's. */
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

/** What the samples of a page of the reference are made of that readers get on demand. */
export interface SampledPage {
  /** Where the whole contract is served. */
  readonly servers: readonly ServerAddress[];
  readonly operations: readonly Pick<Operation, "anchor" | "request" | "servers" | "samples">[];
  readonly languages: readonly string[];
  readonly baseUrl: string;
}

/** Pages that have their samples in the same files, and the operations of all of them. */
interface SampleGroup {
  /** One address at least. */
  readonly hrefs: readonly string[];
  /** Nothing of the operations but what their samples are made of. */
  readonly operations: SampledPage["operations"];
}

/** Every page by itself, but the operations of a tag together: who reads one of them goes on to the next. */
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
    // Code as HTML by the anchor of its operation.
    const codes = own.map(({ code, anchor }) => [anchor, highlight(code, language)] as const);
    return { language, file: hashedFile(`code/${language}`, JSON.stringify(Object.fromEntries(codes))) };
  });
  return {
    hrefs: new Map(files.map(({ language, file }) => [language, baseUrl + file.path])),
    files: files.map(({ file }) => file),
  };
}
