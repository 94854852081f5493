import { readFile } from "node:fs/promises";
import { relative, resolve, sep } from "node:path";
import { isDeepStrictEqual } from "node:util";

import type { Command } from "commander";

import type { ProviderContract } from "#compare/fetch-contract.ts";
import type { ContractSource, ContractTools } from "#contract/read-contract.ts";
import { type ProviderFlags, showAddress, toDocumentRequest } from "#read/fetch/document-request.ts";
import { type DocumentFormat, formatOfFile } from "#read/fetch/fetch-document.ts";
import { textsOf } from "#read/sources.ts";
import type { Contract } from "#shared/contract/contract.ts";
import type { TouchingDifference } from "#shared/contract/difference.ts";
import { applySeverities, diagnose, type Diagnostic, hasErrors, type Outcome } from "#shared/diagnostics/diagnostic.ts";
import type { Json } from "#shared/json/json.ts";
import { replaceFile } from "#write/durable-files.ts";

import { type CommandEnd, exitAfter } from "../exit-codes.ts";
import {
  addContractOption,
  addProviderOptions,
  addReportOptions,
  addRootOption,
  chooseContract,
  type ContractFlags,
  type ReportFlags,
  toUrl,
} from "../options.ts";
import { readSettings } from "../read-site.ts";
import { type LiveReport, reportLive } from "../report-live.ts";
import { createProgress, printLines, toTerminal } from "../terminal.ts";

export function addPullCommand(program: Command): void {
  const command = addContractOption(addRootOption(addProviderOptions(program.command("pull"))))
    .description("fetch the provider's document, show what differs, and put it into openapi/")
    .argument("[url]", "address of the document, instead of live.url in content/site.yaml", toUrl)
    .option("--out <file>", "file to write, relative to the root (default: the document of the contract)")
    .option("--dry-run", "show what differs, write nothing");
  addReportOptions(command).action(async (url: string | undefined, flags: PullFlags, self: Command) =>
    exitAfter(pullCommand({ ...flags, url }, self)),
  );
}

interface PullFlags extends ProviderFlags, ReportFlags, ContractFlags {
  readonly root: string;
  readonly out?: string;
  readonly dryRun?: boolean;
}

/**
 * Fetches the provider's document, reports how it differs from the committed one and, except in a dry run, replaces
 * that. Any error leaves the file as it is.
 */
async function pullCommand(flags: PullFlags, command: Command): Promise<CommandEnd> {
  const progress = createProgress({});
  progress.enter("fetch");
  const report = await pull(flags, command);
  progress.end();
  printLines(reportLive(report, flags.report, toTerminal(flags.all)));
  return report.outcome === "failed" ? "failed" : "done";
}

async function pull(flags: PullFlags, command: Command): Promise<LiveReport> {
  const root = resolve(flags.root);
  const { value: site, diagnostics: found } = await readSettings(root);
  const { config, sources } = site;
  const { value: target, diagnostics: refusals } = await findPullTarget(
    root,
    flags.out ?? chooseContract(config.contracts, flags, command)?.document,
  );
  const request = toDocumentRequest({ setting: config.live, flags, environment: process.env });
  const address = request.value && showAddress(request.value.url);
  const base = { root, address, document: target.name, differences: null, texts: textsOf(sources) };
  // With both the address and the file named, the settings don't matter, even wrong ones.
  const faults = flags.url !== undefined && flags.out !== undefined ? [] : found;
  const early = [...faults, ...refusals, ...request.diagnostics];
  if (hasErrors(early) || request.value === null) return { ...base, outcome: "failed", diagnostics: early };

  const tools: ContractTools = { authentication: config.authentication };
  const { fetchContract } = await import("#compare/fetch-contract.ts");
  const { value: live, diagnostics: late, texts } = await fetchContract(request.value, target.notation, tools);
  const notes = live === null ? [] : describePartial(live.contract);
  const diagnostics = applySeverities([...early, ...late, ...notes], { ...config, strict: false });
  if (live === null || hasErrors(diagnostics)) return { ...base, texts, outcome: "failed", diagnostics };
  const files = new Map([...sources.contracts, ...(target.text === null ? [] : [[target.name, target.text] as const])]);
  const differences = await compare(live, { file: target.name, files }, tools);
  const report = { ...base, diagnostics, differences };
  if (target.text !== null && (await saySame(target.text, live.text, target.name)))
    return { ...report, outcome: "same" };
  if (flags.dryRun === true) return { ...report, outcome: "kept" };
  const failure = await write(target, live.text);
  return failure
    ? { ...report, outcome: "failed", diagnostics: [...diagnostics, failure] }
    : { ...report, outcome: "written" };
}

