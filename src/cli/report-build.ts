import { hash } from "node:crypto";
import { basename, relative } from "node:path";

import type { BuildResult } from "#build.ts";
import type { FileFix, FixReport } from "#read/fixes.ts";
import type { Diagnostic } from "#shared/diagnostics/diagnostic.ts";
import { formatDiagnostics, formatPosition, harmless, type NameFile } from "#shared/diagnostics/format-diagnostic.ts";
import { groupKey } from "#shared/diagnostics/group-diagnostics.ts";
import type { UncheckedSample } from "#shared/document.ts";
import { plural } from "#shared/english.ts";

import { annotateDiagnostics, toAnnotation } from "./annotations.ts";
import type { BuildFlags, ReportFlags, ReportFormat } from "./options.ts";
import { type Lines, namesInRepository, namesOnTerminal, printLines, type Terminal, toTerminal } from "./terminal.ts";

interface BuildReport {
  readonly root: string;
  readonly site: BuildResult;
  /** Findings in the sources and after the build. */
  readonly diagnostics: readonly Diagnostic[];
  readonly out: string | null;
  /** The folder that `verify` compared with the site; null without a site to compare. */
  readonly verified?: string | null;
  readonly fixes?: FixReport;
}

/** The version of JSON reports. It stays as long as programs that read them go on working. */
export const reportVersion = 1;

/** Findings of the same cause share the key of their group. */
export function toJsonReport(diagnostics: readonly Diagnostic[], facts: object): Lines {
  const grouped = diagnostics.map((diagnostic) => {
    return { ...diagnostic, group: hash("sha256", groupKey(diagnostic), "hex").slice(0, 12) };
  });
  return { stdout: [JSON.stringify({ version: reportVersion, diagnostics: grouped, ...facts }, null, 2)], stderr: [] };
}

export function reportBuild(report: BuildReport, format: ReportFormat, terminal: Terminal): Lines {
  const { root, diagnostics, site, fixes } = report;
  const { colors } = terminal;
  const summary = toSummary(report);
  switch (format) {
    case "json":
      return toJsonReport(diagnostics, { fixes, summary });
    case "github": {
      const nameFile = namesInRepository(root);
      const notices = describeFixes(fixes, nameFile).map(({ position, title, text }) =>
        toAnnotation({ level: "notice", position, title, text }),
      );
      const annotations = annotateDiagnostics(diagnostics, { ...terminal, nameFile });
      return { stdout: [...notices, ...annotations, summaryLine(summary, colors)], stderr: [] };
    }
    case "text": {
      const nameFile = namesOnTerminal(root);
      const stderr = formatDiagnostics(diagnostics, { texts: site.texts, ...terminal, nameFile });
      const fixed = describeFixes(fixes, nameFile).map(
        ({ position, title, text }) => `${title} ${colors.bold(formatPosition(position))} ${text}`,
      );
      return { stdout: [...fixed, summaryLine(summary, colors)], stderr };
    }
  }
}

function describeFixes(report: FixReport | undefined, nameFile: NameFile) {
  const describe = (fix: FileFix, title: string, reason: string) => ({
    position: { file: nameFile(fix.file), ...fix.range.start },
    title,
    text: harmless(`\`${fix.written}\` → \`${fix.replacement}\`${reason}`),
  });
  const { made = [], left = [] } = report ?? {};
  return [
    ...made.map((fix) => describe(fix, "fixed", "")),
    ...left.map((fix) => describe(fix, "not fixed", `: ${fix.reason}`)),
  ];
}

/** The last part of a JSON report. */
interface Summary {
  readonly pages: number;
  readonly errors: number;
  readonly warnings: number;
  readonly bytes: number;
  readonly fonts?: { readonly files: number; readonly bytes: number };
  readonly milliseconds: number;
  readonly out: string | null;
  readonly hasGuides: boolean;
  readonly hasReference: boolean;
  readonly samples: { readonly checked: number; readonly unchecked: readonly UncheckedSample[] };
  readonly verified?: string | null;
}

/** `--quiet` drops the last line, but JSON stays whole. */
export function printReport(report: BuildReport, flags: ReportFlags & Pick<BuildFlags, "quiet">): void {
  const { report: format, all, quiet = false } = flags;
  const { stdout, stderr } = reportBuild(report, format, toTerminal(all));
  printLines({ stderr, stdout: quiet && format !== "json" ? stdout.slice(0, -1) : stdout });
}

function toSummary({ site, diagnostics, out, verified }: BuildReport): Summary {
  const errors = diagnostics.filter(({ severity }) => severity === "error").length;
  const { fontSizes, documents } = site;
  const fonts = { files: fontSizes.length, bytes: fontSizes.reduce((sum, size) => sum + size, 0) };
  const checked = documents
    .flatMap(({ uses }) => uses)
    .filter(({ kind }) => kind === "request" || kind === "response" || kind === "body");
  return {
    pages: site.pageCount,
    errors,
    warnings: diagnostics.length - errors,
    bytes: site.bytes,
    ...(fontSizes.length > 0 && { fonts }),
    milliseconds: Math.round(performance.now()),
    out: out === null ? null : shortPath(out),
    hasGuides: documents.some(({ file }) => file !== "content/404.md"),
    hasReference: site.hasReference,
    samples: { checked: checked.length, unchecked: documents.flatMap(({ unchecked }) => unchecked) },
    ...(verified !== undefined && { verified }),
  };
}

function shortPath(path: string): string {
  const short = relative(process.cwd(), path);
  return short === "" ? basename(path) : short.startsWith("..") ? path : short;
}

function summaryLine(summary: Summary, colors: Terminal["colors"]): string {
  const { pages, errors, warnings, bytes, fonts, milliseconds, samples } = summary;
  const allSamples = samples.checked + samples.unchecked.length;
  const facts = [
    ...(errors > 0 ? [colors.red(plural(errors, "error"))] : []),
    warnings > 0 ? colors.yellow(plural(warnings, "warning")) : "no warnings",
    `${plural(pages, "page")}${partsOf(summary)}`,
    ...(allSamples > 0 ? [`${samples.checked} of ${plural(allSamples, "sample")} checked`] : []),
    toSize(bytes),
    ...(fonts ? [`${plural(fonts.files, "font")} of ${toSize(fonts.bytes)}`] : []),
    `${(milliseconds / 1000).toFixed(2)} s`,
  ];
  return `${errors > 0 ? colors.red("✗") : colors.green("✓")} ${facts.join(", ")}${outcome(summary)}`;
}

function partsOf({ errors, hasGuides, hasReference }: Summary): string {
  if (errors > 0 || hasGuides === hasReference) return "";
  return hasGuides ? " (guides, no openapi/)" : " (the reference, no Markdown; / leads there)";
}

function outcome({ out, verified, errors }: Summary): string {
  if (verified === null) return " — nothing was compared";
  if (verified !== undefined) return errors > 0 ? ` — ${verified} isn't this site` : ` = ${verified}`;
  if (out !== null) return ` → ${out}`;
  return errors > 0 ? " — nothing was written" : "";
}

function toSize(bytes: number): string {
  return bytes < 1_000_000 ? `${Math.round(bytes / 1000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}
