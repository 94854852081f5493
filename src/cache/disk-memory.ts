import { deserialize, serialize } from "node:v8";

import { idOf } from "./id-of.ts";
import { type Memory, noMemory, type Recalled, storedKinds } from "./memory.ts";
import { PackFolder } from "./pack-folder.ts";

/**
 * Remembers in a folder, for every later build that makes the same of the same. A value is found by its name, its inputs
 * and `maker`, which stands for everything else that decides it: the version of the tool and of what it runs on. What is
 * damaged is made anew, and a folder that can't be written is done without.
 */
export class DiskMemory implements Memory {
  readonly #folder: PackFolder;
  readonly #maker: string;

  constructor(path: string, maker: string) {
    this.#folder = new PackFolder(path);
    this.#maker = maker;
  }

  readonly memo: Memory["memo"] = async (name, inputs, make) => (await this.recall(name, inputs, make)).value;

  readonly recall: Memory["recall"] = async <T>(
    name: string,
    inputs: readonly unknown[],
    make: () => T | Promise<T>,
  ): Promise<Recalled<T>> => {
    const [kind = ""] = name.split(" ", 1);
    if (!storedKinds.has(kind)) return noMemory.recall(name, inputs, make);
    const key = idOf(this.#maker, name, ...inputs);
    const known: { readonly value: T } | null = this.#read(key);
    const again = async (): Promise<T> => this.#read(key)?.value ?? make();
    if (known !== null) return { value: known.value, again };
    const value = await make();
    const isStored = !isCutShort(value) && this.#folder.add(key, serialize([key, value]));
    // It stays in the memory of the process only where the folder doesn't take it.
    return isStored ? { value, again } : always(value);
  };

  /** Puts into the folder what was made since it was opened. From then on the folder is read only. */
  save(): void {
    this.#folder.save();
  }

  /**
   * For a build that failed by a fault of ours: a value may have been of another shape than it should be. From then on
   * everything is made anew, and replaces what there was. Returns whether the build used anything at all.
   */
  distrust(): boolean {
    return this.#folder.distrust();
  }

  /** Closes the folder: nothing is remembered from then on. */
  close(): void {
    this.#folder.close();
  }

  /** Null for bytes that aren't a value, or the value of another name: careless hands may put in anything. */
  #read(key: string) {
    const bytes = this.#folder.read(key);
    if (bytes === null) return null;
    try {
      const entry = deserialize(bytes);
      return Array.isArray(entry) && entry[0] === key ? { value: entry[1] } : null;
    } catch {
      return null;
    }
  }
}

/** A limit of time depends on what else the machine does, so that its findings aren't kept. */
function isCutShort(value: unknown): boolean {
  if (typeof value !== "object" || value === null || !("diagnostics" in value)) return false;
  const { diagnostics } = value;
  return Array.isArray(diagnostics) && diagnostics.some(({ code }) => String(code).endsWith("/limit"));
}

function always<T>(value: T): Recalled<T> {
  return { value, again: async () => value };
}
