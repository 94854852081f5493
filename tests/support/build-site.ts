import { hash } from "node:crypto";

import { type BuildOptions, buildSite as build, type BuildResult } from "#build.ts";
import { type LastState, type Memory, noLastState, noMemory } from "#cache/memory.ts";
import { ProcessMemory } from "#cache/process-memory.ts";
import { toSources } from "#read/sources.ts";
import type { ConfigFlags } from "#settings/resolve-config.ts";
import { type PageBudget, pageBudget } from "#shared/contract/reference.ts";
import type { Diagnostic } from "#shared/diagnostics/diagnostic.ts";
import type { FileMark, OutputFile } from "#write/output-file.ts";
import { formatPosition } from "#shared/diagnostics/format-diagnostic.ts";

import "./reuse-validators.ts";

export interface TestSite {
  readonly diagnostics: readonly Diagnostic[];
  /** The text of an output file; fails the test when there is none. */
  readonly read: (path: string) => string;
  /** The bytes of an output file; empty if it doesn't exist. */
  readonly bytes: (path: string) => Buffer;
  readonly paths: readonly string[];
}

export interface TestOptions extends ConfigFlags {
  readonly strict?: boolean;
  /** What earlier builds computed. Without it, everything is computed again. */
  readonly memory?: Memory;
  /** The size budget of a reference page. */
  readonly budget?: PageBudget;
  /** The last readable state, used for sources that can't be read. */
  readonly last?: LastState;
  /** Leaves out the files that pages work without: the search, and the pages in Markdown. */
  readonly onlyPages?: boolean;
  /** The files in the output folder. */
  readonly published?: readonly OutputFile[];
}

const packaged = new ProcessMemory();

/** All sites share the package's scripts, styles and templates, so they are read once per process. */
export const forgetSites: Memory = {
  ...noMemory,
  memo: async (name, inputs, make) => (name === "packaged client" ? packaged.memo(name, inputs, make) : make()),
};

/** The same memory, but new values are computed through `making`. */
export function onMake(
  { memo, late }: Memory,
  making: <T>(name: string, make: () => T | Promise<T>) => Promise<T>,
): Memory {
  return {
    memo: async (name, inputs, make) => memo(name, inputs, async () => making(name, make)),
    late: late && (async (name, inputs, make) => late(name, inputs, async () => making(name, make))),
  };
}

/** Builds a site in memory from inline files: `{ "content/index.md": "# Hello" }`. */
export async function buildSite(files: InlineFiles, options: TestOptions = {}): Promise<TestSite> {
  const result = await buildFiles(files, options);
  const contents = new Map(result.files.map(({ path, content }) => [path, content]));
  const paths = [...contents.keys()];
  return {
    diagnostics: result.diagnostics,
    paths,
    bytes: (path) => Buffer.from(contents.get(path) ?? ""),
    read(path) {
      const content = contents.get(path);
      if (content === undefined) throw new Error(`no output file ${path}; there are ${paths.join(", ")}`);
      return Buffer.from(content).toString();
    },
  };
}

type InlineFiles = Readonly<Record<string, string | Uint8Array>>;

/** The same, with the whole result of the build. */
export async function buildFiles(files: InlineFiles, options: TestOptions = {}): Promise<BuiltSite> {
  const {
    strict = false,
    memory = forgetSites,
    last = noLastState,
    published = [],
    onlyPages = false,
    budget = pageBudget,
    ...flags
  } = options;
  const bytes = new Map(Object.entries(files).map(([path, content]) => [path, new Uint8Array(Buffer.from(content))]));
  const sources = toSources(bytes);
  return collectFiles(async (emit) => {
    const reuse = async (mark: FileMark): Promise<boolean> => {
      const file = published.find((one) => one.path === mark.path && hash("sha256", one.content, "hex") === mark.hash);
      if (file !== undefined) await emit(file);
      return file !== undefined;
    };
    const deferring = onlyPages ? { onDeferred: () => undefined } : {};
    return build(sources, { root: "/nowhere", flags, strict, emit, reuse, budget, last, memory, ...deferring });
  });
}

export interface BuiltSite extends BuildResult {
  readonly files: readonly OutputFile[];
}

/** A build's result with its files. */
export async function collectFiles(make: (emit: BuildOptions["emit"]) => Promise<BuildResult>): Promise<BuiltSite> {
  const files: OutputFile[] = [];
  const result = await make((file) => void files.push(file));
  return { ...result, files: files.sort((a, b) => (a.path < b.path ? -1 : 1)) };
}

/** Findings in one line each: `error content/start.md:1:5 link/broken (try /authentication)`. */
export function format(diagnostics: readonly Diagnostic[]): string {
  return diagnostics
    .map(({ severity, position, code, hint }) => {
      const at = position === null ? "" : ` ${formatPosition(position)}`;
      return `${severity}${at} ${code}${hint === null ? "" : ` (${hint})`}`;
    })
    .join("\n");
}
