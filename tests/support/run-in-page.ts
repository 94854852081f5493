import { fileURLToPath } from "node:url";

import { build, type Plugin } from "esbuild";
import type { Page } from "playwright-core";

import { planPageSandbox } from "#site/reference/plan-explorers.ts";

import { prefilledRequests } from "./prefilled-requests.ts";
import { readContractText, readWithSandbox, shippedTexts } from "./read-contract-text.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));

/**
 * Runs files of the sandbox's unit tests in a page: what a browser makes of the same source. Contracts are read here; the
 * page gets of them what published pages get, and what their explorers start with.
 */
export async function runInPage(
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
      resolveDir: root,
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
    bundling.onResolve({ filter: /^vitest$/ }, () => ({ path: `${root}tests/support/page-vitest.ts` }));
    bundling.onLoad({ filter: /support\/read-contract-text\.ts$/ }, () => ({ contents: readInPage, resolveDir: root }));
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
