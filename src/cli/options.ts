import { existsSync } from "node:fs";
import { dirname, resolve } from "node:path";

import { InvalidArgumentError, Option, type Command } from "commander";

import { cacheFolder } from "#cache/disk-memory.ts";
import { sourceFolders } from "#read/sources.ts";
import type { ContractVersion } from "#settings/resolve-config.ts";
import { findContract, nameOfContract } from "#shared/site-manifest.ts";
import { liesIn } from "#write/output-folder.ts";

import { printStep } from "./terminal.ts";

/*
 * Options that several commands share, and checks of their values. A wrong value is wrong usage, and commander names
 * the option.
 */

export interface SiteFlags {
  readonly root: string;
  readonly baseUrl?: string;
  readonly siteUrl?: string;
  readonly strict?: boolean;
  readonly cache?: string | false;
}

export type ReportFormat = "text" | "json" | "github";

export interface ReportFlags {
  readonly report: ReportFormat;
  readonly all?: boolean;
}

export interface BuildFlags extends SiteFlags, ReportFlags {
  readonly out: string;
  readonly quiet?: boolean;
  readonly debug?: boolean;
}

export function addRootOption(command: Command): Command {
  return command.option("--root <dir>", "folder that holds content/ and openapi/", toFolder, ".");
}

export function addAddressOptions(command: Command): Command {
  return command
    .option("--base-url <path>", "path the site is served below, like /docs/", toPath)
    .option("--site-url <url>", "address of the published site, like https://docs.example.com", toUrl);
}

export function addCacheOptions(command: Command): Command {
  return command
    .option("--cache <dir>", "folder for what later builds can use (node_modules/.cache/docs-build, or the user's)")
    .option("--no-cache", "make everything again, and keep nothing");
}

export function addSiteOptions(command: Command): Command {
  const addressed = addCacheOptions(addAddressOptions(addRootOption(command)));
  return addReportOptions(addressed.option("--strict", "treat warnings as errors"))
    .option("--quiet", "print findings only")
    .option("--debug", "print the time of every stage, and where the cache is");
}

export function addBuildOptions(command: Command): Command {
  return addSiteOptions(command.option("--out <dir>", "output folder, relative to the root", "dist"));
}

export function addReportOptions(command: Command): Command {
  const report = new Option("--report <format>", "how findings are printed").choices(["text", "json", "github"]);
  return command
    .addOption(report.default("text"))
    .option("--all", "print every finding: nothing is summed up or left out");
}

export function addProviderOptions(command: Command): Command {
  return command
    .option("--auth-header <name>", "header that authenticates, instead of live.header")
    .option("--auth-variable <name>", "environment variable that holds the header's value, instead of live.variable")
    .option("--timeout <seconds>", "how long one attempt may take", toSeconds, 30)
    .option("--retries <number>", "how often to ask again when the server is busy or away", toNumber(99), 3);
}

export interface ContractFlags {
  /** The API, the version, or both; by default the first version of the only API. */
  readonly contract?: string;
}

export function addContractOption(command: Command): Command {
  return command.option("--contract <name>", 'which of several contracts: an API, a version, or both ("Payments v2")');
}

/** The contract of a command; undefined without one. An ambiguous choice is wrong usage. */
export function chooseContract(
  contracts: readonly ContractVersion[],
  { contract: name }: ContractFlags,
  command: Command,
): ContractVersion | undefined {
  const found = findContract(contracts, name);
  const listed = `(there is ${contracts.map(nameOfContract).join(", ")})`;
  if (name !== undefined && found === undefined) command.error(`error: there is no contract ${name}\n${listed}`);
  const isOneApi = new Set(contracts.map(({ api }) => api)).size <= 1;
  if (name === undefined && !isOneApi)
    command.error(`error: this site has several APIs: name one with --contract\n${listed}`);
  return found;
}

/**
 * A cache in the sources or the output would be published, or keep the output from being replaced, so that's wrong
 * usage. --debug prints its folder.
 */
export async function checkCache(command: Command): Promise<void> {
  const { root, out = "dist", cache, debug } = command.opts<Partial<BuildFlags>>();
  const keepsCache = command.options.some(({ long }) => long === "--cache");
  const folder = keepsCache && root !== undefined ? cacheFolder({ root: resolve(root), cache }) : null;
  if (keepsCache && debug === true) printStep("cache", folder ?? "none");
  if (root === undefined || folder === null) return;
  const folders = sourceFolders.map((name) => [`${name}/`, resolve(root, name)] as const);
  for (const [name, path] of [...folders, ["the output folder", resolve(root, out)] as const]) {
    // A folder that holds the sources is refused for that, whatever else lies in it.
    if (!(await liesIn(folder, path)) || (await liesIn(root, path))) continue;
    const hint = "(name another with --cache or DOCS_BUILD_CACHE, or keep none with --no-cache)";
    command.error(`error: the cache folder ${dirname(folder)} is refused: it lies in ${name}\n${hint}`);
  }
}

export function toFolder(value: string): string {
  if (!existsSync(`${value}/.`)) throw new InvalidArgumentError("There is no such folder.");
  return value;
}

export function toPath(value: string): string {
  if (!value.startsWith("/")) throw new InvalidArgumentError("It must start with a slash, like /docs/.");
  return value;
}

export function toUrl(value: string): string {
  if (!/^https?:\/\/[^/]/.test(value) || !URL.canParse(value))
    throw new InvalidArgumentError("It must be an http or https address.");
  return value;
}

/** Reads a whole number from 0 to `most`. */
export function toNumber(most: number, message = `It must be a number from 0 to ${most}.`): (value: string) => number {
  return (value) => {
    if (!/^\d{1,5}$/.test(value) || Number(value) > most) throw new InvalidArgumentError(message);
    return Number(value);
  };
}

export const toPort = toNumber(65_535);

function toSeconds(value: string): number {
  if (!/^\d+(\.\d+)?$/.test(value) || Number(value) <= 0)
    throw new InvalidArgumentError("It must be a number of seconds.");
  return Number(value);
}
