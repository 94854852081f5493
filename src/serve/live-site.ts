import type { OutputFile } from "../model/output-file.ts";
import { dressPage } from "./dress-page.ts";
import { findFile, parseTarget } from "./find-file.ts";
import { hashOf, ServedFile } from "./served-file.ts";

/** What a build changed of the site before it. */
export interface SiteChange {
  /** Starts and ends with `/`. */
  readonly baseUrl: string;
  /** True when the files are all there are, not only what is new. */
  readonly isWhole: boolean;
  /** New and changed files. */
  readonly files: readonly OutputFile[];
  /** Paths of files that are gone. */
  readonly removed: readonly string[];
}

/** The last good build of the site: in memory, and whole at every moment. */
export class LiveSite {
  readonly #isWatched: boolean;
  #files: ReadonlyMap<string, ServedFile> = new Map();
  /** Pages with the live-reload client, as far as somebody asked for them since the last build. */
  readonly #dressed = new Map<ServedFile, ServedFile>();
  #baseUrl = "/";

  /** Of a watched site, pages are sent with the live-reload client; else every file as it was built. */
  constructor(isWatched: boolean) {
    this.#isWatched = isWatched;
  }

  get baseUrl(): string {
    return this.#baseUrl;
  }

  get isEmpty(): boolean {
    return this.#files.size === 0;
  }

  /** The file to be sent for a path below the base URL, by the rules of static hosts. */
  find(path: string): ServedFile | undefined {
    const file = findFile(this.#files, path);
    return file === undefined || !this.#isWatched || file.type !== htmlType ? file : this.#dress(file);
  }

  /** Takes in what a finished build changed. */
  update({ baseUrl, isWhole, files, removed }: SiteChange): void {
    const next = new Map(isWhole ? [] : this.#files);
    for (const path of removed) next.delete(path);
    for (const { path, content } of files) next.set(path, new ServedFile(path, content));
    this.#files = next;
    this.#baseUrl = baseUrl;
    this.#dressed.clear();
  }

  #dress(file: ServedFile): ServedFile {
    const known = this.#dressed.get(file);
    if (known !== undefined) return known;
    const html = file.body.toString();
    const version = hashOf([file.tag, ...this.#shownIn(html)].join(" "));
    const page = new ServedFile(".html", dressPage(html, version), version);
    this.#dressed.set(file, page);
    return page;
  }

  /** Tags of the images and other files that a page shows: it is a new version when one of them is. */
  #shownIn(html: string): readonly string[] {
    const addresses = new Set(
      [...html.matchAll(/ (?:src|href|poster)="(\/[^"#?]*)/g)].map(([, address]) => address ?? ""),
    );
    return [...addresses].flatMap((address) => {
      const target = parseTarget(address.replaceAll("&amp;", "&"), this.#baseUrl);
      const file = target.kind === "site" ? findFile(this.#files, target.path) : undefined;
      return file === undefined || file.type === htmlType ? [] : [file.tag];
    });
  }
}

const htmlType = "text/html; charset=utf-8";
