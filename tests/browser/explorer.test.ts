import { expect, test } from "vitest";

import { callAs, edit, responseText, send, serveExplorerSite } from "./explorer-site.ts";

const site = await serveExplorerSite();

test("a call sends no cookies, keeps credentials out of addresses, and its response can't run script or redirect", async () => {
  const visit = await site.visit();
  const { page } = visit;
  const secret = "tok-5f0c-SECRET";
  const urls: string[] = [];
  page.on("request", (request) => urls.push(request.url()));
  for (const url of [site.origin, site.odd.origin]) await page.context().addCookies([{ name: "sid", value: "7", url }]);
  const explorer = await visit.open("get-client-info");
  const own = page.waitForRequest("**/v1/external_api/client_info/");
  await callAs(explorer, "Sandbox (", secret);
  expect(await send(explorer)).toContain("200 OK");
  expect(await (await own).allHeaders()).not.toHaveProperty("cookie");
  await callAs(explorer, "Odd", secret);
  await send(explorer);
  expect(site.odd.seen.at(-1)?.headers["authorization"]).toBe(secret);
  expect(site.odd.seen.at(-1)?.headers).not.toHaveProperty("cookie");
  expect(site.odd.seen.at(-1)?.headers).not.toHaveProperty("referer");
  const timings = await page.evaluate(() => JSON.stringify(performance.getEntries()));
  for (const trace of [timings, ...urls]) expect(trace).not.toContain(secret);

  await edit(explorer);
  await explorer.getByLabel("ApiAuth").fill("html");
  expect(await send(explorer)).toContain("502 Bad Gateway");
  expect(await responseText(explorer)).toContain("<script>window.hacked = true</script>");
  expect(await page.evaluate(() => "hacked" in window)).toBe(false);
  await edit(explorer);
  await explorer.getByLabel("ApiAuth").fill("redirect");
  expect(await send(explorer)).toContain("No response");
  await explorer.getByText("The server answered with a redirect").waitFor();
  expect(visit.faults()).toEqual([]);
});
