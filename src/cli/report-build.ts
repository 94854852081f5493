import { basename, relative } from "node:path";

import type { Diagnostic } from "#shared/diagnostic.ts";
import type { UncheckedSample } from "#shared/document.ts";
import { formatDiagnostics, type FormatContext } from "#shared/format-diagnostic.ts";

import type { BuildResult } from "#build.ts";
import { toGithubAnnotation } from "./report-github.ts";

export type ReportFormat = "text" | "json" | "github";

/** The outcome of a command, ready to be told. */
interface BuildReport {
  readonly diagnostics: readonly Diagnostic[];
  readonly texts: ReadonlyMap<string, string>;
  readonly summary: Summary;
}

interface Summary {
  readonly pages: number;
  readonly errors: number;
  readonly warnings: number;
  /** Sum of the sizes of all files. */
  readonly bytes: number;
  readonly milliseconds: number;
  /** Where the site was written; null when nothing was. */
  readonly out: string | null;
  /** The folder that was compared with the site, where one was. */
  readonly verified?: string;
  /** Pages of Markdown. */
  readonly hasGuides: boolean;
  /** Pages made from a contract. */
  readonly hasReference: boolean;
  /** The pages' `http` and `json` blocks: how many the contract vouches for, and which it does not. */
  readonly samples: { readonly checked: number; readonly unchecked: readonly UncheckedSample[] };
}

/** Lines for the two streams: what was asked for goes to stdout, findings for people to stderr. */
export interface Lines {
  readonly stdout: readonly string[];
  readonly stderr: readonly string[];
}

/** Whom a report is for: what their terminal can, and how much they asked for. */
export type Terminal = Omit<FormatContext, "texts">;

/** Puts a report into lines. */
export function reportBuild(report: BuildReport, format: ReportFormat, terminal: Terminal): Lines {
  const { diagnostics, texts, summary } = report;
  const { colors } = terminal;
  switch (format) {
    case "json":
      return { stdout: [JSON.stringify({ diagnostics, summary }, null, 2)], stderr: [] };
    case "github":
      return { stdout: [...diagnostics.map(toGithubAnnotation), summaryLine(summary, colors)], stderr: [] };
    case "text": {
      return { stdout: [summaryLine(summary, colors)], stderr: formatDiagnostics(diagnostics, { texts, ...terminal }) };
    }
  }
}

function summaryLine(summary: Summary, colors: Terminal["colors"]): string {
  const { pages, errors, warnings, bytes, milliseconds, samples } = summary;
  const facts = [
    ...(errors > 0 ? [colors.red(count(errors, "error"))] : []),
    warnings > 0 ? colors.yellow(count(warnings, "warning")) : "no warnings",
    `${count(pages, "page")}${partsOf(summary)}`,
    ...samplesChecked(samples),
    toSize(bytes),
    `${(milliseconds / 1000).toFixed(2)} s`,
  ];
  return `${errors > 0 ? colors.red("✗") : colors.green("✓")} ${facts.join(", ")}${outcome(summary)}`;
}

/** Says which half of a site there is where it has one only. */
function partsOf({ errors, hasGuides, hasReference }: Summary): string {
  if (errors > 0 || hasGuides === hasReference) return "";
  return hasGuides ? " (guides, no openapi/)" : " (the reference, no Markdown; / leads there)";
}

function outcome({ out, verified, errors }: Summary): string {
  if (verified !== undefined) return errors > 0 ? ` — ${verified} is not this site` : ` = ${verified}`;
  if (out !== null) return ` → ${out}`;
  return errors > 0 ? " — nothing was written" : "";
}

function samplesChecked({ checked, unchecked }: Summary["samples"]): string[] {
  const all = checked + unchecked.length;
  return all === 0 ? [] : [`${checked} of ${count(all, "sample")} checked`];
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}

function toSize(bytes: number): string {
  return bytes < 1_000_000 ? `${Math.round(bytes / 1000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}

/** What a command tells in its last line. `out` is the folder that was written; null when none was. */
export function toSummary(site: BuildResult, diagnostics: readonly Diagnostic[], out: string | null): Summary {
  const errors = diagnostics.filter(({ severity }) => severity === "error").length;
  return {
    pages: site.pageCount,
    errors,
    warnings: diagnostics.length - errors,
    bytes: site.bytes,
    milliseconds: Math.round(performance.now()),
    out: out === null ? null : shortPath(out),
    hasGuides: site.documents.some(({ file }) => file !== "content/404.md"),
    hasReference: site.contract !== null,
    samples: samplesOf(site),
  };
}

/** Blocks that say what they are; a block included in two pages counts twice, as it is published. */
function samplesOf({ documents }: BuildResult): Summary["samples"] {
  const uses = documents.flatMap((document) => document.uses);
  const checked = uses.filter(({ kind }) => kind === "request" || kind === "response" || kind === "body").length;
  return { checked, unchecked: documents.flatMap(({ unchecked }) => unchecked) };
}

function shortPath(path: string): string {
  const short = relative(process.cwd(), path);
  return short === "" ? basename(path) : short.startsWith("..") ? path : short;
}
