import { createHash } from "node:crypto";

import type { Contract } from "#shared/contract/contract.ts";
import type { Reference, ReferencePart } from "#shared/contract/reference.ts";
import type { OutputFile } from "#shared/files.ts";
import type { Html } from "#shared/html.ts";
import { toMoreSamples } from "#shared/samples/code-samples.ts";

/** The samples in languages that readers get on demand: a file for each language of a page of the reference. */
export interface PlannedSamples {
  /** Addresses by the language's id, by the page's address. */
  readonly hrefs: ReadonlyMap<string, ReadonlyMap<string, string>>;
  readonly files: readonly OutputFile[];
}

interface SampleSettings {
  readonly languages: readonly string[];
  readonly baseUrl: string;
  readonly highlight: (code: string, language: string) => Html;
}

export function planSamples(contract: Contract, { root }: Reference, settings: SampleSettings): PlannedSamples {
  const pages = withParts(root).map((part) => ({ href: part.href, files: toFiles(part, contract, settings) }));
  return {
    hrefs: new Map(
      pages.map(({ href, files }) => [
        href,
        new Map(files.map(({ language, file }) => [language, settings.baseUrl + file.path])),
      ]),
    ),
    files: pages.flatMap(({ files }) => files.map(({ file }) => file)),
  };
}

function withParts(part: ReferencePart): readonly ReferencePart[] {
  return [part, ...part.parts.flatMap(withParts)];
}

interface LanguageFile {
  readonly language: string;
  readonly file: OutputFile;
}

/** Code as HTML by the anchor of its operation. */
function toFiles(part: ReferencePart, contract: Contract, settings: SampleSettings): readonly LanguageFile[] {
  const codes = new Map<string, Map<string, string>>();
  for (const operation of part.tags.flatMap(({ operations }) => operations)) {
    for (const { id, code, language } of toMoreSamples(operation, contract, settings.languages)) {
      const known = codes.get(id) ?? new Map<string, string>();
      codes.set(id, known.set(operation.anchor, settings.highlight(code, language)));
    }
  }
  return Array.from(codes, ([language, htmlByAnchor]) => {
    const content = JSON.stringify(Object.fromEntries(htmlByAnchor));
    const hash = createHash("sha256").update(content).digest("hex").slice(0, 12);
    return { language, file: { path: `assets/code/${language}-${hash}.json`, content } };
  });
}
