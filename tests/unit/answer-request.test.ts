import { afterAll, beforeAll, expect, test } from "vitest";

import { answerRequest } from "#serve/answer-request.ts";
import { reloadMount, ServedSite } from "#serve/served-site.ts";

import { listen, type Listening } from "../support/listen.ts";
import { request } from "../support/raw-request.ts";

/* A site that has pages under the base path of its contract's sandbox. */

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
  server = await listen((incoming, response) => answerRequest(incoming, response, answering));
});
afterAll(async () => server[Symbol.asyncDispose]());

function serve(texts: Readonly<Record<string, string>>): void {
  const files = Object.entries(texts).map(([path, content]) => ({ path, content }));
  site.update({ baseUrl: "/", isWhole: true, files, removed: [] });
}

const build = () =>
  serve({
    "api/index.html": "page",
    "api/data.json": '{ "file": "page" }',
    "__docs-build/events/index.html": "page",
  });

/** Which part responds: a page of the site, the sandbox or the reload channel. */
async function responderOf(path: string, method = "GET", accept: string | null = null): Promise<string> {
  const headers = { host: "localhost", ...(accept !== null && { accept }) };
  const { body } = await request({ port: server.port, path, method, headers });
  return /page|sandbox|reload/.exec(body.toString())?.[0] ?? body.toString();
}

test("the site's pages and files win over the sandbox, which responds to every other address under its path", async () => {
  build();
  const paths = ["/api/", "/api", "/api/?a=1", "/api/index.html", "/api/data.json", "/api/loads", "/api/loads/"];
  const responders = await Promise.all(paths.map(async (path) => responderOf(path)));
  expect(responders).toEqual(["page", "page", "page", "page", "page", "sandbox", "sandbox"]);
  expect(await responderOf("/apis")).toContain("Nothing is here");
});

test("a page's headers say where the sandbox is and which API it simulates", async () => {
  build();
  const { headers } = await request({ port: server.port, path: "/api/", headers: { host: "localhost" } });
  expect(headers["server-timing"]).toBe('docs-build-sandbox;desc="/api API%201"');
});

test("the sandbox responds to every call that the page at its address wouldn't accept", async () => {
  build();
  for (const method of ["POST", "PUT", "PATCH", "DELETE", "OPTIONS"])
    expect([method, await responderOf("/api/", method)]).toEqual([method, "sandbox"]);
  const accepts = [
    ["application/json", "sandbox"],
    ["application/problem+json, application/xml", "sandbox"],
    ["*/*", "page"],
    ["text/html,application/xhtml+xml;q=0.9,*/*;q=0.8", "page"],
    ["application/json, text/*;q=0.1", "page"],
    ["TEXT/HTML; charset=utf-8", "page"],
  ] as const;
  for (const [accept, who] of accepts)
    expect([accept, await responderOf("/api/", "GET", accept)]).toEqual([accept, who]);
  expect(await responderOf("/api/data.json", "GET", "application/json")).toBe("page");
});

test("a file made on request wins over the sandbox too, and calls don't wait for it", async () => {
  build();
  const before = completed;
  expect(await responderOf("/api/loads")).toBe("sandbox");
  expect(completed).toBe(before);
  expect(await responderOf("/api/loads.md")).toBe("page");
  expect(completed).toBe(before + 1);
});

test("the live-reload channel works even if the site has a file at its address", async () => {
  build();
  expect(await responderOf("/__docs-build/events")).toBe("reload");
});

const digits = "0123456789";

/** The response to a range request for a film of ten bytes, or for another file: status, `Content-Range` and body. */
async function partOf(range: string, { path = "/film.mp4", method = "GET", headers = {} }: PartRequest = {}) {
  serve({ "film.mp4": digits, "empty.mp4": "", "page/index.html": digits.repeat(200) });
  const all = { host: "localhost", range, ...headers };
  const response = await request({ port: server.port, path, method, headers: all });
  return [response.status, response.headers["content-range"], response.body.toString()];
}

interface PartRequest {
  readonly path?: string;
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

test.each([
  ["bytes=0-1", "0-1", "01"],
  ["bytes=8-", "8-9", "89"],
  ["bytes=-3", "7-9", "789"],
  ["bytes=-30", "0-9", digits],
  ["Bytes=4-400000000000000000000", "4-9", "456789"],
])("a film responds to the range %s with that part", async (range, sent, body) => {
  expect(await partOf(range)).toEqual([206, `bytes ${sent}/10`, body]);
});

test.each(["bytes=10-", "bytes=-0"])("the range %s is outside a film of ten bytes and gets a 416", async (range) => {
  expect(await partOf(range)).toEqual([416, "bytes */10", "This file has 10 bytes.\n"]);
});

test("an invalid range, several ranges, another method or an outdated version get the whole file", async () => {
  for (const range of ["bytes=3-2", "bytes=-", "bytes=a-b", "items=0-1", "bytes=0-1,4-5", "0-1"])
    expect(await partOf(range), range).toEqual([200, undefined, digits]);
  expect(await partOf("bytes=0-1", { method: "HEAD" })).toEqual([200, undefined, ""]);
  expect(await partOf("bytes=0-1", { path: "/empty.mp4" })).toEqual([200, undefined, ""]);
  for (const older of ['"older"', "Wed, 21 Oct 2015 07:28:00 GMT"])
    expect(await partOf("bytes=0-1", { headers: { "if-range": older } })).toEqual([200, undefined, digits]);
  expect((await partOf("bytes=0-1", { path: "/page/", headers: { "accept-encoding": "gzip" } }))[0]).toBe(200);
  expect((await partOf("bytes=0-1", { path: "/page/" }))[2]).toBe("01");
});

test("a file announces range requests, and keeps its ETag in every part", async () => {
  await partOf("");
  const { headers } = await request({ port: server.port, path: "/film.mp4", headers: { host: "localhost" } });
  expect(headers["accept-ranges"]).toBe("bytes");
  expect((await partOf("bytes=2-3", { headers: { "if-range": String(headers.etag) } }))[2]).toBe("23");
  expect((await partOf("bytes=2-3", { headers: { "if-none-match": String(headers.etag) } }))[0]).toBe(304);
  expect((await partOf("bytes=2-3", { path: "/nowhere" }))[0]).toBe(404);
});
