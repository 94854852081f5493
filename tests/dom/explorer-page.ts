import { waitFor, within } from "@testing-library/dom";
import { afterAll } from "vitest";

import { build } from "#build.ts";
import { createSandboxListener } from "#serve/sandbox-server.ts";
import type { Contract } from "#shared/contract/contract.ts";
import type { OutputFile } from "#write/output-file.ts";

import { collectFiles } from "../support/build-site.ts";
import { type ExplorerFolder, explorerFolder } from "../support/explorer-folder.ts";
import { listen } from "../support/listen.ts";
import { readContractText } from "../support/read-contract-text.ts";
import { choose, click, fill, openPage, type OpenPage } from "./open-page.ts";

/** A reference in this process, served with its sandbox. Disposing of it ends its server. */
interface ReferencePages extends AsyncDisposable {
  readonly origin: string;
  /** Opens the reference or another page as a new reader, at a fragment if given. The previous page is closed. */
  readonly visit: (options?: VisitOptions) => Promise<OpenPage>;
  /** Closes the page. */
  readonly leave: () => void;
}

interface VisitOptions {
  readonly route?: "/api/" | "/guide/";
  readonly hash?: string;
  readonly width?: number;
}

/** A small reference whose explorers can call servers with odd responses. */
interface ExplorerPages extends ReferencePages, Pick<ExplorerFolder, "odd" | "closed"> {}

const served = "docs-build explorer pages";

/**
 * The site, built and served once for all files that share a process. It ends with the process and is stored on its global
 * object, because each visit reloads a page's script and all other modules. A file's last page is closed after its tests.
 */
export async function explorerPages(): Promise<ExplorerPages> {
  const known = globalThis as typeof globalThis & { [served]?: Promise<ExplorerPages> };
  const pages = (known[served] ??= serveExplorerPages());
  afterAll(async () => (await pages).leave());
  return pages;
}

async function serveExplorerPages(): Promise<ExplorerPages> {
  const { folder, odd, closed } = await explorerFolder();
  const { files } = await collectFiles(async (emit) => build({ root: folder.path, flags: {}, strict: false, emit }));
  const texts = [await folder.read("openapi/v1.1.yaml"), await folder.read("openapi/sandbox.yaml")] as const;
  const contract = await readContractText(...texts);
  await folder[Symbol.asyncDispose]();
  return { odd, closed, ...(await serveReference(files, contract)) };
}

/** Serves the files of a site to its own pages, and the sandbox beside them. */
export async function serveReference(files: readonly OutputFile[], contract: Contract): Promise<ReferencePages> {
  const contents = new Map(files.map(({ path, content }) => [`/${path}`, content]));
  const sandbox = createSandboxListener(contract);
  const server = await listen((request, response) => {
    const content = contents.get(request.url ?? "");
    if (content === undefined) sandbox(request, response);
    else response.setHeader("content-type", "application/json").end(content);
  });
  const { origin } = server;
  const htmlOf = (path: string) => String(Buffer.from(contents.get(path) ?? ""));
  // A large reference has its operations on one page for each tag; other versions also have pages below this one.
  const ofTags = [...contents.keys()].filter((path) => /^\/api\/[^/]+\/index\.html$/.test(path));
  const whole = htmlOf("/api/index.html");
  const reference = whole.includes('data-island="explorer"') ? whole : ofTags.map(htmlOf).join("");
  const htmls = { "/api/": toIslands(reference, contract.basePath), "/guide/": toText(htmlOf("/guide/index.html")) };
  const addressOf = (worker: string) =>
    `${origin}${[...contents.keys()].find((path) => path.startsWith(`/assets/${worker}-`))}`;
  const globals = { SANDBOX_WORKER: addressOf("page-worker") };
  let page: OpenPage | null = null;
  return {
    origin,
    async visit({ route = "/api/", hash = "", ...options } = {}) {
      page?.[Symbol.dispose]();
      page = await openPage({ address: origin + route + hash, html: htmls[route], globals, ...options });
      return page;
    },
    leave: () => page?.[Symbol.dispose](),
    async [Symbol.asyncDispose]() {
      page?.[Symbol.dispose]();
      await server[Symbol.asyncDispose]();
    },
  };
}

