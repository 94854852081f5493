import { createHash } from "node:crypto";

import type { Contract } from "#shared/contract/contract.ts";
import type { CodeSample, Operation } from "#shared/contract/operation.ts";
import type { Reference, ReferencePart } from "#shared/contract/reference.ts";
import type { OutputFile } from "#shared/files.ts";
import type { Html } from "#shared/html.ts";
import type { Memory } from "#shared/memory.ts";
import { toMoreSamples } from "#shared/samples/code-samples.ts";

/** The samples of a page in languages that readers get on demand: a file for each language. */
interface PageSamples {
  /** Addresses by the language's id. */
  readonly hrefs: ReadonlyMap<string, string>;
  readonly files: readonly OutputFile[];
}

/** By the address of a page of the reference. Those of later pages may be in the making while the first are rendered. */
export type PlannedSamples = ReadonlyMap<string, Promise<PageSamples>>;

export type HighlightSamples = (samples: readonly CodeSample[]) => Promise<readonly Html[]>;

interface SampleSettings {
  readonly languages: readonly string[];
  readonly baseUrl: string;
}

export function planSamples(
  contract: Contract,
  { root }: Reference,
  { highlight, remember, ...settings }: SampleSettings & Pick<Memory, "remember"> & { highlight: HighlightSamples },
): PlannedSamples {
  const planned = withParts(root).map(({ href, tags }) => {
    const operations = tags.flatMap((tag) => tag.operations.map(toSampled));
    const inputs = { operations, servers: contract.servers, ...settings };
    const made = remember(`samples at ${href}`, [inputs], async () => toPageSamples(inputs, highlight));
    // A failure is met where the page waits for its samples, and the build may have failed before.
    made.catch(() => {});
    return [href, made] as const;
  });
  return new Map(planned);
}

function withParts(part: ReferencePart): readonly ReferencePart[] {
  return [part, ...part.parts.flatMap(withParts)];
}

/** What the samples of an operation are made of. */
type Sampled = Pick<Operation, "anchor" | "request" | "servers" | "samples">;

function toSampled({ anchor, request, servers, samples }: Operation): Sampled {
  return { anchor, request, servers, samples };
}

interface SampleInputs extends SampleSettings, Pick<Contract, "servers"> {
  readonly operations: readonly Sampled[];
}

async function toPageSamples(
  { operations, servers, languages, baseUrl }: SampleInputs,
  highlight: HighlightSamples,
): Promise<PageSamples> {
  const samples = operations.flatMap((operation) => {
    const { anchor } = operation;
    return toMoreSamples(operation, { servers }, languages).map((sample) => ({ ...sample, anchor }));
  });
  const codes = (await highlight(samples)).map((html, index) => ({ html, sample: samples[index] }));
  const files = [...new Set(samples.map(({ id }) => id))].map((language) => {
    const own = codes.flatMap(({ html, sample }) => (sample?.id === language ? [[sample.anchor, html] as const] : []));
    return { language, file: toFile(language, JSON.stringify(Object.fromEntries(own))) };
  });
  return {
    hrefs: new Map(files.map(({ language, file }) => [language, baseUrl + file.path])),
    files: files.map(({ file }) => file),
  };
}

/** `content` is code as HTML by the anchor of its operation. */
function toFile(language: string, content: string): OutputFile {
  const hash = createHash("sha256").update(content).digest("hex").slice(0, 12);
  return { path: `assets/code/${language}-${hash}.json`, content };
}
