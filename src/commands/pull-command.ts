import { resolve } from "node:path";
import { isDeepStrictEqual } from "node:util";

import pico from "picocolors";

import { Origins } from "../contract/source/origins.ts";
import { parseFile } from "../contract/source/parse-file.ts";
import { readContract, type ContractTools } from "../contract/read-contract.ts";
import { toSourceText } from "../contract/source/source-text.ts";
import { compareContracts } from "../live/compare-contracts.ts";
import { fetchContract, type LiveContract } from "../live/fetch-contract.ts";
import { showAddress } from "../live/live-address.ts";
import { toDocumentRequest, type LiveFlags } from "../live/live-request.ts";
import type { Json } from "../model/json.ts";
import type { TouchingDifference } from "../model/difference.ts";
import { diagnose, hasErrors, type Diagnostic } from "../model/diagnostic.ts";
import { escapeHtml } from "../model/html.ts";
import { createProgress } from "../report/progress.ts";
import type { ReportFormat } from "../report/report-build.ts";
import { reportLive, type LiveReport } from "../report/report-live.ts";
import { replaceFile } from "../write/replace-file.ts";
import { printLines } from "./print-lines.ts";
import { findPullTarget, type PullTarget } from "./pull-target.ts";
import { readSettings } from "./read-settings.ts";

/** The options of `docs-build pull`, as the command line gives them. */
export interface PullFlags extends LiveFlags {
  readonly root: string;
  /** The file to write, relative to the root; the document of the first version without it. */
  readonly out?: string;
  readonly dryRun?: boolean;
  readonly report: ReportFormat;
}

/**
 * Fetches the provider's document, tells how it differs from the committed one and, unless it is a dry run, puts it in
 * its place. Any error leaves the file as it is. Returns whether there was none.
 */
export async function pullCommand(flags: PullFlags): Promise<boolean> {
  const progress = createProgress({ quiet: false, debug: false });
  progress.enter("fetch");
  const report = await pull(flags, resolve(flags.root));
  progress.end();
  printLines(reportLive(report, flags.report, pico));
  return report.outcome !== "failed";
}

async function pull(flags: PullFlags, root: string): Promise<LiveReport> {
  const { value: site, diagnostics: found } = await readSettings(root);
  const { config, sources } = site;
  const { value: target, diagnostics: refusals } = await findPullTarget(
    root,
    flags.out ?? config.contracts[0]?.document,
  );
  const request = toDocumentRequest({ setting: config.live, flags, environment: process.env });
  const address = request.value && showAddress(request.value.url);
  const base = { address, document: target.name, differences: null, texts: textsOf(sources.settings) };
  // With both ends named, nothing that may be wrong in the settings matters.
  const faults = flags.url !== undefined && flags.out !== undefined ? [] : found;
  const early = [...faults, ...refusals, ...request.diagnostics];
  if (hasErrors(early) || request.value === null) return { ...base, outcome: "failed", diagnostics: early };

  const tools: ContractTools = { prose: escapeHtml, authentication: config.authentication };
  const { value: live, diagnostics: late, texts } = await fetchContract(request.value, target.notation, tools);
  const diagnostics = [...early, ...late];
  if (live === null) return { ...base, texts, outcome: "failed", diagnostics };
  const files = new Map([...sources.contracts, ...(target.text === null ? [] : [[target.name, target.text] as const])]);
  const differences = await compare(live, { file: target.name, files }, tools);
  const report = { ...base, diagnostics, differences };
  if (target.text !== null && saySame(target.text, live.text, target.name)) return { ...report, outcome: "same" };
  if (flags.dryRun === true) return { ...report, outcome: "kept" };
  const failure = await write(target, live.text);
  return failure
    ? { ...report, outcome: "failed", diagnostics: [...diagnostics, failure] }
    : { ...report, outcome: "written" };
}

function textsOf(settings: { readonly file: string; readonly text: string } | null): ReadonlyMap<string, string> {
  return new Map(settings === null ? [] : [[settings.file, settings.text]]);
}

interface CommittedDocument {
  readonly file: string;
  readonly files: ReadonlyMap<string, string>;
}

/** Null when there is no committed document, or none that can be read: then the new one can only be better. */
async function compare(
  { contract }: LiveContract,
  committed: CommittedDocument,
  tools: ContractTools,
): Promise<readonly TouchingDifference[] | null> {
  if (!committed.files.has(committed.file)) return null;
  const { value: before } = await readContract(committed, tools);
  return before && compareContracts(before, contract).map((difference) => ({ difference, touches: [] }));
}

/** True when two texts hold the same values: comments, order and layout are the keeper's. */
function saySame(text: string, other: string, name: string): boolean {
  const valueOf = (source: string): Json | undefined => parseFile(toSourceText(name, source), new Origins()).value;
  return isDeepStrictEqual(valueOf(text), valueOf(other));
}

async function write(target: PullTarget, text: string): Promise<Diagnostic | null> {
  try {
    await replaceFile(target.path, text);
    return null;
  } catch (error) {
    const reason = error instanceof Error && "code" in error ? String(error.code) : String(error);
    return diagnose("output/refused", `${target.name} cannot be written: ${reason}`, null);
  }
}
