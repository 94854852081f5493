import { resolve } from "node:path";

import pico from "picocolors";

import { build } from "#build.ts";
import { compareContracts } from "#compare/compare-contracts.ts";
import { type ProviderFlags, showAddress, toDocumentRequest } from "#compare/document-request.ts";
import { fetchContract } from "#compare/fetch-contract.ts";
import { touchedBy } from "#compare/page-uses.ts";
import { type ContractTools, readContract } from "#contract/read-contract.ts";
import type { TouchingDifference } from "#shared/contract/difference.ts";
import { diagnose, type Diagnostic, hasErrors } from "#shared/diagnostic.ts";

import type { BuildFlags } from "./build-command.ts";
import { readSettings } from "./read-settings.ts";
import { type LiveReport, reportLive } from "./report-live.ts";
import { createProgress, printLines } from "./terminal.ts";

/** Which differences fail a check. */
type FailPolicy = "breaking" | "any";

export interface LiveCheckFlags extends BuildFlags, ProviderFlags {
  readonly failOn: FailPolicy;
}

/**
 * Checks a site, compares its contract with the provider's document, and tells which pages speak of what differs. Writes
 * nothing. Returns whether the site has no errors and the differences pass the policy.
 */
export async function liveCheckCommand(flags: LiveCheckFlags): Promise<boolean> {
  const progress = createProgress({ quiet: flags.quiet === true, debug: flags.debug === true });
  const report = await check(flags, resolve(flags.root), progress.enter);
  progress.end();
  printLines(reportLive(report, flags.report, pico));
  return report.outcome === "same" || report.outcome === "accepted";
}

async function check(flags: LiveCheckFlags, root: string, onStage: (stage: string) => void): Promise<LiveReport> {
  const { config, sources } = (await readSettings(root)).value;
  const request = toDocumentRequest({ setting: config.live, flags, environment: process.env });
  const { baseUrl, siteUrl, strict = false } = flags;
  const site = await build({ root, flags: { baseUrl, siteUrl }, strict, onStage });
  const document = config.contracts[0]?.document ?? null;
  const diagnostics = [...site.diagnostics, ...request.diagnostics, ...(document === null ? [noContract] : [])];
  const address = request.value && showAddress(request.value.url);
  const base = { address, document: document ?? "openapi/", differences: null, texts: site.texts };
  if (request.value === null || document === null) return { ...base, outcome: "failed", diagnostics };

  onStage("fetch");
  const tools: ContractTools = { authentication: config.authentication };
  const live = await fetchContract(request.value, /\.json$/i.test(document) ? "json" : "yaml", tools);
  const { value: committed } = await readContract({ file: document, files: sources.contracts }, tools);
  const findings = [...diagnostics, ...live.diagnostics];
  const texts = new Map([...site.texts, ...live.texts]);
  if (live.value === null || committed === null) return { ...base, texts, outcome: "failed", diagnostics: findings };
  const differences = touchedBy(compareContracts(committed, live.value.contract), site.documents);
  const isAccepted = !hasErrors(findings) && !differences.some((difference) => fails(difference, flags.failOn));
  const outcome = !isAccepted ? "rejected" : differences.length === 0 ? "same" : "accepted";
  return { ...base, texts, outcome, diagnostics: findings, differences };
}

const noContract: Diagnostic = diagnose(
  "live/request",
  "this site has no contract that could be compared",
  null,
  "fetch one with docs-build pull",
);

function fails({ difference }: TouchingDifference, policy: FailPolicy): boolean {
  return policy === "any" || difference.severity === "breaking";
}
