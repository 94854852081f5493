import { afterAll, beforeAll, expect, test } from "vitest";

import { answerRequest } from "#serve/answer-request.ts";
import { reloadMount, ServedSite } from "#serve/served-site.ts";

import { listen, type Listening } from "../support/listen.ts";
import { request } from "../support/raw-request.ts";

/* A site with pages below the base path of its contract's sandbox. */

const site = new ServedSite(false);
let server: Listening;
let completed = 0;

beforeAll(async () => {
  const says = (text: string) => (_: unknown, response: { end: (text: string) => void }) => response.end(text);
  const answering = {
    site,
    hosts: { names: [], anyAddress: false },
    mounts: new Map([
      [reloadMount, says("reload")],
      ["/api", says("sandbox")],
    ]),
    sandbox: { path: "/api", scope: "API 1" },
    complete: async () => {
      completed++;
      site.takeDeferred([{ path: "api/loads.md", content: "# page" }]);
    },
  };
  server = await listen((asked, response) => answerRequest(asked, response, answering));
});
afterAll(async () => server[Symbol.asyncDispose]());

function build(): void {
  const files = [
    ["api/index.html", "page"],
    ["api/data.json", '{ "file": "page" }'],
    ["__docs-build/events/index.html", "page"],
  ];
  const outputs = files.map(([path = "", content = ""]) => ({ path, content }));
  site.update({ baseUrl: "/", isWhole: true, files: outputs, removed: [] });
}

/** Who answers: a page of the site, the sandbox or the reload channel. */
async function whoAnswers(path: string, method = "GET", accept: string | null = null): Promise<string> {
  const headers = { host: "localhost", ...(accept !== null && { accept }) };
  const { body } = await request({ port: server.port, path, method, headers });
  return /page|sandbox|reload/.exec(body.toString())?.[0] ?? body.toString();
}

test("a page or file of the site comes before the sandbox that has its address, which answers all else below it", async () => {
  build();
  const paths = ["/api/", "/api", "/api/?a=1", "/api/index.html", "/api/data.json", "/api/loads", "/api/loads/"];
  const answers = await Promise.all(paths.map(async (path) => whoAnswers(path)));
  expect(answers).toEqual(["page", "page", "page", "page", "page", "sandbox", "sandbox"]);
  expect(await whoAnswers("/apis")).toContain("Nothing is here");
});

test("a page is told of the sandbox, and whose it is", async () => {
  build();
  const { headers } = await request({ port: server.port, path: "/api/", headers: { host: "localhost" } });
  expect(headers["server-timing"]).toBe('docs-build-sandbox;desc="/api API%201"');
});

test("the sandbox answers every call that the page at its address would not take", async () => {
  build();
  for (const method of ["POST", "PUT", "PATCH", "DELETE", "OPTIONS"])
    expect([method, await whoAnswers("/api/", method)]).toEqual([method, "sandbox"]);
  const accepts = [
    ["application/json", "sandbox"],
    ["application/json, text/*;q=0", "sandbox"],
    ["text/html;q=0, */*", "sandbox"],
    ["application/problem+json, application/xml", "sandbox"],
    ["*/*", "page"],
    ["text/html,application/xhtml+xml;q=0.9,*/*;q=0.8", "page"],
    ["application/json, text/*;q=0.1", "page"],
    ["TEXT/HTML; charset=utf-8", "page"],
  ] as const;
  for (const [accept, who] of accepts)
    expect([accept, await whoAnswers("/api/", "GET", accept)]).toEqual([accept, who]);
  expect(await whoAnswers("/api/data.json", "GET", "application/json")).toBe("page");
});

test("a file that is made when it is asked for comes before the sandbox too, and calls do not wait for it", async () => {
  build();
  const before = completed;
  expect(await whoAnswers("/api/loads")).toBe("sandbox");
  expect(completed).toBe(before);
  expect(await whoAnswers("/api/loads.md")).toBe("page");
  expect(completed).toBe(before + 1);
});

test("nothing of the site hides the live-reload channel", async () => {
  build();
  expect(await whoAnswers("/__docs-build/events")).toBe("reload");
});
