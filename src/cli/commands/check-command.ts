import { resolve } from "node:path";

import { Option, type Command } from "commander";

import type { BuildResult } from "#build.ts";
import type { ContractTools } from "#contract/read-contract.ts";
import { type ProviderFlags, showAddress, toDocumentRequest } from "#read/fetch/document-request.ts";
import { formatOfFile } from "#read/fetch/fetch-document.ts";
import { applySeverities, diagnose, type Diagnostic, hasErrors } from "#shared/diagnostics/diagnostic.ts";
import type { ContractUse } from "#shared/document.ts";
import { fixSources } from "#write/fix-sources.ts";

import { exitAfter, type CommandEnd } from "../exit-codes.ts";
import {
  addBuildOptions,
  addContractOption,
  addProviderOptions,
  type BuildFlags,
  chooseContract,
  type ContractFlags,
  toUrl,
} from "../options.ts";
import { buildOrRefuse, readSettings, type SiteSettings } from "../read-site.ts";
import { printReport } from "../report-build.ts";
import { type LiveReport, reportLive } from "../report-live.ts";
import { createProgress, printLines, toTerminal } from "../terminal.ts";
import { buildCommand } from "./build-command.ts";

export function addCheckCommand(program: Command): void {
  const policy = new Option("--fail-on <differences>", "which differences fail the check").choices(["breaking", "any"]);
  addContractOption(addProviderOptions(addBuildOptions(program.command("check"))))
    .description("build in memory and report; with --live, compare with the provider's document too")
    .option("--fix", "first replace in content/ what has one right answer, and list it")
    .option("--live", "fetch the provider's document and show what differs, and which pages mention it")
    .option("--url <url>", "address of the document, instead of live.url in content/site.yaml", toUrl)
    .addOption(policy.default("breaking"))
    .action(async (flags: CheckFlags, command: Command) => {
      if (flags.live !== true && flags.url !== undefined) command.error("error: --url needs --live");
      if (flags.live !== true && command.getOptionValueSource("failOn") === "cli")
        command.error("error: --fail-on needs --live");
      if (flags.live !== true && flags.contract !== undefined) command.error("error: --contract needs --live");
      if (flags.live === true && flags.fix === true) command.error("error: --fix doesn't go with --live");
      if (flags.live === true) return exitAfter(liveCheckCommand(flags, command));
      return exitAfter(flags.fix === true ? fixCommand(flags) : buildCommand(flags, "check"));
    });
}

interface CheckFlags extends BuildFlags, ProviderFlags, ContractFlags {
  readonly live?: boolean;
  readonly fix?: boolean;
  readonly failOn: "breaking" | "any";
}

async function fixCommand(flags: BuildFlags): Promise<CommandEnd> {
  const root = resolve(flags.root);
  const progress = createProgress(flags);
  const events = { onStage: progress.enter };
  const found = await buildOrRefuse(flags, events);
  const fixes = await fixSources(found.diagnostics, { root, texts: found.texts });
  const isSame = fixes.made.length + fixes.left.length === 0;
  const site = isSame ? found : await buildOrRefuse(flags, events);
  progress.end();
  printReport({ root, site, diagnostics: site.diagnostics, out: null, fixes }, flags);
  return hasErrors(site.diagnostics) ? "failed" : "done";
}

/**
 * Checks a site, compares its contract with the provider's document, and reports the pages that name differences.
 * Writes nothing. Fails if the site has errors or the differences violate the policy.
 */
async function liveCheckCommand(flags: CheckFlags, command: Command): Promise<CommandEnd> {
  const settings = (await readSettings(resolve(flags.root))).value;
  const document = chooseContract(settings.config.contracts, flags, command)?.document ?? null;
  const progress = createProgress(flags);
  const report = await check(flags, { ...settings, document }, progress.enter);
  progress.end();
  printLines(reportLive(report, flags.report, toTerminal(flags.all)));
  return report.outcome === "same" || report.outcome === "accepted" ? "done" : "failed";
}

async function check(
  flags: CheckFlags,
  { config, sources, document }: SiteSettings & { readonly document: string | null },
  onStage: (stage: string) => void,
): Promise<LiveReport> {
  const root = resolve(flags.root);
  const request = toDocumentRequest({ setting: config.live, flags, environment: process.env });
  const site = await buildOrRefuse(flags, { onStage });
  const diagnostics = [...site.diagnostics, ...request.diagnostics, ...(document === null ? [noContract] : [])];
  const address = request.value && showAddress(request.value.url);
  const base = { root, address, document: document ?? "openapi/", differences: null, texts: site.texts };
  if (request.value === null || document === null) return { ...base, outcome: "failed", diagnostics };

  onStage("fetch");
  const { fetchContract } = await import("#compare/fetch-contract.ts");
  const { readContract } = await import("#contract/read-contract.ts");
  const { compareContracts } = await import("#compare/compare-contracts.ts");
  const { touchedBy } = await import("#compare/differences.ts");
  const tools: ContractTools = { authentication: config.authentication };
  const live = await fetchContract(request.value, formatOfFile(document), tools);
  const { value: committed } = await readContract({ file: document, files: sources.contracts }, tools);
  const findings = [...diagnostics, ...applySeverities(live.diagnostics, { ...config, strict: false })];
  const texts = new Map([...site.texts, ...live.texts]);
  if (live.value === null || committed === null) return { ...base, texts, outcome: "failed", diagnostics: findings };
  const differences = touchedBy(compareContracts(committed, live.value.contract), usesOf(site, document));
  const failing = differences.filter(({ difference }) => flags.failOn === "any" || difference.severity === "breaking");
  const isAccepted = !hasErrors(findings) && failing.length === 0;
  const outcome = !isAccepted ? "rejected" : differences.length === 0 ? "same" : "accepted";
  return { ...base, texts, outcome, diagnostics: findings, differences };
}

function usesOf({ documents }: BuildResult, of: string): readonly { readonly uses: readonly ContractUse[] }[] {
  return documents.map(({ uses, codeWords }) => ({
    // Another API may have the same names.
    uses: [
      ...uses.flatMap(({ document, ...use }) => (document === of ? [use] : [])),
      ...codeWords.map(({ name, position }) => ({ kind: "word" as const, target: name, position })),
    ],
  }));
}

const noContract: Diagnostic = diagnose(
  "live/request",
  "this site has no contract that could be compared",
  null,
  "fetch one with docs-build pull",
);
