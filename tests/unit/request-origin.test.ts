import { expect, test } from "vitest";

import { isTrusted, isTrustedHost, kindOfOrigin } from "#serve/request-origin.ts";

const isForSandbox = (host: string | undefined) => isTrustedHost(host, { names: ["box.lan"], anyAddress: true });

test("the sandbox accepts this machine's names and addresses, and no lookalike hosts", () => {
  // prettier-ignore
  const own = [
    "localhost", "localhost:4010", "LOCALHOST", "docs.localhost:1", "127.0.0.1:4010", "[::1]:4010", "192.168.1.7",
    "[fe80::1]:80", "box.lan:4010",
  ];
  // prettier-ignore
  const foreign = [
    "evil.example", "localhost.evil.example", "evil.example:4010", "127.0.0.1.nip.io", "", "[::1", "localhost:4010:1",
    "a@localhost", undefined,
  ];
  expect(own.filter((host) => !isForSandbox(host))).toEqual([]);
  expect(foreign.filter(isForSandbox)).toEqual([]);
});

test.each([
  ["own", [undefined, "http://localhost:4010"]],
  ["known", ["http://localhost:3000", "https://127.0.0.1", "https://docs.example.com"]],
  ["foreign", ["https://docs.example.com.evil.example", "https://evil.example", "http://192.168.1.7:8080"]],
  ["foreign", ["null", "", "http://localhost.evil.example"]],
])("pages count as %s: %j", (kind, origins) => {
  const kindOf = (origin: string | undefined) =>
    kindOfOrigin({ host: "localhost:4010", origin }, ["https://docs.example.com"]);
  expect(origins.map(kindOf)).toEqual(origins.map(() => kind));
});

test("a page on the sandbox's own host is known, whatever its port", () => {
  expect(kindOfOrigin({ host: "192.168.1.7:4010", origin: "http://192.168.1.7:3000" }, [])).toBe("known");
});

const noHeaders = { origin: undefined, site: undefined, mode: undefined };
const loopback = { names: [], anyAddress: false };

test("the site is served under this machine's names and addresses, and under no lookalike host", () => {
  const own = ["localhost", "localhost:3000", "LOCALHOST", "127.0.0.1:1", "[::1]:3000", "[::1]"];
  // prettier-ignore
  const foreign = [
    undefined, "", "evil.example", "localhost.evil.example", "xlocalhost", "127.0.0.2", "10.0.0.1", "::1", "[::1",
    "localhost:", "localhost:x", "a@localhost", "a b", "localhost,evil", "127.0.0.1.nip.io",
  ];
  const isSent = (host: string | undefined) => isTrusted({ ...noHeaders, host }, loopback);
  expect(own.filter((host) => !isSent(host))).toEqual([]);
  expect(foreign.filter(isSent)).toEqual([]);
});

test("--host adds that name and every address, and no other name", () => {
  const hosts = { names: ["docs.lan"], anyAddress: true };
  const trusted = ["docs.lan:3000", "Docs.LAN", "192.168.0.7:3000", "[fe80::1]:3000", "evil.example"].map((host) =>
    isTrusted({ ...noHeaders, host }, hosts),
  );
  expect(trusted).toEqual([true, true, true, true, false]);
});

test("pages may use TLS under an allowed name, and under no other", () => {
  const hosts = { names: ["docs.example.com"], anyAddress: false };
  const isAnswered = (host: string, origin: string) => isTrusted({ ...noHeaders, host, origin }, hosts);
  expect(isAnswered("docs.example.com", "https://docs.example.com")).toBe(true);
  expect(isAnswered("docs.example.com", "https://other.example.com")).toBe(false);
  expect(isAnswered("x.docs.example.com", "https://x.docs.example.com")).toBe(false);
  expect(isAnswered("localhost:3000", "https://localhost:3000")).toBe(false);
});

test("an origin must be the request's own", () => {
  const isAnswered = (origin: string): boolean => isTrusted({ ...noHeaders, host: "localhost:3000", origin }, loopback);
  expect(isAnswered("http://localhost:3000")).toBe(true);
  const others = ["http://localhost", "http://localhost:3001", "https://localhost:3000", "http://127.0.0.1:3000"];
  expect(["null", "", ...others].filter(isAnswered)).toEqual([]);
});
