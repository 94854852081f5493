import { expect, test } from "vitest";

import { isTrusted, isTrustedHost, kindOfOrigin } from "#serve/request-origin.ts";

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
])("the sandbox takes the Host %s for this machine", (host) => {
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
])("the sandbox doesn't take the Host %s for it", (host) => {
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

const nobody = { origin: undefined, site: undefined, mode: undefined };
const loopback = { names: [], anyAddress: false };

test.each(["localhost", "localhost:3000", "LOCALHOST", "127.0.0.1:1", "[::1]:3000", "[::1]"])(
  "the site is sent to the host %s",
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
])("the site isn't sent to the host %s", (host) => {
  expect(isTrusted({ ...nobody, host }, loopback)).toBe(false);
});

test("with --host, that name and every address are this machine, and still no other name", () => {
  const hosts = { names: ["docs.lan"], anyAddress: true };
  const answers = ["docs.lan:3000", "Docs.LAN", "192.168.0.7:3000", "[fe80::1]:3000", "evil.example"].map((host) =>
    isTrusted({ ...nobody, host }, hosts),
  );
  expect(answers).toEqual([true, true, true, true, false]);
});

test("behind a name that was agreed on, pages may come by TLS; behind no other one", () => {
  const hosts = { names: ["docs.example.com"], anyAddress: false };
  const isAnswered = (host: string, origin: string) => isTrusted({ ...nobody, host, origin }, hosts);
  expect(isAnswered("docs.example.com", "https://docs.example.com")).toBe(true);
  expect(isAnswered("docs.example.com", "https://other.example.com")).toBe(false);
  expect(isAnswered("x.docs.example.com", "https://x.docs.example.com")).toBe(false);
  expect(isAnswered("localhost:3000", "https://localhost:3000")).toBe(false);
});

test("an origin must be that of the request itself", () => {
  const isAnswered = (origin: string): boolean => isTrusted({ ...nobody, host: "localhost:3000", origin }, loopback);
  expect(isAnswered("http://localhost:3000")).toBe(true);
  expect(
    ["null", "http://localhost", "http://localhost:3001", "https://localhost:3000", "http://127.0.0.1:3000", ""].map(
      isAnswered,
    ),
  ).toEqual(Array.from({ length: 6 }, () => false));
});
