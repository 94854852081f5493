import { join } from "node:path";

import { expect, test } from "vitest";

import { runInPage } from "../../support/run-in-page.ts";
import { serveFolder } from "../../support/serve-folder.ts";
import { spawnCli } from "../../support/run-command.ts";
import { shippedFolder } from "../../support/temporary-folder.ts";
import { send } from "../explorer-site.ts";
import { connectBrowser, readSite } from "../visit.ts";

/* The sandbox of the page, where readers are: in Chromium, and on hosts of plain files. */

test.each(["/", "/docs/"])(
  "each explorer's first call succeeds as it stands, in a fresh sandbox at %s",
  async (baseUrl) => {
    await using folder = await shippedFolder();
    const { code, stderr } = await spawnCli(["--quiet", "--base-url", baseUrl], { cwd: folder.path });
    expect(`${code}${stderr}`).toBe("0");
    await using server = await serveFolder(join(folder.path, "dist"), { baseUrl });
    await using site = await readSite(server.origin);
    const { page, faults } = await site.visit(`${baseUrl}api/`);
    const anchors = await page.locator(".try-it").evaluateAll((all) => all.map(({ id }) => id.replace(/^try-/, "")));
    const refused: string[] = [];
    for (const anchor of anchors) {
      const operation = page.locator(`[id="${anchor}"]`);
      await operation.getByRole("button", { name: "Try it" }).click();
      const explorer = operation.locator(".explorer");
      await explorer.waitFor();
      await explorer.getByRole("button", { name: "Reset" }).click();
      if (anchor.endsWith("-attachments"))
        await explorer.locator(".field-file-facts").getByText("sample.pdf").waitFor();
      const answer = await send(explorer);
      await page.keyboard.press("Escape");
      await explorer.waitFor({ state: "detached" });
      if (!/^2\d\d /.test(answer)) refused.push(`${anchor}: ${answer}`);
    }
    expect(anchors).toHaveLength(32);
    expect(refused).toEqual([]);
    expect(faults).toEqual([]);
  },
);

test.each(["contracts", "first-send", "records", "references", "requests", "search", "uploads"])(
  "the unit tests of the sandbox: %s, hold in Chromium, with the contract as pages have it",
  async (subject) => {
    const page = await (await connectBrowser()).newPage();
    const { count, failed } = await runInPage(page, `tests/unit/sandbox-${subject}.test.ts`);
    await page.close();
    expect(failed).toEqual([]);
    expect(count).toBeGreaterThanOrEqual(10);
  },
);
