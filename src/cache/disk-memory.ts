import { deserialize, serialize } from "node:v8";

import { Fingerprints } from "./fingerprints.ts";
import type { Memory, Recall, RecallParts, RecallWhole } from "./memory.ts";
import { PackFolder } from "./pack-folder.ts";

/** In bytes. A value that takes more is an input by its name; a smaller one by its content, which another making may share. */
const largeSize = 100_000;

/**
 * Remembers in a folder, for every later build that makes the same of the same. A value is found by its key, the content
 * of its inputs and `maker`, which stands for everything else that decides it: the version of the tool and of what it
 * runs on. What is damaged or of another shape is made anew, and a folder that cannot be written is done without.
 */
export class DiskMemory implements Memory {
  readonly #folder: PackFolder;
  readonly #maker: string;
  readonly #fingerprints = new Fingerprints();

  constructor(path: string, maker: string) {
    this.#folder = new PackFolder(path);
    this.#maker = maker;
  }

  readonly remember: RecallWhole = async (key, inputs, { shape, make }) => {
    const name = this.#nameOf(key, inputs);
    const known = this.#find(name, shape);
    const value = known === null ? await make(...inputs) : known.value;
    // What passed a limit may be another thing when it is made again: it has no name.
    if (known === null && passedLimit(value)) return value;
    const bytes = known?.bytes ?? serialize(value);
    if (known === null) this.#folder.add(name, bytes);
    if (bytes.byteLength > largeSize) this.#fingerprints.name(value, name);
    return value;
  };

  readonly rememberParts: RecallParts = async (key, inputs, { shapes, make }) => {
    const name = this.#nameOf(key, inputs);
    const parts = namesOf(shapes);
    const placeOf = (part: string): string => `${name} ${part}`;
    const isKnown = parts.every((part) => this.#folder.has(placeOf(part)));
    const makeWhole = async () => {
      const value = await make(...inputs);
      const isAdded =
        !passedLimit(value) && parts.every((part) => this.#folder.add(placeOf(part), serialize(value[part])));
      return { value, isAdded };
    };
    const whole = isKnown ? null : await makeWhole();
    // It stays in the memory of the process only where the folder does not take it.
    const makeAgain = whole === null || whole.isAdded ? once(makeWhole) : always(whole);
    return async (part) => {
      const known = this.#find(placeOf(part), shapes[part]);
      return known === null ? (await makeAgain()).value[part] : known.value;
    };
  };

  readonly keep: Recall = async (_key, inputs, make) => make(...inputs);

  /** Puts into the folder what was made since it was opened. From then on the folder is read only. */
  save(): void {
    this.#folder.save();
  }

  /**
   * For a build that failed by a fault of ours: what it was given may have been of another shape than it should be. From
   * then on everything is made anew, and replaces what there was. Returns whether the build was given anything at all.
   */
  distrust(): boolean {
    return this.#folder.distrust();
  }

  /** Closes the folder: nothing is remembered from then on. */
  close(): void {
    this.#folder.close();
  }

  #find(name: string, shape: "bytes" | readonly string[]) {
    const bytes = this.#folder.read(name);
    const known = bytes && decode(bytes);
    return known !== null && isShaped(known.value, shape) ? known : null;
  }

  #nameOf(key: string, inputs: readonly unknown[]): string {
    return this.#fingerprints.of([this.#maker, key, ...inputs]);
  }
}

/** Null for bytes that are no value. */
function decode(bytes: Uint8Array) {
  try {
    return { value: deserialize(bytes), bytes };
  } catch {
    return null;
  }
}

/** Whether a value, or a member of it, has a finding of a limit: how long a page takes is also a matter of what else runs. */
function passedLimit(value: object): boolean {
  return [value, ...Object.values(value)].some(
    (part: unknown) =>
      typeof part === "object" &&
      part !== null &&
      "diagnostics" in part &&
      Array.isArray(part.diagnostics) &&
      part.diagnostics.some(isOfLimit),
  );
}

function isOfLimit(finding: unknown): boolean {
  return (
    typeof finding === "object" && finding !== null && "code" in finding && String(finding.code).endsWith("/limit")
  );
}

/** Who may write into a folder decides what it says, but not what it is: careless hands put in something else. */
function isShaped(value: unknown, shape: "bytes" | readonly string[]): boolean {
  if (shape === "bytes") return value instanceof Uint8Array;
  return typeof value === "object" && value !== null && shape.every((member) => Object.hasOwn(value, member));
}

function namesOf<T extends object>(value: T): readonly Extract<keyof T, string>[] {
  const names: Extract<keyof T, string>[] = [];
  for (const name in value) names.push(name);
  return names;
}

/** A closure of its own: one that shares its scope with others would keep the value alive in those that have no use for it. */
function always<T>(value: T): () => Promise<T> {
  return async () => value;
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let promise: Promise<T> | null = null;
  return async () => (promise ??= make());
}
