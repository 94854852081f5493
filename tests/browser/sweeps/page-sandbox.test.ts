import { afterAll, beforeAll, expect, inject, test } from "vitest";

import { send } from "../explorer-site.ts";
import { readSite, type Reader } from "../visit.ts";

/* Every request that an explorer starts with, sent at once in a fresh sandbox of the page, on a host of plain files. */
let site: Reader;

beforeAll(async () => {
  site = await readSite(inject("hosted"));
});

afterAll(async () => site[Symbol.asyncDispose]());

test("each explorer's first call succeeds as it stands", { timeout: 300_000 }, async () => {
  const { page, faults } = await site.visit("/api/");
  const buttons = page.locator(".try-it");
  const anchors = await buttons.evaluateAll((all) => all.map(({ id }) => id.replace(/^try-/, "")));
  const refused: string[] = [];
  for (const anchor of anchors) {
    await site.visit("/api/");
    const operation = page.locator(`[id="${anchor}"]`);
    await operation.getByRole("button", { name: "Try it" }).click();
    const explorer = operation.locator(".explorer");
    await explorer.waitFor();
    if (anchor.endsWith("-attachments")) {
      await explorer.getByRole("button", { name: "Use a sample file" }).click();
      await explorer.locator(".field-file-facts", { hasText: "sample.pdf" }).waitFor();
    }
    const answer = await send(explorer);
    if (!/^2\d\d /.test(answer)) refused.push(`${anchor}: ${answer}`);
  }
  expect(anchors).toHaveLength(32);
  expect(refused).toEqual([]);
  expect(faults).toEqual([]);
});
