import { relative, resolve } from "node:path";

import { InvalidArgumentError, type Command } from "commander";
import pico from "picocolors";

import { defaultEditor, isEditorPattern, formatBuild } from "#serve/build-report.ts";
import type { ServeEvents, ServeOptions } from "#serve/serve-site.ts";
import { openBrowser, toAddresses } from "#serve/server-address.ts";
import { BuildError } from "#shared/diagnostics/diagnostic.ts";

import { exitAfter, type CommandEnd } from "../exit-codes.ts";
import { namesOnTerminal, printBug, printFindings, printLine, toTerminal } from "../terminal.ts";
import { addAddressOptions, addCacheOptions, addRootOption, type SiteFlags, toPort } from "../options.ts";

export function addServeCommand(program: Command): void {
  const command = addRootOption(program.command("serve"))
    .description("serve the site on this machine; with --watch, pages follow every edit")
    .option("--watch", "build again when a file changes, and show it in the open pages")
    .option("--port <number>", "port to listen on (3000, or the next that is free)", toPort)
    .option("--host [name]", "name or address to listen on; without a value all of this machine (this machine only)")
    .option("--allow-host <name>", "a name that leads here, such as a tunnel's; once for each name", toHosts, [])
    .option("--open", "open the site in the browser");
  addCacheOptions(addAddressOptions(command))
    .option("--strict", "treat warnings as errors")
    .option(
      "--editor <pattern>",
      "address that opens a finding, with {file}, {line} and {column}",
      toEditor,
      defaultEditor,
    )
    .action(async (flags: ServeFlags) => exitAfter(serveCommand(flags)));
}

function toEditor(value: string): string {
  if (!isEditorPattern(value))
    throw new InvalidArgumentError(
      "It must be an address with {file} in it, like idea://open?file={file}&line={line}.",
    );
  return value;
}

/** A pattern would let in names that strangers can point at this machine. */
function toHosts(value: string, earlierHosts: readonly string[]): readonly string[] {
  if (!/^[a-z0-9_-]+(?:\.[a-z0-9_-]+)*$/i.test(value))
    throw new InvalidArgumentError(
      "It must be one exact name, like docs.example.com, without scheme, port or pattern.",
    );
  return [...earlierHosts, value.toLowerCase()];
}

interface ServeFlags extends SiteFlags {
  readonly watch?: boolean;
  readonly port?: number;
  /** True without a value, for every address of this machine. */
  readonly host?: string | true;
  readonly allowHost: readonly string[];
  readonly open?: boolean;
  readonly editor: string;
}

const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

async function serveCommand(flags: ServeFlags): Promise<CommandEnd> {
  const stop = new AbortController();
  const stopped = untilSignal(stop);
  const isServing = await start(flags, stop.signal);
  if (isServing || stop.signal.aborted) return stopped;
  // The watcher and the builder would keep the process alive.
  stop.abort();
  return "failed";
}

/** In milliseconds after a signal. */
const longestEnd = 3_000;

/**
 * Waits for the first signal; a second of its kind ends the process by default. chokidar can lose a file's watcher
 * while folders move (https://github.com/paulmillr/chokidar/issues/1482), which must not keep the process alive.
 */
async function untilSignal(stop: AbortController): Promise<CommandEnd> {
  return new Promise((resolveSignal) => {
    for (const signal of signals) {
      process.once(signal, () => {
        stop.abort();
        resolveSignal(signal);
        setTimeout(() => process.exit(), longestEnd).unref();
      });
    }
  });
}

async function start(flags: ServeFlags, stop: AbortSignal): Promise<boolean> {
  const { root, baseUrl, siteUrl, strict, cache, watch, port, host, allowHost, editor } = flags;
  const options: ServeOptions = {
    root: resolve(root),
    flags: { baseUrl, siteUrl },
    strict: strict === true,
    cache,
    isWatched: watch === true,
    port: port ?? null,
    host: host === true ? "::" : (host ?? null),
    editor,
    allowedHosts: allowHost,
  };
  try {
    const { serveSite } = await import("#serve/serve-site.ts");
    return await serveSite(options, { ...toEvents(flags, options), stop });
  } catch (error) {
    if (!(error instanceof BuildError)) throw error;
    printFindings(error.diagnostics, error.texts);
    return false;
  }
}

function toEvents({ open }: ServeFlags, { root, host, isWatched }: ServeOptions): Omit<ServeEvents, "stop"> {
  const shownRoot = relative(process.cwd(), root) || ".";
  const nameFile = namesOnTerminal(root);
  return {
    onBuilt(answer, paths, last) {
      for (const line of formatBuild(answer, paths, { terminal: toTerminal(), nameFile, last })) printLine(line);
    },
    onListening(port, baseUrl) {
      const [first = "", ...laterAddresses] = toAddresses({ port, host, path: baseUrl });
      const lines = [`  ${pico.bold(first)}`, ...laterAddresses.map((address) => `  ${address}`)];
      const purpose = isWatched ? "Pages follow your edits. Ctrl+C ends it." : "Ctrl+C ends it.";
      process.stdout.write(["", ...lines, "", pico.dim(purpose), ""].join("\n"));
      if (open === true) openBrowser(first, () => printLine(`the browser couldn't be opened; the address is ${first}`));
    },
    onRoot: (isThere) =>
      printLine(
        isThere
          ? `${shownRoot} is back`
          : `${pico.red("✗")} ${shownRoot} is gone; the last build is served until it is back serve/folder`,
      ),
    onBug: printBug,
    onPolling: () =>
      printLine("this system can't watch so many files: they are looked at every third of a second instead"),
  };
}
