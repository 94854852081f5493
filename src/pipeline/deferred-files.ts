import type { Memory } from "#cache/memory.ts";
import type { OutputFile } from "#write/output-file.ts";

/** Files that are made when they are wanted. */
export interface DeferredFiles {
  /** Where they will be, as far as their content doesn't decide it. */
  readonly files: readonly Pick<OutputFile, "path">[];
  readonly make: (memory: Memory) => AsyncIterable<OutputFile>;
}
