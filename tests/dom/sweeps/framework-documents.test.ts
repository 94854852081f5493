import { basename } from "node:path";

import { within } from "@testing-library/dom";
import { expect, test } from "vitest";

import type { Operation } from "#shared/contract/operation.ts";
import { groupBy } from "#shared/group-by.ts";

import { buildFiles } from "../../support/build-site.ts";
import { documentAt, frameworkContracts } from "../../support/contract-files.ts";
import { shippedTexts } from "../../support/read-contract-text.ts";
import { open, outcome, pressSend, serveReference, shows, showsNot } from "../explorer-page.ts";
import { click } from "../open-page.ts";

test.each(frameworkContracts.map((path) => [basename(path), path] as const))(
  "of %s, a form for each method and body type opens, and its first call is answered as documented",
  async (_, path) => {
    expect(await firstSends(documentAt(path), oneOfAKind)).toEqual([]);
  },
);

test("every form of the shipped site opens, and its first call is answered as documented", async () => {
  const [document, sandbox] = shippedTexts;
  const files = { "openapi/v1.1.yaml": document, "openapi/sandbox.yaml": sandbox };
  const settings = { "content/site.yaml": "sandbox: openapi/sandbox.yaml\n" };
  expect(await firstSends({ ...settings, ...files }, (operations) => operations)).toEqual([]);
});

function oneOfAKind(operations: readonly Operation[]): readonly Operation[] {
  const kindOf = ({ method, requestBody }: Operation): string => `${method} ${requestBody?.content[0]?.type ?? ""}`;
  return [...groupBy(operations, kindOf).values()].flatMap((alike) => alike.slice(0, 1));
}

/**
 * Opens the form of each operation in a site's reference and sends its initial values to the page's fresh sandbox. Returns
 * a finding for each form that can't be sent, each refusal, and each response that differs from the documentation where the
 * documentation's own example doesn't.
 */
async function firstSends(
  files: Readonly<Record<string, string>>,
  choose: (operations: readonly Operation[]) => readonly Operation[],
): Promise<readonly string[]> {
  const home = { "content/site.yaml": "title: Docs\n", "content/index.md": "# Home\n" };
  const { files: built, contract } = await buildFiles({ ...home, ...files }, { onlyPages: true });
  if (contract === null) throw new Error("there is no contract");
  await using site = await serveReference(built, contract);
  const page = await site.visit();
  const findings: string[] = [];
  for (const { id, anchor } of choose(contract.operations)) {
    const explorer = await open(anchor);
    await click(within(explorer).getByRole("button", { name: "Reset" }));
    await shows(explorer, "The first records are back.");
    findings.push(...(await sendFirst(explorer)).map((finding) => `${id}: ${finding}`));
    await click(within(explorer).getByRole("button", { name: "Close the explorer" }));
  }
  return [...findings, ...page.faults()];
}

async function sendFirst(explorer: HTMLElement): Promise<readonly string[]> {
  // The sandbox gets a sample file, which is there before a reader can press a button.
  await showsNot(explorer, /Choose a file$|Choose a fileUse/);
  await pressSend(explorer);
  const stopped = await stoppedBy(explorer);
  if (stopped !== null) {
    await click(within(explorer).getByRole("button", { name: "Send anyway" }));
    return [stopped, ...(await responseOf(explorer))];
  }
  return responseOf(explorer);
}

/** The error that keeps the form from being sent; null if it is being sent. */
async function stoppedBy(explorer: HTMLElement): Promise<string | null> {
  await shows(explorer, /Not sent\.|Sending|Response/);
  const summary = within(explorer).queryByRole("button", { name: "Send anyway" })?.parentElement;
  return summary?.textContent ?? null;
}

/** The response matches, or the documentation's own example differs as well, or there is nothing to compare. */
const asDocumented =
  /^As documented\.$|, as its own example does:|^The documentation doesn't say|^Only JSON bodies|and the sandbox has none to show\.$/;

async function responseOf(explorer: HTMLElement): Promise<readonly string[]> {
  const title = await outcome(explorer);
  const verdict = explorer.querySelector(".response .verdict")?.textContent ?? "there is no verdict";
  return [...(/^[23]\d\d/.test(title) ? [] : [title]), ...(asDocumented.test(verdict) ? [] : [verdict])];
}
