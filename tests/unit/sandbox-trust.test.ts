import { expect, test } from "vitest";

import { isTrustedHost, judgeOrigin } from "#serve/request-origin.ts";

test.each([
  "localhost",
  "localhost:4010",
  "LOCALHOST",
  "docs.localhost:1",
  "127.0.0.1:4010",
  "[::1]:4010",
  "192.168.1.7",
  "[fe80::1]:80",
  "box.lan:4010",
])("the Host %s is this machine", (host) => {
  expect(isTrustedHost(host, ["box.lan"])).toBe(true);
});

test.each([
  "evil.example",
  "localhost.evil.example",
  "evil.example:4010",
  "127.0.0.1.nip.io",
  "",
  "[::1",
  "localhost:4010:1",
  "a@localhost",
  undefined,
])("the Host %s is not", (host) => {
  expect(isTrustedHost(host, ["box.lan"])).toBe(false);
});

test.each([
  [undefined, "own"],
  ["http://localhost:4010", "own"],
  ["http://localhost:3000", "neighbour"],
  ["https://127.0.0.1", "neighbour"],
  ["https://docs.example.com", "neighbour"],
  ["https://docs.example.com.evil.example", "stranger"],
  ["https://evil.example", "stranger"],
  ["http://192.168.1.7:8080", "stranger"],
  ["null", "stranger"],
  ["", "stranger"],
  ["http://localhost.evil.example", "stranger"],
])("a page of %s is %s", (origin, kind) => {
  expect(judgeOrigin({ host: "localhost:4010", origin }, ["https://docs.example.com"])).toBe(kind);
});

test("a page of the address that the sandbox was called by is a neighbour", () => {
  expect(judgeOrigin({ host: "192.168.1.7:4010", origin: "http://192.168.1.7:3000" }, [])).toBe("neighbour");
});
