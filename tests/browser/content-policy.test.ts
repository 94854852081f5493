import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, inject, test } from "vitest";

import { connectBrowser, readSite } from "./visit.ts";
import { useEverything, watchPages } from "./watch-page.ts";

/* The shipped site under its own policy: as a <meta> in every page, and as the response headers of `_headers`. Every
   page of it: sweeps/every-page. */
const origin = inject("hostedWithHeaders");
let page: Page;
let faults: readonly string[];

beforeAll(async () => {
  const browser = await connectBrowser();
  const context = await browser.newContext({ permissions: ["clipboard-read", "clipboard-write"] });
  faults = await watchPages(context, origin);
  page = await context.newPage();
});

afterAll(async () => page.context().close());

test("a page works under the policy, without a blocked resource, an error or a request elsewhere", async () => {
  await page.goto(`${origin}/broker-api`);
  await useEverything(page);
  expect(faults).toEqual([]);
});

test("an old address redirects with query and fragment in both slash forms, and without them if script is off", async () => {
  for (const [from, to] of [
    ["/old?x=1&y=%20#before-you-begin", "/broker-api/?x=1&y=%20#before-you-begin"],
    ["/old/?x=1", "/broker-api/?x=1"],
    ["/old-search/?b=2", "/carrier-api/?a=1&b=2#before-you-begin"],
    ["/old-search/#list", "/carrier-api/?a=1#list"],
  ] as const) {
    await page.goto(origin + from);
    await page.waitForURL(origin + to);
    expect(await page.locator("h1").textContent()).not.toBe("This page has moved");
  }
  expect(faults).toEqual([]);
  const site = readSite(origin);
  const silent = await site.visit("/old?x=1", { script: false });
  await silent.page.waitForURL(`${origin}/broker-api/`);
});

test("the policy blocks inline scripts, handlers and styles, and scripts, calls and frames from elsewhere", async () => {
  // The test's own code isn't restricted by the policy, so a script of the page has to try.
  const body =
    "try { new Function('')(); document.body.dataset.evaluated = 'ran' } catch { document.body.dataset.evaluated = 'refused' }";
  await page.route("**/probe.js", async (route) => route.fulfill({ contentType: "text/javascript", body }));
  await page.goto(`${origin}/broker-api`);
  await page.addScriptTag({ url: "/probe.js" });
  const ran = await page.evaluate(async () => {
    const add = (html: string) => document.body.insertAdjacentHTML("beforeend", html);
    const script = document.createElement("script");
    script.textContent = "document.title = 'ran'";
    document.body.append(script);
    add("<img src=/x onerror=\"document.title = 'ran'\"><p id=styled style='color: red'>x</p><iframe src=/></iframe>");
    const image = document.querySelector("img[src='/x']");
    const failed = new Promise((resolve) => image?.addEventListener("error", resolve));
    const call = await fetch("https://evil.example/").then(
      () => "called",
      () => "refused",
    );
    await failed;
    const { evaluated } = document.body.dataset;
    return {
      title: document.title,
      call,
      evaluated,
      color: getComputedStyle(document.querySelector("#styled") ?? document.body).color,
    };
  });
  expect(ran.title).not.toBe("ran");
  expect(ran).toMatchObject({ call: "refused", evaluated: "refused" });
  expect(ran.color).not.toBe("rgb(255, 0, 0)");
  const directives = () => new Set(faults.flatMap((fault) => /^policy: (\S+)/.exec(fault)?.[1] ?? []));
  const refused = ["connect-src", "frame-src", "script-src", "script-src-attr", "script-src-elem", "style-src-attr"];
  await expect.poll(() => [...directives()].sort()).toEqual(expect.arrayContaining(refused));
});
