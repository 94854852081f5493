import { expect, test } from "vitest";

import { isTrusted } from "#serve/request-origin.ts";
import { contentTypeOf, isCompressible } from "#serve/served-file.ts";
import { findFile, parseTarget } from "#serve/served-site.ts";

test.each([
  ["/", ""],
  ["/guide", "guide"],
  ["/guide/", "guide/"],
  ["/guide?x=/../y", "guide"],
  ["/a%20b/%C3%A9", "a b/é"],
  ["/../x", "../x"],
  ["/%2e%2e/x", "../x"],
  ["//x", "/x"],
])("the target %s is the path %j of a map, whatever it says", (target, path) => {
  expect(parseTarget(target, "/")).toEqual({ kind: "site", path });
});

test.each([
  "",
  "guide",
  "http://localhost/",
  "*",
  "/%",
  "/%zz",
  "/%c3%28",
  "/a%2fb",
  "/a%5cb",
  "/a\\b",
  "/a%00",
  "/a\tb",
  "/a#b",
])("the target %j is malformed", (target) => {
  expect(parseTarget(target, "/")).toEqual({ kind: "malformed" });
});

test("below a base URL, both of its slash forms are the front page, and the rest is outside", () => {
  const kinds = ["/docs/", "/docs", "/docs/x", "/", "/docsx", "/x"].map((target) => parseTarget(target, "/docs/"));
  expect(kinds).toEqual([
    { kind: "site", path: "" },
    { kind: "site", path: "" },
    { kind: "site", path: "x" },
    { kind: "outside", path: "/" },
    { kind: "outside", path: "/docsx" },
    { kind: "outside", path: "/x" },
  ]);
});

test("a page is found in both slash forms and by its file; a file only as itself", () => {
  const files = new Map([
    ["index.html", "home"],
    ["guide/index.html", "guide"],
    ["a.txt", "text"],
  ]);
  const found = ["", "guide", "guide/", "guide/index.html", "index.html", "a.txt"].map((path) => findFile(files, path));
  expect(found).toEqual(["home", "guide", "guide", "guide", "home", "text"]);
  const missing = ["a.txt/", "Guide", "guide//", "/guide", "../guide", "__proto__", "constructor", "nothing"];
  expect(missing.flatMap((path) => findFile(files, path) ?? [])).toEqual([]);
});

const nobody = { origin: undefined, site: undefined, mode: undefined };
const loopback = { names: [], anyAddress: false };

test.each(["localhost", "localhost:3000", "LOCALHOST", "127.0.0.1:1", "[::1]:3000", "[::1]"])(
  "the host %s is this machine",
  (host) => {
    expect(isTrusted({ ...nobody, host }, loopback)).toBe(true);
  },
);

test.each([
  undefined,
  "",
  "evil.example",
  "localhost.evil.example",
  "xlocalhost",
  "127.0.0.2",
  "10.0.0.1",
  "::1",
  "[::1",
  "localhost:",
  "a@localhost",
  "localhost,evil",
])("the host %s is not", (host) => {
  expect(isTrusted({ ...nobody, host }, loopback)).toBe(false);
});

test("with --host, that name and every address are this machine, and still no other name", () => {
  const hosts = { names: ["docs.lan"], anyAddress: true };
  const judged = ["docs.lan:3000", "Docs.LAN", "192.168.0.7:3000", "[fe80::1]:3000", "evil.example"].map((host) =>
    isTrusted({ ...nobody, host }, hosts),
  );
  expect(judged).toEqual([true, true, true, true, false]);
});

test("an origin must be that of the request itself", () => {
  const judge = (origin: string): boolean => isTrusted({ ...nobody, host: "localhost:3000", origin }, loopback);
  expect(judge("http://localhost:3000")).toBe(true);
  expect(
    ["null", "http://localhost", "http://localhost:3001", "https://localhost:3000", "http://127.0.0.1:3000", ""].map(
      judge,
    ),
  ).toEqual(Array.from({ length: 6 }, () => false));
});

test("types are told by the name, and what is packed already is not compressed again", () => {
  const types = ["a.html", "A.CSS", "x.y.json", "_headers", "a.constructor", "a."].map(contentTypeOf);
  expect(types).toEqual([
    "text/html; charset=utf-8",
    "text/css; charset=utf-8",
    "application/json",
    "application/octet-stream",
    "application/octet-stream",
    "application/octet-stream",
  ]);
  expect(["a.svg", "a.yaml", "a.png", "a.woff2", "a.zip"].map((name) => isCompressible(contentTypeOf(name)))).toEqual([
    true,
    true,
    false,
    false,
    false,
  ]);
});
