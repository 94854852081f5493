import { isDeepStrictEqual } from "node:util";

import type { LastState, FileStage } from "#cache/memory.ts";
import type { Stale } from "#shared/reload-message.ts";
import type { SiteModel } from "#shared/site-model.ts";
import type { OutputFile } from "#write/output-file.ts";

/* What the building thread keeps between builds: it sends what changed, and shows files as they were where it has to. */

/** The changes of a build since the last. */
export interface SiteChange {
  /** The path starts and ends with `/`. */
  readonly baseUrl: string;
  /** True if `files` holds the whole site. */
  readonly isWhole: boolean;
  /** New and changed files. */
  readonly files: readonly OutputFile[];
  readonly removed: readonly string[];
}

export type FilesByPath = ReadonlyMap<string, OutputFile>;

/** The last source of a path wins. */
export function toFilesByPath(files: readonly OutputFile[]): FilesByPath {
  return new Map(files.map((file) => [file.path, file]));
}

/** Null stands for a site without a build. */
export function compareSites(before: FilesByPath | null, files: FilesByPath): Omit<SiteChange, "baseUrl"> {
  return {
    isWhole: before === null,
    files: [...files.values()].filter((file) => !isSame(before?.get(file.path), file)),
    removed: [...(before?.keys() ?? [])].filter((path) => !files.has(path)),
  };
}

/** Unchanged content is the same string or array from the memory, so comparing it is free. */
function isSame(before: OutputFile | undefined, { content, source }: OutputFile): boolean {
  if (before === undefined || before.source !== source) return false;
  if (before.content === content) return true;
  return (
    before.content instanceof Uint8Array &&
    content instanceof Uint8Array &&
    Buffer.compare(before.content, content) === 0
  );
}

type Contracts = Pick<SiteModel, "contracts" | "apis">;

/** A model for another thread. It leaves out unchanged contracts, its largest part. */
export type ModelChange = Omit<SiteModel, keyof Contracts> & Partial<Contracts>;

/** Sends models from the building thread, without contracts that the other thread has already. */
export class ModelSender {
  #model: SiteModel = emptyModel;
  #sent: readonly VersionedContract[] | null = null;

  take(model: SiteModel): void {
    this.#model = model;
  }

  next(): ModelChange {
    const { contracts, apis: _apis, ...change } = this.#model;
    const sent = this.#sent;
    this.#sent = contracts;
    // An unchanged contract is the same object.
    const isSent = ({ contract, version }: VersionedContract, index: number): boolean =>
      contract === sent?.[index]?.contract && isDeepStrictEqual(version, sent[index].version);
    return sent?.length === contracts.length && contracts.every(isSent) ? change : this.#model;
  }
}

type VersionedContract = SiteModel["contracts"][number];

export const emptyModel: SiteModel = {
  contracts: [],
  apis: [],
  documents: [],
  routes: { routes: [], routeByFile: new Map(), routeByKey: new Map() },
  parts: [],
  statics: [],
  directives: [],
};

/** The last good results of each file, and the time since when it's broken. */
export class KeptState implements LastState {
  readonly #lastGood = new Map<string, unknown>();
  readonly #since = new Map<string, Date>();
  /** The broken template by file; null if the file itself is broken. */
  #stale = new Map<string, string | null>();

  begin(): void {
    this.#stale = new Map();
  }

  /** Ends a build, and returns its stale files in order. */
  end(): readonly Stale[] {
    for (const file of this.#since.keys()) if (!this.#stale.has(file)) this.#since.delete(file);
    const inOrder = [...this.#stale].sort(([a], [b]) => (a < b ? -1 : 1));
    return inOrder.map(([file, template]) => {
      const since = this.#since.get(file) ?? new Date();
      this.#since.set(file, since);
      return { file, since: since.toISOString(), ...(template !== null && { template }) };
    });
  }

  readonly of: LastState["of"] = (what, value) => this.#keep(what, value);

  readonly isStale = (file: string): boolean => this.#stale.has(file);

  /** A file is shown as it was, because it can't be read or a template fails on its page. */
  note(file: string, template: string | null = null): void {
    if (this.#stale.get(file) !== null) this.#stale.set(file, template);
  }

  #keep<T>(what: FileStage, value: T | null): T | null;
  #keep({ file, stage }: FileStage, value: unknown): unknown {
    const key = `${stage} of ${file}`;
    if (value !== null) {
      this.#lastGood.set(key, value);
      return value;
    }
    const last = this.#lastGood.get(key) ?? null;
    if (last !== null) this.note(file);
    return last;
  }
}
