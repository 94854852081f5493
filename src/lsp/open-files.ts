import { realpathSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

import type { TextDocumentItem } from "vscode-languageserver";

/** The files of a site: the editor's text of open files, the disk's of all others. */
export class OpenFiles {
  readonly #root: string;
  readonly #realRoot: string;
  readonly #open = new Map<string, Pick<TextDocumentItem, "uri" | "text">>();

  constructor(root: string) {
    this.#root = root;
    this.#realRoot = realPathOf(root);
  }

  /** The editor's texts, by path relative to the root. */
  get texts(): ReadonlyMap<string, string> {
    return new Map(Array.from(this.#open, ([file, { text }]) => [file, text]));
  }

  /** The path of a document relative to the root, with `/`; null if it isn't in the site. */
  fileOf(uri: string): string | null {
    const path = pathOf(uri);
    if (path === null) return null;
    for (const root of [this.#root, this.#realRoot]) {
      const file = relative(root, path);
      if (!file.startsWith("..") && file !== "" && join(root, file) === path) return file.split(sep).join("/");
    }
    return null;
  }

  uriOf(file: string): string {
    return this.#open.get(file)?.uri ?? pathToFileURL(join(this.#root, file)).href;
  }

  /** Stores the editor's text of a file. Returns false if the file isn't in the site or isn't a text. */
  set(uri: string, text: unknown): boolean {
    const file = this.fileOf(uri);
    if (file === null || typeof text !== "string") return false;
    this.#open.set(file, { uri, text });
    return true;
  }

  close(uri: string): void {
    this.#open.delete(this.fileOf(uri) ?? "");
  }

  textOf(file: string): string | null {
    return this.#open.get(file)?.text ?? null;
  }

  /** Returns a file's text from the editor or the disk; empty if it can't be read. */
  async read(file: string): Promise<string> {
    return this.textOf(file) ?? readFile(join(this.#root, file), "utf8").catch(() => "");
  }
}

function pathOf(uri: string): string | null {
  try {
    return uri.startsWith("file:") ? fileURLToPath(uri) : null;
  } catch {
    return null;
  }
}

function realPathOf(folder: string): string {
  try {
    return realpathSync(folder);
  } catch {
    return folder;
  }
}
