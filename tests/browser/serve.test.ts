import { expect, test } from "vitest";

import { serveSite } from "../support/serve-process.ts";
import { connectBrowser } from "./visit.ts";

const long = Array.from({ length: 60 }, (_, index) => `Paragraph ${index} of many.`).join("\n\n");
const guide = (word: string, inside = "Inside.") =>
  `# Guide\n\nThe word is ${word}.\n\n<details>\n<summary>More</summary>\n\n${inside}\n\n</details>\n\n## Part\n\n${long}\n`;

test("an edit updates the open page in place, and an error shows an overlay with its code until it's fixed", async () => {
  await using served = await serveSite({ "content/index.md": "# Home\n", "content/guide.md": guide("first") }, [
    "--watch",
  ]);
  const { server, folder } = served;
  const page = await (await connectBrowser()).newPage({ viewport: { width: 1200, height: 700 } });
  const faults: string[] = [];
  page.on("pageerror", ({ message }) => faults.push(message));
  page.on("console", (message) => /error|warning/.test(message.type()) && faults.push(message.text()));
  const connected = page.waitForResponse((response) => response.url().includes("/__docs-build/events"));
  await page.goto(`${server.origin}/guide`);
  await connected;
  await page.evaluate(() => Object.assign(window, { mark: true }));
  await page.locator("main summary", { hasText: "More" }).click();
  await page.locator("main a.anchor").last().focus();
  await page.evaluate(() => window.scrollTo(0, 900));
  await folder.write({ "content/guide.md": guide("second") });
  await page.getByText("The word is second.").waitFor({ state: "attached" });
  expect(await page.evaluate(() => window.scrollY)).toBe(900);
  expect(await page.getByText("Inside.").isVisible()).toBe(true);
  expect(await page.evaluate(() => document.activeElement?.className)).toBe("anchor");
  await folder.write({ "content/guide.md": guide("third", "Inside, *changed*.\n\n- and more") });
  await page.getByText("Inside, changed.").waitFor();
  expect(await page.getByText("and more").isVisible()).toBe(true);

  await folder.write({ "content/guide.md": `# Guide\n\nSee <b>[this](/nowhere)</b>.\n` });
  const overlay = page.locator("docs-build-overlay");
  await overlay.getByText("1 error").waitFor();
  const link = overlay.locator("a.position");
  expect(await link.innerText()).toBe("content/guide.md:3:8");
  expect(await link.getAttribute("href")).toBe(`vscode://file${folder.path}/content/guide.md:3:8`);
  expect(await overlay.locator("pre .hit").innerText()).toBe("3See <b>[this](/nowhere)</b>.");
  expect(await overlay.locator("pre u").innerText()).toBe("/nowhere");
  expect(await overlay.getByText("last good build").count()).toBe(0);
  await page.locator("main b a", { hasText: "this" }).waitFor();
  await folder.write({ "content/guide.md": guide("mended") });
  await page.getByText("The word is mended.").waitFor();
  await overlay.waitFor({ state: "detached" });
  expect(await page.evaluate(() => "mark" in window)).toBe(true);
  expect(faults).toEqual([]);
  await page.context().close();
});
