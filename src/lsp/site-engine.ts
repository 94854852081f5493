import { emptyModel } from "#serve/build-state.ts";
import { type Builder, type BuilderOptions, type BuildFindings, startBuilder } from "#serve/start-builder.ts";
import { FolderWatch } from "#serve/watch-folder.ts";
import type { SiteModel } from "#shared/site-model.ts";

interface EngineEvents {
  /** The editor's unsaved texts, which replace those of the folder. */
  readonly unsaved: () => ReadonlyMap<string, string>;
  readonly onFindings: (findings: BuildFindings) => void;
  /** The build itself failed, and the last findings still apply. */
  readonly onCrash: (message: string) => void;
}

/** In milliseconds without a key. Then the build starts. */
const pause = 60;

/**
 * Builds the site with the editor's texts after each change, one build at a time. It uses the thread and memory of
 * `serve`, so that a build costs only what changed. Answers use the last build's model; only the first build is
 * awaited.
 */
export class SiteEngine {
  readonly #builder: Builder;
  readonly #events: EngineEvents;
  readonly #watch: FolderWatch;
  readonly #firstBuild: Promise<void>;
  #endFirstBuild: () => void = () => undefined;
  #model: SiteModel = emptyModel;
  #timer: NodeJS.Timeout | undefined;
  #isBuilding = false;
  #isDue = false;

  constructor({ root, cache }: Pick<BuilderOptions, "root" | "cache">, events: EngineEvents) {
    this.#builder = startBuilder({ root, cache, flags: {}, strict: false });
    this.#events = events;
    this.#firstBuild = new Promise((resolve) => {
      this.#endFirstBuild = resolve;
    });
    this.#watch = new FolderWatch({ root, onChange: () => this.#build(), onPolling: () => undefined });
  }

  start(): void {
    void this.#watch.start();
    this.#build();
  }

  change(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#build(), pause);
  }

  async model(): Promise<SiteModel> {
    await this.#firstBuild;
    return this.#model;
  }

  async stop(): Promise<void> {
    clearTimeout(this.#timer);
    this.#builder.stop();
    await this.#watch.close();
  }

  #build(): void {
    this.#isDue = true;
    if (!this.#isBuilding) void this.#buildWhileDue();
  }

  async #buildWhileDue(): Promise<void> {
    this.#isBuilding = true;
    while (this.#isDue) {
      this.#isDue = false;
      const answer = await this.#builder.build({ unsaved: this.#events.unsaved() });
      const model = await this.#builder.getModel();
      if (model.kind === "model") this.#model = { ...this.#model, ...model.change };
      this.#endFirstBuild();
      if (answer.kind === "crashed") this.#events.onCrash(answer.message);
      else this.#events.onFindings(answer.findings);
    }
    this.#isBuilding = false;
  }
}
