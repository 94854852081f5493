import { within } from "@testing-library/dom";

import type { Operation } from "#shared/contract/operation.ts";

import { buildFiles } from "../support/build-site.ts";
import { open, outcome, pressSend, serveReference, shows, showsNot } from "./explorer-page.ts";
import { click } from "./open-page.ts";

/**
 * Opens the form of each operation in a page of a site's reference and sends what it starts with to the sandbox there, whose
 * records are the first ones. Tells of each that is stopped, that is refused, and whose response differs from the
 * documentation in what the documentation's own example does not.
 */
export async function firstSends(
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
  // A sandbox gets a sample file, which is there before anybody can press a button.
  await showsNot(explorer, /Choose a file$|Choose a fileUse/);
  await pressSend(explorer);
  const stopped = await stoppedBy(explorer);
  if (stopped !== null) {
    await click(within(explorer).getByRole("button", { name: "Send anyway" }));
    return [stopped, ...(await responseOf(explorer))];
  }
  return responseOf(explorer);
}

/** What keeps the form from being sent; null when it is under way. */
async function stoppedBy(explorer: HTMLElement): Promise<string | null> {
  await shows(explorer, /Not sent\.|Sending|Response/);
  const summary = within(explorer).queryByRole("button", { name: "Send anyway" })?.parentElement;
  return summary?.textContent ?? null;
}

/** A difference is said to be the documentation's own, or what is documented is nothing to compare with. */
const asDocumented =
  /^As documented\.$|, as its own example does:|^The documentation doesn't say|^Only JSON bodies|and the sandbox has none to show\.$/;

async function responseOf(explorer: HTMLElement): Promise<readonly string[]> {
  const title = await outcome(explorer);
  const verdict = explorer.querySelector(".response .verdict")?.textContent ?? "there is no verdict";
  return [...(/^[23]\d\d/.test(title) ? [] : [title]), ...(asDocumented.test(verdict) ? [] : [verdict])];
}
