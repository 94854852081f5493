import { expect, test } from "vitest";

import { createHighlighter } from "#content/create-highlighter.ts";
import { SecondThread } from "#second-thread/second-thread.ts";

import { temporaryFolder } from "../support/run-cli.ts";

/** What the thread runs instead of the real highlighter. */
const worker = `import { parentPort } from "node:worker_threads";
parentPort.on("message", ({ index, input: { code } }) => {
  if (code === "die") process.exit(3);
  if (code === "throw") throw new Error("no such grammar");
  parentPort.postMessage({ index, value: "<b>" + code + "</b>" });
});`;

test("marks are filled with the highlighted code, and the same code is asked for once", async () => {
  await using folder = await temporaryFolder({ "worker.mjs": worker });
  const thread = new SecondThread(`${folder.path}/worker.mjs`);
  const { highlight, fill } = createHighlighter(thread);
  const html = `${highlight("a", "js")} ${highlight("b", "js")} ${highlight("a", "js")}`;
  expect(new Set(html.match(/\d+/g))).toEqual(new Set(["0", "1"]));
  expect(await fill(html)).toBe("<b>a</b> <b>b</b> <b>a</b>");
  await thread.stop();
});

test.each([
  ["die", "the second thread ended with code 3"],
  ["throw", "the second thread failed: no such grammar"],
])("when the thread stops at %s, who waits and who asks later hears why", async (code, message) => {
  await using folder = await temporaryFolder({ "worker.mjs": worker });
  const { highlight, fill } = createHighlighter(new SecondThread(`${folder.path}/worker.mjs`));
  await expect(fill(highlight(code, "js"))).rejects.toThrow(message);
  await expect(fill(highlight("a", "js"))).rejects.toThrow(message);
  expect(await fill("no code")).toBe("no code");
});

test("a thread that cannot start is named, not waited for", async () => {
  const { highlight, fill } = createHighlighter(new SecondThread("/nowhere/worker.mjs"));
  await expect(fill(highlight("a", "js"))).rejects.toThrow(/^the second thread failed: Cannot find module/);
});

test("after it was stopped on purpose nothing hangs", async () => {
  await using folder = await temporaryFolder({ "worker.mjs": worker });
  const thread = new SecondThread(`${folder.path}/worker.mjs`);
  const { highlight, fill } = createHighlighter(thread);
  const before = highlight("a", "js");
  await thread.stop();
  await expect(fill(before)).rejects.toThrow("was stopped");
  await expect(fill(highlight("b", "js"))).rejects.toThrow("was stopped");
});
