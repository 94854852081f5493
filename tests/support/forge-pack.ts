import { hash } from "node:crypto";
import { readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";

type Entry = readonly [name: string, position: readonly [start: number, length: number, check: string]];

const mark = "docs-build pack 1 ";

/** A pack with any list of entries, and with correct hashes. */
export function forgePack(values: Uint8Array, list: unknown): Buffer {
  const text = Buffer.from(JSON.stringify(list), "latin1");
  return Buffer.concat([values, text, Buffer.from(`${mark}${checkOf(text)}${String(text.length).padStart(12)}`)]);
}

/** Replaces the bytes of every value in a cache, and keeps the hashes correct. */
export async function forgeValues(folder: string, toForged: (bytes: Uint8Array) => Uint8Array): Promise<void> {
  for (const path of await packsIn(folder)) {
    const bytes = await readFile(path);
    const end = bytes.length - mark.length - 34;
    const list: readonly Entry[] = JSON.parse(bytes.subarray(end - Number(bytes.subarray(-12)), end).toString());
    let size = 0;
    const forged = list.map(([name, [start, length]]) => {
      const value = toForged(bytes.subarray(start, start + length));
      size += value.length;
      return { value, entry: [name, [size - value.length, value.length, checkOf(value)]] };
    });
    await rm(path);
    const values = Buffer.concat(forged.map(({ value }) => value));
    await writeFile(
      path,
      forgePack(
        values,
        forged.map(({ entry }) => entry),
      ),
    );
  }
}

/** Paths of the finished packs in a folder, at any depth. */
export async function packsIn(folder: string): Promise<readonly string[]> {
  const names = await readdir(folder, { recursive: true });
  return names.filter((name) => name.endsWith(".pack")).map((name) => join(folder, name));
}

export function checkOf(bytes: Uint8Array): string {
  return hash("sha256", bytes, "base64url").slice(0, 22);
}
