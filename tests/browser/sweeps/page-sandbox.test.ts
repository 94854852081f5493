import type { Page } from "playwright-core";
import { expect, test } from "vitest";

import { runInPage } from "../../support/run-in-page.ts";
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
    if (isUpload(anchor)) await explorer.locator(".field-file-facts").getByText("sample.pdf").waitFor();
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
