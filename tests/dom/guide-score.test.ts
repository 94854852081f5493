import { fireEvent, waitFor, within } from "@testing-library/dom";
import { expect, test } from "vitest";

import { callAs, explorerPages, send } from "./explorer-page.ts";
import { choose, click, fill } from "./open-page.ts";

/* A guide counts which of its samples succeeded in the page's sandbox. See browser/sweeps/guide-score for its layout. */
const site = await explorerPages();

/** Opens the form of a sample, sends it, and closes it. Returns the heading of the response. */
async function sendSample(call: string, prepare?: (form: HTMLElement) => Promise<unknown>): Promise<string> {
  const sample = [...document.querySelectorAll<HTMLElement>(".sample")].find(({ textContent }) =>
    textContent?.startsWith(call),
  );
  await click(within(sample ?? document.body).getByText("Try it"));
  const form = await waitFor(() => {
    const found = document.querySelector<HTMLElement>(".explorer");
    if (found === null) throw new Error("the form is not open");
    return found;
  });
  await prepare?.(form);
  const heading = await send(form);
  await click(within(form).getByRole("button", { name: "Close the explorer" }));
  return heading;
}

const create = "POST /broker_invoices/";
const textOf = (selector: string) => document.querySelector(selector)?.textContent ?? null;
const text = () => document.querySelector("main")?.innerHTML;
const codes = () => Array.from(document.querySelectorAll("main .code code"), ({ textContent }) => textContent ?? "");
const done = () => Array.from(document.querySelectorAll(".steps > li"), (step) => step.matches("[data-done]"));

/** The form's links get their fragments with the script that loads on a reader's first move. */
async function ready(): Promise<void> {
  fireEvent.pointerOver(document.querySelector("[data-try]") ?? document.body);
  await waitFor(() => {
    if (!document.querySelector<HTMLAnchorElement>("[data-try]")?.hash.startsWith("#try-")) throw new Error("not yet");
  });
}

/** Waits until the page says how many steps are done. */
async function score(words: string): Promise<void> {
  await waitFor(() => {
    if (!(textOf(".score") ?? "").startsWith(words)) throw new Error(`it says ${textOf(".score")}`);
  });
}

test("a successful call checks its step, a chip shows the stored value, and later samples use that value", async () => {
  const page = await site.visit({ route: "/guide/" });
  await ready();
  const before = codes();
  // The first call gets the published number.
  await sendSample(create);
  await score("1 of 3 done in the sandbox");
  expect([textOf(".keep"), codes()]).toEqual(["you keep BI-100482", before]);
  await sendSample(create);
  await waitFor(() => expect(textOf(".keep")).toBe("you keep BI-100483"));
  expect(done()).toEqual([true, false, false]);
  // Every language and JSON, from the next sample on, change wherever the number is a whole word.
  expect(codes()).toEqual(
    before.map((code, index) => (index < 4 ? code : code.replace(/(?<!-)BI-100482(?!\.)/g, "BI-100483"))),
  );
  expect(before.filter((code, index) => code !== codes()[index])).toHaveLength(8);
  expect(await sendSample("PATCH ")).toContain("200 OK");
  expect(done()).toEqual([true, false, false]);
  await sendSample("GET ", async (form) => {
    expect(within(form).getByLabelText("invoice_number")).toHaveProperty("value", "BI-100483");
  });
  await score("2 of 3");
  expect(page.faults()).toEqual([]);
});

test("a reload keeps the score, and Start over restores the published text and the sandbox's first records", async () => {
  const page = await site.visit({ route: "/guide/" });
  await ready();
  const published = text();
  await sendSample(create);
  await sendSample(create);
  await score("1 of 3");
  const shown = text();
  expect(shown).not.toBe(published);
  await page.reload();
  await ready();
  await score("1 of 3");
  expect(text()).toBe(shown);
  await click(within(document.body).getByText("Start over"));
  await waitFor(() => expect(text()).toBe(published));
  expect(document.activeElement?.textContent).toBe("Create");
  expect(sessionStorage.getItem("docs.score")).toBe(null);
  await sendSample(create);
  await waitFor(() => expect(textOf(".keep")).toBe("you keep BI-100482"));
});

/** The numbers of the samples that count, after the first one was sent. */
async function counted(prepare: (form: HTMLElement) => Promise<unknown>): Promise<readonly number[]> {
  await sendSample(create, prepare);
  await score("1 of 3");
  const calls: readonly { readonly sample: number }[] = JSON.parse(
    sessionStorage.getItem("docs.score")?.slice(2) ?? "",
  );
  return calls.map(({ sample }) => sample);
}

test("failed calls and simulated statuses don't check a step", async () => {
  await site.visit({ route: "/guide/" });
  await ready();
  const simulate = (form: HTMLElement) => within(form).getByLabelText("Simulate");
  const other = async (form: HTMLElement) => fill(within(form).getByLabelText("invoice_number"), "BI-1");
  expect(await sendSample("GET ", other)).toContain("404");
  expect(await sendSample("PATCH ", async (form) => choose(simulate(form), "with 200"))).toContain("200 OK");
  expect(await counted(async (form) => choose(simulate(form), "normal"))).toEqual([0]);
});

test("responses of a real server don't change the guide", async () => {
  await site.visit({ route: "/guide/" });
  await ready();
  expect(await sendSample("PATCH ", async (form) => callAs(form, "Odd", "echo"))).toContain("200");
  const back = async (form: HTMLElement) => choose(within(form).getByLabelText("Server"), "Sandbox in this page");
  expect(await counted(back)).toEqual([0]);
});

test("a new tab starts without values, and resetting the sandbox in a form removes its values from the guide", async () => {
  await site.visit({ route: "/guide/" });
  await ready();
  const published = text();
  await sendSample(create);
  await score("1 of 3");
  await sendSample(create, async (form) => {
    await click(within(form).getByRole("button", { name: "Reset" }));
    await waitFor(() => expect(text()).toBe(published));
  });
  await score("1 of 3");
  await site.visit({ route: "/guide/" });
  await ready();
  expect(text()).toBe(published);
});