/** Reduces a reference to its operations' explorers, so that opening a page is fast. */
function toIslands(html: string, sandbox: string): string {
  const islands = html.matchAll(/<div data-island="explorer">.*?<script type="application\/json">(.*?)<\/script>/gs);
  const sections = Array.from(islands, ([island, props = ""]) => {
    const { anchor } = JSON.parse(props);
    return `<section id="${anchor}">${island}</section>`;
  });
  return `<!doctype html><head><meta name="docs-build-sandbox" content="${sandbox}"></head><body>${sections.join("")}</body>`;
}

/** Reduces a guide to its text. */
function toText(html: string): string {
  return `<!doctype html><body>${/<main[^]*<\/main>/.exec(html)?.[0]}</body>`;
}

/** Opens the explorer of an operation. */
export async function open(anchor: string): Promise<HTMLElement> {
  const operation = document.getElementById(anchor) ?? document.body;
  await click(within(operation).getByRole("button", { name: "Try it" }));
  return shownExplorer(anchor);
}

/** Waits for the explorer of an operation and returns it. */
export async function shownExplorer(anchor: string): Promise<HTMLElement> {
  return waitFor(() => {
    const explorer = document.querySelector<HTMLElement>(`[id="${anchor}"] .explorer`);
    if (explorer === null) throw new Error(`the explorer of ${anchor} is not open`);
    return explorer;
  });
}

/** Sends an explorer's call and waits for its result: the words of the response's heading. */
export async function send(explorer: HTMLElement): Promise<string> {
  await pressSend(explorer);
  return outcome(explorer);
}

/** Presses the button that sends. */
export async function pressSend(explorer: HTMLElement): Promise<void> {
  await click(within(explorer).getByRole("button", { name: /^Send (?:[A-Z]+|again)$/ }));
}

/** Waits until the response's heading has the focus, and reads it. */
export async function outcome(explorer: HTMLElement): Promise<string> {
  const heading = await waitFor(() => {
    const found = explorer.querySelector(".response h5");
    if (found === null || found !== document.activeElement) throw new Error("no response has the focus");
    return found;
  });
  return heading.textContent ?? "";
}

/** The button that shows the response in a view. */
export async function responseView(explorer: HTMLElement, name: string | RegExp): Promise<HTMLInputElement> {
  const views = await within(explorer).findByRole("radiogroup", { name: "The response as" });
  return within(views).getByRole<HTMLInputElement>("radio", { name });
}

/** The body of the response as the page shows it. */
export async function responseText(explorer: HTMLElement): Promise<string> {
  await click(await responseView(explorer, /^(?:JSON|Body)$/));
  return within(explorer).getByRole("figure", { name: "Body" }).textContent ?? "";
}

/** Fills the body in as JSON. */
export async function writeJson(explorer: HTMLElement, value: unknown): Promise<void> {
  const views = within(explorer).getByRole("radiogroup", { name: "Edit the body as" });
  await click(within(views).getByRole("radio", { name: "JSON" }));
  await fill(
    await within(explorer).findByLabelText("Body as JSON"),
    typeof value === "string" ? value : JSON.stringify(value, null, 2),
  );
}

/** Chooses a server and enters its credentials. */
export async function callAs(explorer: HTMLElement, server: string, credentials: string): Promise<void> {
  await choose(within(explorer).getByLabelText("Server"), server);
  await fill(await within(explorer).findByLabelText("ApiAuth"), credentials);
}

/** Waits until a part of the page contains these words, even across elements. */
export async function shows(part: HTMLElement, words: string | RegExp): Promise<void> {
  await waitFor(() => {
    if (!has(part, words)) throw new Error(`nowhere does it say ${words}`);
  });
}

/** Waits until the words are gone. */
export async function showsNot(part: HTMLElement, words: string | RegExp): Promise<void> {
  await waitFor(() => {
    if (has(part, words)) throw new Error(`it says ${words}`);
  });
}

function has({ textContent }: HTMLElement, words: string | RegExp): boolean {
  const text = textContent ?? "";
  return typeof words === "string" ? text.includes(words) : words.test(text);
}
