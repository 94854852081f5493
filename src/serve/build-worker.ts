import { parentPort, workerData } from "node:worker_threads";

import { build, type BuildResult } from "#build.ts";
import type { DeferredFiles } from "#pipeline/site.ts";
import { loadAhead } from "#pipeline/render-site.ts";
import { type DiskMemory, openCache } from "#cache/disk-memory.ts";
import { noMemory } from "#cache/memory.ts";
import { ProcessMemory } from "#cache/process-memory.ts";
import { beginStep, onStep } from "#read/steps.ts";
import type { Contract } from "#shared/contract/contract.ts";
import { BuildError } from "#shared/diagnostics/diagnostic.ts";
import { outputPathOf } from "#shared/route.ts";
import type { OutputFile } from "#write/output-file.ts";

import {
  type BuilderAnswer,
  type BuilderOptions,
  type BuilderTask,
  type BuildFindings,
  type BuildOrder,
  type BuildStep,
  type DeferredAnswer,
  type ModelAnswer,
  toCrash,
} from "./start-builder.ts";
import {
  compareSites,
  KeptState,
  ModelSender,
  type SiteChange,
  type FilesByPath,
  toFilesByPath,
} from "./build-state.ts";
import { toPlainPage } from "./served-site.ts";

/** Builds a folder again and again, and answers each time with the changes since the last build. */
class SiteBuilder {
  readonly #options: BuilderOptions;
  /** Helps the first build. Later edits live in this process's own memory. */
  readonly #cache: DiskMemory | null;
  #memory: ProcessMemory;
  /** Apart, because builds would sweep out entries that are seldom used. */
  #deferredMemory: ProcessMemory;
  #makeDeferred: DeferredFiles["make"] | null = null;
  #last: FilesByPath | null = null;
  readonly #kept = new KeptState();
  readonly #model = new ModelSender();
  #contract: Contract | null = null;

  constructor(options: BuilderOptions) {
    this.#options = options;
    this.#cache = openCache(options);
    this.#memory = new ProcessMemory(this.#cache ?? noMemory);
    this.#deferredMemory = new ProcessMemory(this.#cache ?? noMemory);
  }

  /** Builds the folder with unsaved texts over it. Faults are answers as well. */
  async build(order: BuildOrder): Promise<BuilderAnswer> {
    const { unsaved = new Map(), awaited = null } = order;
    const start = performance.now();
    this.#kept.begin();
    this.#memory.begin(awaited && new Set(awaited));
    try {
      const files: OutputFile[] = [];
      const deferred: DeferredFiles["make"][] = [];
      const result = await build({
        ...this.#options,
        memory: this.#memory,
        last: this.#kept,
        onStage: (stage) => beginStep(stage),
        emit: (file) => void files.push(file),
        onDeferred: (make) => void deferred.push(make),
        onModel: (model) => this.#model.take(model),
        unsaved,
      });
      this.#memory.sweep();
      this.#cache?.save();
      const findings = findingsOf(result);
      // The folder is empty, or away for a moment.
      if (result.diagnostics.some(({ code }) => code === "content/missing")) return { kind: "refused", findings };
      this.#makeDeferred = deferred[0] ?? null;
      const { isBehind } = this.#memory;
      const milliseconds = performance.now() - start;
      return { kind: "built", findings, ...this.#toChange(result, files), milliseconds, isBehind };
    } catch (error) {
      if (error instanceof BuildError) return { kind: "refused", findings: findingsOf(error) };
      return this.#beginAnew() ? this.build(order) : toCrash(error);
    }
  }

  /** Makes files of the last build that no page needs. */
  async makeDeferred(): Promise<DeferredAnswer> {
    if (this.#makeDeferred === null) return { kind: "deferred", files: null };
    try {
      const files: OutputFile[] = [];
      for await (const file of this.#makeDeferred(this.#deferredMemory)) files.push(file);
      this.#deferredMemory.sweep();
      return { kind: "deferred", files };
    } catch (error) {
      return this.#beginAnew() ? this.makeDeferred() : toCrash(error);
    }
  }

  /** Returns the changes of the model since the last call. */
  getModel(): ModelAnswer {
    return { kind: "model", change: this.#model.next() };
  }

  /** Drops a memory that may be broken. Returns true if it came from another process. */
  #beginAnew(): boolean {
    const isDoubtful = this.#cache?.distrust() === true;
    this.#memory = new ProcessMemory(this.#cache ?? noMemory);
    this.#deferredMemory = new ProcessMemory(this.#cache ?? noMemory);
    return isDoubtful;
  }

  /** A page that can't be made stays as it was. */
  #placeholderPage({ route, file, diagnostics }: BuildResult["unmade"][number]): OutputFile {
    const path = outputPathOf(route);
    const known = this.#last?.get(path)?.content;
    if (known !== undefined && known !== unmadePage)
      this.#kept.note(file, diagnostics[0]?.position?.file ?? "templates/");
    return { path, content: known ?? unmadePage, source: file };
  }

  #toChange({ hosting, contract, pageCount, unmade }: BuildResult, emitted: readonly OutputFile[]) {
    const files = toFilesByPath([...emitted, ...unmade.map((page) => this.#placeholderPage(page))]);
    const change: SiteChange = { baseUrl: hosting?.baseUrl ?? "/", ...compareSites(this.#last, files) };
    const isNewContract = contract !== this.#contract;
    this.#last = files;
    this.#contract = contract;
    const stale = this.#kept.end();
    return { change, pageCount, stale, ...(isNewContract && { contract }) };
  }
}

/** Stands for a page that has never been made. */
const unmadePage = toPlainPage("Page not made", "This page can't be made yet. It appears by itself as soon as it can.");

function findingsOf({ diagnostics, texts, broken = [] }: BuildFindings): BuildFindings {
  const files = new Set(diagnostics.map(({ position }) => position?.file));
  return { diagnostics, broken, texts: new Map([...texts].filter(([file]) => files.has(file))) };
}

/* The building thread of `serve` performs tasks, and answers each. */
const builder = new SiteBuilder(workerData);
onStep((step) => parentPort?.postMessage({ step } satisfies BuildStep));

parentPort?.on("message", (task: BuilderTask) => {
  void perform(task).then(async (answer) => {
    parentPort?.postMessage(answer);
    if (task.kind === "build") await loadAhead();
  });
});

async function perform(task: BuilderTask): Promise<BuilderAnswer | DeferredAnswer | ModelAnswer> {
  switch (task.kind) {
    case "build":
      return builder.build(task);
    case "deferred":
      return builder.makeDeferred();
    case "model":
      return builder.getModel();
  }
}
