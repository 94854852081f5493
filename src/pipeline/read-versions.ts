import { hash } from "node:crypto";
import { serialize } from "node:v8";

import type { LastState, Memory } from "#cache/memory.ts";
import { namesIn } from "#check/misspelled-names.ts";
import { loadHighlight } from "#content/document-parser.ts";
import type { DocumentParts } from "#content/markdown/document-draft.ts";
import type { VersionedContract } from "#contract/read-contract.ts";
import { beginStep } from "#read/steps.ts";
import type { Config } from "#settings/resolve-config.ts";
import type { Contract } from "#shared/contract/contract.ts";
import { joinOutcomes, type Outcome } from "#shared/diagnostics/diagnostic.ts";
import type { Prose } from "#shared/document.ts";
import { withCommonServers } from "#site/apis.ts";
import type { OutputFile } from "#write/output-file.ts";

import type { ReadSources } from "./parse-sources.ts";

/** A contract as a version publishes it, with everything that's made from its document alone. */
export interface ContractWithTexts extends Omit<VersionedContract, "document" | "isWhole" | "judge"> {
  /** Identifies the contract together with its texts. */
  readonly id: string;
  /** What prose may call its parts. */
  readonly names: readonly string[];
  /** The downloadable documents. */
  readonly files: readonly OutputFile[];
  /** The contract's texts as HTML. Versions may share them. */
  readonly texts: ReadonlyMap<string, Prose>;
}

export async function readVersions(
  { contracts, servers, authentication, sandbox }: Config,
  { contracts: files, unread }: ReadSources,
  { memo, late }: Memory,
): Promise<Outcome<readonly ContractWithTexts[]>> {
  const config = { contracts, authentication, sandbox };
  const lost = contracts.map(({ document }) => document).filter((document) => unread.includes(document));
  const inputs = [config, files, lost];
  // The second judge needs the documents, which aren't stored, so they're kept for the rest of this build.
  let known: readonly VersionedContract[] | null = null;
  const read = await memo("contracts", inputs, async () => {
    const { readContracts } = await import("#contract/read-contract.ts");
    const { toDownloads } = await import("#site/reference/downloads.ts");
    const { value, diagnostics } = readContracts({ config, files, lost });
    known = value;
    const parsed = value.map(async ({ contract }) => [contract, await parseTexts(contract, memo)] as const);
    const prose = new Map(await Promise.all(parsed));
    const versions = value.map(({ version, contract, document, isWhole, parts }) => {
      const texts = prose.get(contract)?.value ?? new Map<string, Prose>();
      const downloads = toDownloads(version, document, isWhole ? (files.get(version.document) ?? "") : null);
      // `serialize` takes a tenth of the time of `idOf` for a whole contract.
      const id = hash("sha256", serialize([contract, texts]), "base64url");
      return { id, version, contract, parts, names: namesIn(document), files: downloads, texts };
    });
    return { value: versions, diagnostics: [...diagnostics, ...joinOutcomes([...prose.values()]).diagnostics] };
  });
  const judgment = await late("judgment", inputs, async () => {
    const { judgeContracts, readContracts } = await import("#contract/read-contract.ts");
    return judgeContracts(known ?? readContracts({ config, files, lost }).value);
  });
  const { value, diagnostics } = withCommonServers(read, { contracts, servers });
  return { value, diagnostics: [...diagnostics, ...judgment] };
}

async function parseTexts(
  { texts, description }: Contract,
  memo: Memory["memo"],
): Promise<Outcome<ReadonlyMap<string, Prose>>> {
  const { hasCode, parseText, moveText } = await import("#content/parse-prose.ts");
  const outcomes = texts.map(async ({ text, position }) => {
    beginStep(position.file);
    const isDescription = text === description?.text;
    const parsed = await memo(`${isDescription ? "description" : "text"} ${text}`, [], async () =>
      parseText(text, { isDescription, highlight: hasCode(text) ? await loadHighlight() : null }),
    );
    const { value, diagnostics } = moveText(parsed, position);
    return { value: [text, value] as const, diagnostics };
  });
  const { value, diagnostics } = joinOutcomes(await Promise.all(outcomes));
  return { value: new Map(value), diagnostics };
}

/** The contract of each version; if it can't be read now, the last readable one. */
export function withLastContracts(
  { contracts }: Config,
  read: readonly ContractWithTexts[],
  last: LastState,
): readonly ContractWithTexts[] {
  return contracts.flatMap(({ document, route }) => {
    const current = read.find(({ version }) => version.route === route && version.document === document) ?? null;
    return last.of({ file: document, stage: `contract at ${route}` }, current) ?? [];
  });
}

/** Everything that a page is parsed with, besides its own text. */
export function sharedParts(
  contracts: readonly ContractWithTexts[],
  config: Config,
): Omit<DocumentParts, "parts" | "directives" | "own"> {
  const { support, look } = config;
  const named = contracts.map(({ version: { api, id, servers }, id: contentId, contract, texts }) => {
    return { api, id, contentId, contract, servers, texts };
  });
  // While a contract has faults, pages can't name its parts: every mention would be another finding.
  const isUnread = config.isPartial || contracts.length < config.contracts.length;
  return { contracts: isUnread ? "unread" : named, support, frames: look.policy["frame-src"] ?? [] };
}
