import { parentPort, workerData } from "node:worker_threads";

import { build, type BuildResult } from "#build.ts";
import type { DeferredFiles } from "#pipeline/deferred-files.ts";
import { loadAhead } from "#pipeline/load-ahead.ts";
import type { DiskMemory } from "#cache/disk-memory.ts";
import { noMemory } from "#cache/memory.ts";
import { openCache } from "#cache/open-cache.ts";
import { ProcessMemory } from "#cache/process-memory.ts";
import { beginStep, onStep } from "#read/steps.ts";
import type { Contract } from "#shared/contract/contract.ts";
import { BuildError } from "#shared/diagnostics/diagnostic.ts";
import { outputPathOf } from "#shared/route.ts";
import type { OutputFile } from "#write/output-file.ts";

import { StepBoard } from "./build-steps.ts";
import { KeptState } from "./kept-state.ts";
import { ModelTeller } from "./model-change.ts";
import { toPlainPage } from "./served-site.ts";
import { compareSites, type SiteChange, type SiteFiles, toSiteFiles } from "./site-change.ts";
import {
  type BuilderAnswer,
  type BuilderData,
  type BuilderOptions,
  type BuilderTask,
  type BuildFindings,
  type DeferredAnswer,
  type ModelAnswer,
  toCrash,
  type Unsaved,
} from "./start-builder.ts";

/** Builds one folder again and again, and tells of each build what it changed of the one before it. */
class SiteBuilder {
  readonly #options: BuilderOptions;
  /** For the first build. What comes of later edits is in this process's own memory. */
  readonly #cache: DiskMemory | null;
  #memory: ProcessMemory;
  /** It has entries of its own: what is seldom asked for would be forgotten beside what every build asks for. */
  #deferredMemory: ProcessMemory;
  #makeDeferred: DeferredFiles["make"] | null = null;
  #last: SiteFiles | null = null;
  readonly #kept = new KeptState();
  readonly #model = new ModelTeller();
  #contract: Contract | null = null;

  constructor(options: BuilderOptions) {
    this.#options = options;
    this.#cache = openCache(options, process.env);
    this.#memory = new ProcessMemory(this.#cache ?? noMemory);
    this.#deferredMemory = new ProcessMemory(this.#cache ?? noMemory);
  }

  /** Builds the folder as it is now, with what is on a screen over it. A fault, whosever it is, is an answer too. */
  async build(unsaved: Unsaved): Promise<BuilderAnswer> {
    const start = performance.now();
    this.#kept.begin();
    try {
      const files: OutputFile[] = [];
      const deferred: DeferredFiles["make"][] = [];
      const result = await build({
        ...{ ...this.#options, memory: this.#memory, last: this.#kept, onStage: (stage) => beginStep(stage) },
        emit: (file) => void files.push(file),
        onDeferred: (make) => void deferred.push(make),
        onModel: (model) => this.#model.take(model),
        unsaved,
      });
      this.#memory.sweep();
      this.#cache?.save();
      const findings = findingsOf(result);
      if (isNothing(result)) return { kind: "refused", findings };
      this.#makeDeferred = deferred[0] ?? null;
      return { kind: "built", findings, ...this.#take(result, files), milliseconds: performance.now() - start };
    } catch (error) {
      if (error instanceof BuildError) return { kind: "refused", findings: findingsOf(error) };
      return this.#beginAnew() ? this.build(unsaved) : toCrash(error);
    }
  }

  /** Makes the files of the last build that no page needs. */
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

  /** What the site is made of, as far as it is not what was told last. */
  tellModel(): ModelAnswer {
    return { kind: "model", change: this.#model.tell() };
  }

  /** Whatever is wrong with what the memory holds, what comes next does without. Returns whether another process left it. */
  #beginAnew(): boolean {
    const isDoubtful = this.#cache?.distrust() === true;
    this.#memory = new ProcessMemory(this.#cache ?? noMemory);
    this.#deferredMemory = new ProcessMemory(this.#cache ?? noMemory);
    return isDoubtful;
  }

  /** A page that cannot be made stays as it was. */
  #placeholderPage({ route, file, diagnostics }: BuildResult["unmade"][number]): OutputFile {
    const path = outputPathOf(route);
    const known = this.#last?.get(path)?.content;
    if (known !== undefined && known !== unmadePage)
      this.#kept.note(file, diagnostics[0]?.position?.file ?? "templates/");
    return { path, content: known ?? unmadePage, source: file };
  }

  #take({ hosting, contract, pageCount, unmade }: BuildResult, made: readonly OutputFile[]) {
    const files = toSiteFiles([...made, ...unmade.map((page) => this.#placeholderPage(page))]);
    const change: SiteChange = { baseUrl: hosting?.baseUrl ?? "/", ...compareSites(this.#last, files) };
    const isNewContract = contract !== this.#contract;
    this.#last = files;
    this.#contract = contract;
    const stale = this.#kept.end();
    return { change, pageCount, stale, ...(isNewContract && { contract }) };
  }
}

/** What is sent for a page that never could be made. */
const unmadePage = toPlainPage(
  "Page not made",
  "This page cannot be made yet. It appears by itself as soon as it can.",
);

/** A folder that is empty, or away for a moment, is no site. */
function isNothing({ diagnostics }: BuildResult): boolean {
  return diagnostics.some(({ code }) => code === "content/missing");
}

function findingsOf({ diagnostics, texts, broken = [] }: BuildFindings): BuildFindings {
  const files = new Set(diagnostics.map(({ position }) => position?.file));
  return { diagnostics, broken, texts: new Map([...texts].filter(([file]) => files.has(file))) };
}

/* The building thread of `serve`: builds when it is told to, and answers how it went. */
const { steps, ...options }: BuilderData = workerData;
const builder = new SiteBuilder(options);
const board = new StepBoard(steps);
onStep((name) => board.begin(name));

parentPort?.on("message", (task: BuilderTask) => {
  void perform(task).then(async (answer) => {
    parentPort?.postMessage(answer);
    if (task.kind === "build") await loadAhead();
  });
});

async function perform(task: BuilderTask): Promise<BuilderAnswer | DeferredAnswer | ModelAnswer> {
  switch (task.kind) {
    case "build":
      return builder.build(task.unsaved);
    case "deferred":
      return builder.makeDeferred();
    case "model":
      return builder.tellModel();
  }
}
