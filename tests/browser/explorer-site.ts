import type { Locator, Page } from "playwright-core";
import { afterAll } from "vitest";

import { type ExplorerFolder, explorerFolder } from "../support/explorer-folder.ts";
import { startServe } from "../support/serve-process.ts";
import { readSite, type VisitOptions } from "./visit.ts";

/** A small reference, served with its sandbox, and a browser that watches what its pages do. */
interface ExplorerSite extends Pick<ExplorerFolder, "odd" | "closed"> {
  readonly origin: string;
  /** Opens the reference, or another page, as a new reader. */
  readonly visit: (options?: VisitOptions & { readonly route?: string }) => Promise<ExplorerVisit>;
}

interface ExplorerVisit {
  readonly page: Page;
  /** Exceptions and console errors, including policy violations, except the browser's own messages about failed calls. */
  readonly faults: () => readonly string[];
  /** Opens the explorer of an operation. */
  readonly open: (anchor: string) => Promise<Locator>;
}

/** Builds and serves the site with the real command, until the tests of the file are over. */
export async function serveExplorerSite(): Promise<ExplorerSite> {
  const resources: AsyncDisposable[] = [];
  afterAll(async () => {
    for (const resource of resources) await resource[Symbol.asyncDispose]();
  });
  const site = await explorerFolder();
  const { folder, odd, closed } = site;
  const served = await startServe(["--port", "0", "--root", folder.path]);
  resources.push(served, site);
  const reader = readSite(served.origin);
  return {
    origin: served.origin,
    odd,
    closed,
    async visit({ route = "/api/", ...options } = {}) {
      const { page, faults } = await reader.visit(route, options);
      return {
        page,
        // The browser's own messages about a status or a blocked call; a page can't suppress them.
        faults: () => faults.filter((fault) => !/Failed to load resource|blocked by CORS policy/.test(fault)),
        open: async (anchor) => openExplorer(page, anchor),
      };
    },
  };
}

/** Opens the explorer of an operation. */
export async function openExplorer(page: Page, anchor: string): Promise<Locator> {
  const operation = page.locator(`[id="${anchor}"]`);
  await operation.getByRole("button", { name: "Try it" }).click();
  const explorer = operation.locator(".explorer");
  await untilOpen(explorer);
  return explorer;
}

/** Waits until an explorer is shown and has taken the focus, which it does after it is painted: from then on keys are its own. */
export async function untilOpen(explorer: Locator): Promise<void> {
  await explorer.locator(".explorer-line:focus").waitFor();
}

/**
 * Sends the call of an explorer and returns the text of the response's heading. It uses a key, because a click
 * that follows a response as fast as tests do counts as a late click on Cancel.
 */
export async function send(explorer: Locator): Promise<string> {
  await explorer.getByRole("button", { name: /^Send (?:[A-Z]+|again)$/ }).press("Enter");
  return outcome(explorer);
}

/** Waits until the response's heading has the focus, and reads it. */
export async function outcome(explorer: Locator): Promise<string> {
  const heading = explorer.locator(".response h5:focus");
  await heading.waitFor();
  return (await heading.textContent()) ?? "";
}

/** Opens the form that is folded behind its response. */
export async function edit(explorer: Locator): Promise<void> {
  const line = explorer.locator(".explorer-line");
  if ((await line.getAttribute("aria-expanded")) === "false") await line.click();
}

/** The request as code: beside its response, or folded while there is none. */
export async function codeOf(explorer: Locator): Promise<Locator> {
  const code = explorer.locator(".call-code");
  const way = explorer.getByRole("radio", { name: "Code" }).or(explorer.getByText("This request as curl"));
  if ((await code.count()) === 0) await way.click();
  await code.locator("code").waitFor();
  return code;
}

/** The text of the shown response body. */
export async function responseText(explorer: Locator): Promise<string> {
  const views = explorer.getByRole("radiogroup", { name: "The response as" });
  await views.getByRole("radio", { name: /^(?:JSON|Body)$/ }).click();
  return explorer.getByRole("figure", { name: "Body" }).innerText();
}

/** Fills the body in as JSON. */
export async function writeJson(explorer: Locator, value: unknown): Promise<void> {
  await explorer.getByRole("radiogroup", { name: "Edit the body as" }).getByRole("radio", { name: "JSON" }).check();
  await explorer.getByLabel("Body as JSON").fill(typeof value === "string" ? value : JSON.stringify(value, null, 2));
}

/** Chooses a server and enters the credentials. */
export async function callAs(explorer: Locator, server: string, credentials: string): Promise<void> {
  await edit(explorer);
  await chooseServer(explorer, server);
  await explorer.getByLabel("ApiAuth").fill(credentials);
}

/** Chooses the server whose name begins with `name`. */
export async function chooseServer(explorer: Locator, server: string): Promise<void> {
  const choice = explorer.getByLabel("Server", { exact: true });
  const label = (await choice.locator("option").allTextContents()).find((text) => text.startsWith(server));
  await inSettings(explorer, async () => choice.selectOption({ label: label ?? server }));
}

/** Opens the server settings from the bar, runs an action, and closes them again. */
export async function inSettings(explorer: Locator, act: () => Promise<unknown>): Promise<void> {
  const button = explorer.locator(".explorer-server");
  await button.click();
  await act();
  await button.click();
}

/** Opens the menu behind the three dots. */
export async function openMore(explorer: Locator): Promise<void> {
  await explorer.getByRole("button", { name: "More", exact: true }).click();
}

/** Whether the start of an element is in view. */
export async function isInView(part: Locator): Promise<boolean> {
  return part.evaluate((element) => {
    const { top, left } = element.getBoundingClientRect();
    return top >= 0 && top < innerHeight - 20 && element.contains(document.elementFromPoint(left + 4, top + 8));
  });
}
