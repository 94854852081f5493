import { deserialize, serialize } from "node:v8";

import type { Memory, Recall } from "#shared/memory.ts";

import { Fingerprints } from "./fingerprints.ts";
import { PackFolder } from "./pack-folder.ts";

/** In bytes. A value that takes more is an input by its name; a smaller one by its content, which another making may share. */
const largeSize = 100_000;

/**
 * Remembers in a folder, for every later build that makes the same of the same. A value is found by its key, the content
 * of its inputs and `maker`, which stands for everything else that decides it: the version of the tool and of what it
 * runs on. What is damaged is made anew, and a folder that cannot be written is done without.
 */
export class DiskMemory implements Memory {
  readonly #folder: PackFolder;
  readonly #maker: string;
  readonly #fingerprints = new Fingerprints();

  constructor(path: string, maker: string) {
    this.#folder = new PackFolder(path);
    this.#maker = maker;
  }

  readonly remember: Recall = async (key, inputs, make) => {
    const name = this.#fingerprints.of([this.#maker, key, ...inputs]);
    const known = this.#folder.read(name);
    const value = known === null ? await make() : deserialize(known);
    const bytes = known ?? serialize(value);
    if (known === null) this.#folder.add(name, bytes);
    if (bytes.byteLength > largeSize) this.#fingerprints.name(value, name);
    return value;
  };

  readonly keep: Recall = async (_key, _inputs, make) => make();

  /** Puts into the folder what was made since it was opened, and closes it: nothing is remembered from then on. */
  save(): void {
    this.#folder.save();
  }
}
