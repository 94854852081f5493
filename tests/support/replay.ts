import { isDeepStrictEqual } from "node:util";

import { buildSite } from "#build.ts";
import type { Memory } from "#cache/memory.ts";
import { ProcessMemory } from "#cache/process-memory.ts";
import { toSources } from "#read/sources.ts";
import { compareSites, type FilesByPath, KeptState, toFilesByPath } from "#serve/build-state.ts";
import { ServedSite } from "#serve/served-site.ts";
import type { OutputFile } from "#write/output-file.ts";

import { forgetSites } from "./build-site.ts";
import type { Files } from "./edited-site.ts";

/** The sources of a site at a moment. */
export interface State {
  readonly files: Files;
  /** The route of a page that a reader has open: it's built before the others. */
  readonly open?: string;
  /** False while `serve` shows the last readable state, so that nothing is compared. */
  readonly isReadable?: boolean;
}

/** A server's site, built and served as by `serve --watch`, without a folder or a thread. */
class Server {
  readonly memory: ProcessMemory;
  readonly #deferredMemory: ProcessMemory;
  readonly #state = new KeptState();
  readonly #site = new ServedSite(true);
  #last: FilesByPath | null = null;

  constructor(next?: Memory) {
    [this.memory, this.#deferredMemory] = [new ProcessMemory(next), new ProcessMemory(next)];
  }

  async build(files: Files) {
    const emitted: OutputFile[] = [];
    const deferred: OutputFile[] = [];
    const sources = new Map(Object.entries(files).map(([path, text]) => [path, new TextEncoder().encode(text)]));
    this.#state.begin();
    const { diagnostics, documents } = await buildSite(toSources(sources), {
      ...{ root: "/nowhere", flags: {}, strict: false, memory: this.memory, last: this.#state },
      emit: (file) => void emitted.push(file),
      onDeferred: async (make) => {
        for await (const file of make(this.#deferredMemory)) deferred.push(file);
      },
    });
    this.#state.end();
    const built = toFilesByPath(emitted);
    this.#site.update({ baseUrl: "/", ...compareSites(this.#last, built) });
    this.#site.takeDeferred(deferred);
    this.#last = built;
    return {
      diagnostics,
      documents,
      answerAt: this.#answerAt,
      paths: [...built.keys(), ...deferred.map(({ path }) => path)],
    };
  }

  /** Forgets what the last builds didn't use. */
  sweep(): void {
    for (const memory of [this.memory, this.#deferredMemory]) memory.sweep();
  }

  /** The response at an address: its bytes, and the source file that the page names. */
  readonly #answerAt = (path: string): string | null => {
    const file = this.#site.find(path);
    return file === undefined ? null : `${file.source ?? ""}\n${file.body.toString("latin1")}`;
  };
}

type Built = Awaited<ReturnType<Server["build"]>>;

/** Builds states as a newly started server does, each once. */
export function createFresh(): (files: Files) => Promise<Built> {
  const known = new Map<string, Promise<Built>>();
  return async (files) => {
    const key = JSON.stringify(Object.entries(files).sort());
    const built = known.get(key) ?? new Server(forgetSites).build(files);
    known.set(key, built);
    return built;
  };
}

/** Serves one state after the other, and returns where files, findings or documents differ from a fresh build. */
export async function differencesOf(
  states: readonly State[],
  fresh: ReturnType<typeof createFresh>,
): Promise<readonly string[]> {
  const server = new Server();
  const differences: string[] = [];
  const seen = new Set<string>();
  for (const [index, { files, open, isReadable = true }] of states.entries()) {
    const expected = await fresh(files);
    if (open !== undefined) {
      server.memory.begin(new Set([open, `content/${open === "/" ? "index" : open.slice(1)}.md`]));
      const hurried = await server.build(files);
      if (isReadable && hurried.answerAt(open) !== expected.answerAt(open)) differences.push(`${index}: open ${open}`);
      server.memory.begin(null);
    }
    const served = await server.build(files);
    server.sweep();
    for (const path of [...served.paths, ...expected.paths]) seen.add(path);
    if (!isReadable) continue;
    const differing = [...seen].filter((path) => served.answerAt(path) !== expected.answerAt(path));
    if (!isDeepStrictEqual(served.diagnostics, expected.diagnostics)) differing.push("the findings");
    if (!isDeepStrictEqual(served.documents, expected.documents)) differing.push("what is known of pages");
    differences.push(...differing.map((what) => `${index}: ${what}, of ${Object.keys(files).join(" ")}`));
  }
  return differences;
}
