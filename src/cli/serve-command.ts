import { relative, resolve } from "node:path";

import pico from "picocolors";

import { tellBuild } from "#serve/build-report.ts";
import { type ServeEvents, type ServeOptions, serveSite } from "#serve/serve-site.ts";
import { openBrowser, toAddresses } from "#serve/server-address.ts";
import { BuildError } from "#shared/diagnostic.ts";
import { formatDiagnostic } from "#shared/format-diagnostic.ts";

/** The options of `docs-build serve`, as the command line gives them. */
export interface ServeFlags {
  readonly root: string;
  readonly baseUrl?: string;
  readonly siteUrl?: string;
  readonly strict?: boolean;
  readonly watch?: boolean;
  readonly port?: number;
  /** True without a value: every address of this machine. */
  readonly host?: string | true;
  readonly open?: boolean;
  readonly editor: string;
}

const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** How serving ended: it could not begin, or a signal ended it. */
export type ServeEnd = "failed" | (typeof signals)[number];

/** Serves the site of a folder until a signal ends it, and tells on the terminal how its builds go. */
export async function serveCommand(flags: ServeFlags): Promise<ServeEnd> {
  const stop = new AbortController();
  const stopped = untilSignal(stop);
  const isServing = await start(flags, stop.signal);
  return isServing || stop.signal.aborted ? stopped : "failed";
}

/** Waits for the first signal. The second of its kind ends the process as if nobody had listened. */
async function untilSignal(stop: AbortController): Promise<ServeEnd> {
  return new Promise((resolveSignal) => {
    for (const signal of signals) {
      process.once(signal, () => {
        stop.abort();
        resolveSignal(signal);
      });
    }
  });
}

async function start(flags: ServeFlags, stop: AbortSignal): Promise<boolean> {
  const options = toOptions(flags);
  try {
    return await serveSite(options, { ...toEvents(flags, options), stop });
  } catch (error) {
    if (!(error instanceof BuildError)) throw error;
    for (const diagnostic of error.diagnostics)
      tell(formatDiagnostic(diagnostic, { texts: error.texts, colors: pico }));
    return false;
  }
}

function toOptions({ root, baseUrl, siteUrl, strict, watch, port, host, editor }: ServeFlags): ServeOptions {
  return {
    root: resolve(root),
    flags: { baseUrl, siteUrl },
    strict: strict === true,
    isWatched: watch === true,
    port: port ?? null,
    host: host === true ? "::" : (host ?? null),
    editor,
  };
}

function toEvents({ open }: ServeFlags, { root, host, isWatched }: ServeOptions): Omit<ServeEvents, "stop"> {
  const toShownPath = (file: string): string => relative(process.cwd(), resolve(root, file));
  return {
    onBuilt(answer, paths) {
      for (const line of tellBuild(answer, paths, { colors: pico, toShownPath })) tell(line);
    },
    onListening(port, baseUrl) {
      const [first = "", ...others] = toAddresses({ port, host, path: baseUrl });
      const lines = [`  ${pico.bold(first)}`, ...others.map((address) => `  ${address}`)];
      const purpose = isWatched ? "Pages follow your edits. Ctrl+C ends it." : "Ctrl+C ends it.";
      process.stdout.write(["", ...lines, "", pico.dim(purpose), ""].join("\n"));
      if (open === true) openBrowser(first, () => tell(`the browser could not be opened; the address is ${first}`));
    },
    onPolling: () => tell("this system cannot watch so many files: they are looked at every third of a second instead"),
  };
}

function tell(line: string): void {
  process.stderr.write(`${line}\n`);
}
