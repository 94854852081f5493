import type { Stats } from "node:fs";
import { readdir, readFile, realpath, stat } from "node:fs/promises";
import { join, posix, relative } from "node:path";

import { refusalOf } from "#read/written-address.ts";
import { sizeLimit } from "#read/read-folder.ts";
import { diagnose, type Diagnostic, type Position, startOf } from "#shared/diagnostics/diagnostic.ts";

/** A folder with more files is unlikely to be a site. */
const maxFiles = 50_000;

const toolFolders = /^(?:node_modules|\.docusaurus|\.git)$/;

/** Reports what the new site lacks, or has in another form. */
export type Report = (message: string, at: Position, hint?: string) => void;

/**
 * The folder of an untrusted site. Nothing outside is read, wherever its names and links lead; each refusal is a
 * finding at the position that named the path.
 */
export class SourceFolder {
  /** The findings of the whole migration. */
  readonly diagnostics: Diagnostic[] = [];
  /** The files that were read as text, by path. */
  readonly texts = new Map<string, string>();
  readonly report: Report = (message, at, hint) => {
    this.diagnostics.push(diagnose("init/left-out", message, at, hint));
  };
  readonly #root: string;
  #files = 0;

  private constructor(root: string) {
    this.#root = root;
  }

  static async open(folder: string): Promise<SourceFolder> {
    return new SourceFolder(await realpath(folder).catch(() => folder));
  }

  async names(folder: string): Promise<readonly string[]> {
    if ((await this.#find(`${folder === "" ? "." : folder}/`, null)) === null) return [];
    const names = await readdir(join(this.#root, folder)).catch(() => []);
    return names.filter((name) => !name.startsWith(".") && !toolFolders.test(name)).sort();
  }

  /** Files below a folder by path relative to the site, with `/`, without folders that tools make. */
  async list(folder: string, at: Position | null = null): Promise<readonly string[]> {
    const found: string[] = [];
    if ((await this.#find(`${folder === "" ? "." : folder}/`, at)) !== null) await this.#collect(folder, found);
    return found.sort();
  }

  async #collect(folder: string, found: string[]): Promise<void> {
    const entries = await readdir(join(this.#root, folder), { withFileTypes: true }).catch(() => []);
    for (const entry of entries) {
      const path = folder === "." || folder === "" ? entry.name : `${folder}/${entry.name}`;
      if (entry.isDirectory() && toolFolders.test(entry.name)) continue;
      if (entry.name === ".DS_Store") continue;
      if (++this.#files > maxFiles) return this.report(`the site holds more than ${maxFiles} files`, startOf(path));
      const entity = await this.#find(entry.isDirectory() ? `${path}/` : path, null);
      if (entity === null) continue;
      if (entry.isDirectory()) await this.#collect(path, found);
      else if (entity.isFile()) found.push(path);
      else this.report("a link to a folder is left out", startOf(path));
    }
  }

  has(path: string): Promise<boolean> {
    return this.#find(path, null).then((found) => found !== null);
  }

  async text(path: string, at: Position | null = null): Promise<string | null> {
    const bytes = await this.bytes(path, at);
    if (bytes === null) return null;
    const text = new TextDecoder().decode(bytes);
    this.texts.set(path, text);
    return text;
  }

  async bytes(path: string, at: Position | null = null): Promise<Uint8Array | null> {
    const entity = await this.#find(path, at);
    if (entity === null || !entity.isFile()) return null;
    if (entity.size > sizeLimit) {
      this.report(`a file is left out: it is larger than ${sizeLimit / 1_000_000} MB`, at ?? startOf(path));
      return null;
    }
    return readFile(join(this.#root, path)).catch(() => null);
  }

  /** Resolves links. Null for a path that doesn't exist or may not be read. */
  async #find(path: string, at: Position | null): Promise<Stats | null> {
    const refusal = refusalOf(path);
    if (refusal !== null) return this.#refuse(path, refusal, at);
    const target = await realpath(join(this.#root, path)).catch(() => null);
    if (target === null) return null;
    const inside = relative(this.#root, target).replaceAll("\\", "/");
    const found = await stat(target).catch(() => null);
    const way = refusalOf(found?.isDirectory() === true && inside !== "" ? `${inside}/` : inside);
    if (way !== null) return this.#refuse(path, way, at);
    if (found !== null && !found.isFile() && !found.isDirectory())
      return this.#refuse(path, "is neither a file nor a folder", at);
    return found;
  }

  #refuse(path: string, refusal: string, at: Position | null): null {
    const hint = refusal.includes("leads out")
      ? "name the folder that holds all of the site: --from <folder>"
      : undefined;
    const message = `\`${posix.normalize(path)}\` isn't read: it ${refusal}`;
    this.report(message, at ?? startOf(path.replace(/\/$/, "")), hint);
    return null;
  }
}
