import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, inject, test } from "vitest";

import { connectBrowser } from "./visit.ts";
import { useEverything, watchPages } from "./watch-page.ts";

/* The shipped site under its own policy: as a <meta> in every page, and as the response headers of `_headers`. Every
   page of it: sweeps/every-page. */
const origin = inject("hostedWithHeaders");
let browser: Browser;

beforeAll(async () => {
  browser = await connectBrowser();
});

afterAll(async () => browser.close());

test("a page works under the policy, without a refusal, an error or a request elsewhere", async () => {
  const context = await browser.newContext({ permissions: ["clipboard-read", "clipboard-write"] });
  const faults = await watchPages(context, origin);
  const page = await context.newPage();
  await page.goto(`${origin}/broker-api`);
  await useEverything(page);
  await context.close();
  expect(faults).toEqual([]);
});

test("what the policy forbids does not run: an inline script, a handler, a style, a script or call elsewhere, a frame", async () => {
  const context = await browser.newContext();
  const faults = await watchPages(context, origin);
  const page = await context.newPage();
  // The test's own code may do everything: what the page's may, only a script of the page's can tell.
  const body =
    "try { new Function('')(); document.body.dataset.evaluated = 'ran' } catch { document.body.dataset.evaluated = 'refused' }";
  await context.route("**/probe.js", async (route) => route.fulfill({ contentType: "text/javascript", body }));
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
  await context.close();
});

test("an old address leads on with query and fragment, in both slash forms, and without script without them", async () => {
  const context = await browser.newContext();
  const faults = await watchPages(context, origin);
  const page = await context.newPage();
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
  await context.close();
  const plain = await browser.newContext({ javaScriptEnabled: false });
  const silent = await plain.newPage();
  await silent.goto(`${origin}/old?x=1`);
  await silent.waitForURL(`${origin}/broker-api/`);
  await plain.close();
});
