import { build, type Plugin } from "esbuild";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";

import { packageRoot } from "#package.ts";
import { planPageSandbox } from "#site/reference/plan-explorers.ts";

import { prefilledRequests } from "../../support/prefilled-requests.ts";
import { readContractText, readWithSandbox, shippedTexts } from "../../support/read-contract-text.ts";
import { serveFolder } from "../../support/serve-folder.ts";
import { shippedFolder } from "../../support/temporary-folder.ts";
import { inSettings, openExplorer, send } from "../explorer-site.ts";
import { buildIn } from "../published-site.ts";
import { connectBrowser, readSite } from "../visit.ts";

/* The sandbox of the page, where readers are: in Chromium, and on hosts of plain files. */

test("below a base URL a first call of each method succeeds, and an upload", async () => {
  await using folder = await shippedFolder();
  await using server = await serveFolder(await buildIn(folder, "--base-url", "/docs/"), { baseUrl: "/docs/" });
  await using site = await readSite(server.origin);
  const { page, faults } = await site.visit("/docs/api/");
  const anchors = await anchorsOf(page);
  const wanted = ["get-", "post-", "patch-", "delete-"].map((method) => anchors.find((id) => id.startsWith(method)));
  const some = [...wanted, anchors.find(isUpload)].filter((id) => id !== undefined);
  expect(some).toHaveLength(5);
  expect(await sendEach(page, some)).toEqual([]);
  expect(faults).toEqual([]);
});

const isUpload = (anchor: string): boolean => anchor.endsWith("-attachments");

/** Of the operations that have an explorer. */
async function anchorsOf(page: Page): Promise<readonly string[]> {
  return page.locator(".try-it").evaluateAll((all) => all.map(({ id }) => id.replace(/^try-/, "")));
}

/** Sends the first call of each operation to a fresh sandbox. Returns those that didn't succeed. */
async function sendEach(page: Page, anchors: readonly string[]): Promise<readonly string[]> {
  const refused: string[] = [];
  for (const anchor of anchors) {
    const explorer = await openExplorer(page, anchor);
    await inSettings(explorer, async () => explorer.getByRole("button", { name: "Reset" }).click());
    if (isUpload(anchor)) await explorer.locator(".field-file .note").getByText("sample.pdf").waitFor();
    const answer = await send(explorer);
    await page.keyboard.press("Escape");
    await explorer.waitFor({ state: "detached" });
    if (!/^2\d\d /.test(answer)) refused.push(`${anchor}: ${answer}`);
  }
  return refused;
}

test("the unit tests of the sandbox hold in Chromium, with the contract as pages have it", async () => {
  const subjects = ["contracts", "first-send", "records", "references", "requests", "search", "uploads"];
  const page = await (await connectBrowser()).newPage();
  const { count, failed } = await runInPage(
    page,
    subjects.map((subject) => `tests/unit/sandbox-${subject}.test.ts`),
  );
  await page.close();
  expect(failed).toEqual([]);
  expect(count).toBeGreaterThan(0);
});

/**
 * Runs files of the sandbox's unit tests in a page: what a browser makes of the same source. Contracts are read here; the
 * page gets of them what published pages get, and what their explorers start with.
 */
async function runInPage(
  page: Page,
  files: readonly string[],
): Promise<{ readonly count: number; readonly failed: string[] }> {
  await page.exposeFunction("readWithSandbox", async (text: string, sandboxText: string) => {
    const { value, diagnostics } = await readWithSandbox(text, sandboxText);
    return { value: value === null ? null : String(planPageSandbox(value)?.content), diagnostics };
  });
  await page.exposeFunction("prefilledRequests", async () => {
    const prefilled = await prefilledRequests(await readContractText(...shippedTexts));
    return prefilled.map(({ id, request }) => ({
      id,
      request: { ...request, headers: [...request.headers], body: [...request.body] },
    }));
  });
  await page.addScriptTag({ type: "module", content: await bundle(files) });
  // As long as the test that asks may take.
  await page.waitForFunction("globalThis.results", null, { timeout: 0 });
  return page.evaluate("globalThis.results");
}

async function bundle(files: readonly string[]): Promise<string> {
  const imports = files.map((file) => `import "./${file}";\n`).join("");
  const { outputFiles } = await build({
    stdin: {
      contents: `${imports}import { runAll } from "vitest";\nglobalThis.results = await runAll();`,
      resolveDir: packageRoot,
    },
    bundle: true,
    write: false,
    format: "esm",
    platform: "browser",
    target: "chrome117",
    plugins: [pageModules],
  });
  return outputFiles[0]?.text ?? "";
}

/** In place of vitest, and of what reads contracts. */
const pageModules: Plugin = {
  name: "page-modules",
  setup(bundling) {
    bundling.onResolve({ filter: /^vitest$/ }, () => ({ path: `${packageRoot}tests/support/page-vitest.ts` }));
    bundling.onLoad({ filter: /support\/read-contract-text\.ts$/ }, () => ({
      contents: readInPage,
      resolveDir: packageRoot,
    }));
    bundling.onLoad({ filter: /support\/prefilled-requests\.ts$/ }, () => ({ contents: prefilledInPage }));
  },
};

const readInPage = `
import { parseSlice } from "#sandbox/sandbox.ts";
export const shippedTexts = ${JSON.stringify(shippedTexts)};
export async function readWithSandbox(text, sandboxText) {
  const { value, diagnostics } = await globalThis.readWithSandbox(text, sandboxText);
  // What checks samples in the tests looks among the webhooks as well; a page's slice has none.
  return { value: value === null ? null : { ...parseSlice(value), webhooks: [] }, diagnostics };
}
export async function readContractText(text, sandboxText = "") {
  return (await readWithSandbox(text, sandboxText)).value;
}
`;

const prefilledInPage = `
export async function prefilledRequests() {
  const prefilled = await globalThis.prefilledRequests();
  return prefilled.map(({ id, request }) => ({
    id,
    request: { ...request, headers: new Map(request.headers), body: Uint8Array.from(request.body) },
  }));
}
`;