function describePartial({ operations }: Contract): readonly Diagnostic[] {
  const [first, ...laterOperations] = operations.filter(({ requestBody }) => requestBody?.isPartial === true);
  if (first === undefined) return [];
  const more = laterOperations.length === 0 ? "" : ` and ${laterOperations.length} more`;
  const message = `PATCH ${first.path}${more}: the document requires a whole record, and a part of one is taken here`;
  const hint = "drf-yasg describes `partial_update` by the record of PUT, and its server takes any part";
  return [diagnose("live/partial-update", message, null, hint)];
}

/** Null without a readable committed document: the new document can only be better. */
async function compare(
  { contract }: ProviderContract,
  committed: ContractSource,
  tools: ContractTools,
): Promise<readonly TouchingDifference[] | null> {
  if (!committed.files.has(committed.file)) return null;
  const { readContract } = await import("#contract/read-contract.ts");
  const { compareContracts } = await import("#compare/compare-contracts.ts");
  const { value: before } = await readContract(committed, tools);
  return before && compareContracts(before, contract).map((difference) => ({ difference, touches: [] }));
}

/** Compares values only: comments, order and layout belong to the document's keeper. */
async function saySame(text: string, newText: string, name: string): Promise<boolean> {
  const { loadText } = await import("#contract/document-text.ts");
  const valueOf = (source: string): Json | undefined => loadText(name, source).value;
  return isDeepStrictEqual(valueOf(text), valueOf(newText));
}

async function write(target: PullTarget, text: string): Promise<Diagnostic | null> {
  try {
    await replaceFile(target.path, text);
    return null;
  } catch (error) {
    return diagnose("output/refused", `${target.name} can't be written: ${codeOf(error)}`, null);
  }
}

interface PullTarget {
  /** Absolute. */
  readonly path: string;
  /** Relative to the root, with `/`; absolute if it's outside. */
  readonly name: string;
  readonly notation: DocumentFormat;
  /** The file's text; null if it doesn't exist. */
  readonly text: string | null;
}

async function findPullTarget(root: string, file = "openapi/openapi.yaml"): Promise<Outcome<PullTarget>> {
  const path = resolve(root, file);
  const inside = relative(root, path).split(sep).join("/");
  const name = inside.startsWith("../") ? path : inside;
  const notation = formatOfFile(name);
  const { text, fault } = await readText(path);
  // A document that doesn't parse may be replaced.
  const isReplaceable = text === null || text.trim() === "" || /^[\s{]*["']?(openapi|swagger)["']?\s*:/m.test(text);
  const diagnostics = [
    ...(/\.(json|ya?ml)$/i.test(name) ? [] : [refuse(name, "its name ends neither in .yaml nor in .json")]),
    ...(fault === null ? [] : [refuse(name, fault)]),
    ...(isReplaceable ? [] : [refuse(name, "it holds something other than an OpenAPI document")]),
  ];
  return { value: { path, name, notation, text }, diagnostics };
}

function refuse(name: string, reason: string): Diagnostic {
  return diagnose("output/refused", `${name} isn't replaced: ${reason}`, null, "name another file with --out");
}

async function readText(path: string): Promise<{ readonly text: string | null; readonly fault: string | null }> {
  try {
    // The decoder leaves out a byte-order mark, which no parser takes.
    return { text: new TextDecoder().decode(await readFile(path)), fault: null };
  } catch (error) {
    const code = codeOf(error);
    const fault = code === "ENOENT" ? null : code === "EISDIR" ? "it is a folder" : `it can't be read (${code})`;
    return { text: null, fault };
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : String(error);
}
