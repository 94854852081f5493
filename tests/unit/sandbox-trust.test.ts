import { expect, test } from "vitest";

import { isTrustedHost, kindOfOrigin } from "#serve/request-origin.ts";

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
  expect(isTrustedHost(host, { names: ["box.lan"], anyAddress: true })).toBe(true);
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
  expect(isTrustedHost(host, { names: ["box.lan"], anyAddress: true })).toBe(false);
});

test.each([
  [undefined, "own"],
  ["http://localhost:4010", "own"],
  ["http://localhost:3000", "known"],
  ["https://127.0.0.1", "known"],
  ["https://docs.example.com", "known"],
  ["https://docs.example.com.evil.example", "foreign"],
  ["https://evil.example", "foreign"],
  ["http://192.168.1.7:8080", "foreign"],
  ["null", "foreign"],
  ["", "foreign"],
  ["http://localhost.evil.example", "foreign"],
])("a page of %s is %s", (origin, kind) => {
  expect(kindOfOrigin({ host: "localhost:4010", origin }, ["https://docs.example.com"])).toBe(kind);
});

test("a page of the address that the sandbox was called by is known", () => {
  expect(kindOfOrigin({ host: "192.168.1.7:4010", origin: "http://192.168.1.7:3000" }, [])).toBe("known");
});
