import { defaultSettings } from "#settings/settings-schema.ts";
import type { Contract } from "#shared/contract/contract.ts";
import type { Outcome } from "#shared/diagnostic.ts";
import type { OutputFile } from "#write/output-file.ts";

import { gatherDocument, type GatheredDocument } from "./gather-document.ts";
import { readContract } from "./read-contract.ts";

/** A contract of one's own, with the files of its document as they will lie in the site. */
export interface OwnContract {
  readonly contract: Contract;
  readonly document: GatheredDocument;
  readonly files: readonly OutputFile[];
}

/** What is read of a document, with the texts for code frames. */
export type ReadContract = Outcome<OwnContract | null> & { readonly texts: ReadonlyMap<string, string> };

/** Reads a document from a file or an address. What is to be mended in it is told by every build, not here. */
export async function readOwnContract(source: string): Promise<ReadContract> {
  const { value: document, diagnostics } = await gatherDocument(source);
  return document === null ? { value: null, diagnostics, texts: new Map() } : toOwnContract(document);
}

/** The contract of a document that is read already. */
export async function toOwnContract(document: GatheredDocument): Promise<ReadContract> {
  const { file, files: texts, sources } = document;
  const tools = { authentication: { header: null, variable: defaultSettings.variable } };
  const { value: contract, diagnostics } = await readContract({ file, files: texts }, tools);
  if (contract === null) return { value: null, ...atSources({ diagnostics, texts }, sources) };
  const files = Array.from(texts, ([path, content]) => ({ path, content }));
  return { value: { contract, document, files }, diagnostics: [], texts };
}

/** Findings in files that are written nowhere yet, at the places where they are to be mended. */
function atSources(
  { diagnostics, texts }: Pick<ReadContract, "diagnostics" | "texts">,
  sources: GatheredDocument["sources"],
): Pick<ReadContract, "diagnostics" | "texts"> {
  const sourceOf = (file: string): string => sources.get(file) ?? file;
  return {
    diagnostics: diagnostics.map((finding) => {
      const { position } = finding;
      return { ...finding, position: position && { ...position, file: sourceOf(position.file) } };
    }),
    texts: new Map(Array.from(texts, ([file, text]) => [sourceOf(file), text])),
  };
}
