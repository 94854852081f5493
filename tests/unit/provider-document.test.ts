import { expect, test } from "vitest";

import { formatDocument } from "#contract/document-text.ts";
import { type RequestInputs, toDocumentRequest } from "#read/fetch/document-request.ts";
import { detectFormat, toRedirectTarget } from "#read/fetch/fetch-document.ts";

import { format } from "../support/build-site.ts";

test.each([
  ["application/openapi+json", "{}", "json"],
  ["application/vnd.oai.openapi+json;version=3.0", "{}", "json"],
  ["application/json; charset=utf-8", "{}", "json"],
  ["application/vnd.oai.openapi", "openapi: 3.1.0", "yaml"],
  ["application/x-yaml", "{}", "yaml"],
  ["text/yaml", "openapi: 3.1.0", "yaml"],
  ["text/plain", ' {"swagger": "2.0"}', "json"],
  ["", "swagger: '2.0'", "yaml"],
  ["application/json", "<!doctype html>", null],
  ["text/html", "{}", null],
  ["application/pdf", "%PDF", null],
])("content type %j with the text %j is read as %j", (type, text, notation) => {
  expect(detectFormat(type, text)).toBe(notation);
});

test("a redirect may lead to https or another path, but not from https to http or off the web", () => {
  const plain = new URL("http://staging.example.com/redoc");
  const secure = new URL("https://staging.example.com/redoc");
  const below = "/redoc/?format=openapi";
  expect(toRedirectTarget(plain, below)).toEqual(new URL(below, plain));
  expect(toRedirectTarget(plain, "https://other.example.com/")).toEqual(new URL("https://other.example.com/"));
  expect(toRedirectTarget(secure, "http://staging.example.com/")).toMatchObject({ isTransient: false });
  for (const location of ["file:///etc/passwd", "data:application/json,{}", "https://user:pass@host/", "//"]) {
    expect(toRedirectTarget(secure, location)).toMatchObject({ kind: "failure" });
  }
});

test("a stored document keeps its order, and texts and numbers stay what they are", () => {
  const text =
    '{"b":{"default":1,"404":9007199254740993,"200":"NO"},"a":["2025-01-01",1.5,null,[],{}],"d":"two\\nlines"}';
  expect(formatDocument(text, "yaml")).toMatchInlineSnapshot(`
    "b:
      default: 1
      "404": 9007199254740993
      "200": "NO"
    a:
      - "2025-01-01"
      - 1.5
      - null
      - []
      - {}
    d: |-
      two
      lines
    "
  `);
  const json = formatDocument(text, "json");
  expect(json).toMatch(/^\{\n {2}"b": \{\n {4}"default": 1,\n/);
  expect(json.replaceAll(/\n */g, "").replaceAll('": ', '":')).toBe(text);
});

test("formatting is stable: a stored document is written the same way again, from either notation", () => {
  const text =
    '{"a":{"200":{"x":"# no comment"},"100":[{"y":" padded "}]},"é":"\\u00e9 \\u2028 \\ud83d\\ude9a","k: y":"on"}';
  const yaml = formatDocument(text, "yaml");
  expect(formatDocument(yaml, "yaml")).toBe(yaml);
  expect(formatDocument(formatDocument(yaml, "json"), "yaml")).toBe(yaml);
  expect(JSON.parse(formatDocument(yaml, "json"))).toEqual(JSON.parse(text));
  expect(formatDocument("a: &load { x: 1 }\nb: { <<: *load, z: 2 }\nc: *load # why\n", "yaml")).toBe(
    "a:\n  x: 1\nb:\n  x: 1\n  z: 2\nc:\n  x: 1\n",
  );
});

test("credentials come from the variable in the settings, for the host in the settings", () => {
  const position = { file: "content/site.yaml", line: 3, column: 3 };
  const setting = { url: "https://staging.example.com/redoc/", header: "X-Key", variable: "KEY", position };
  const requestWith = (
    flags: Partial<RequestInputs["flags"]>,
    environment: RequestInputs["environment"] = { KEY: " s3cret\n" },
  ) => toDocumentRequest({ setting, flags: { timeout: 1, retries: 0, ...flags }, environment });

  expect(requestWith({}).value?.credentials).toEqual({ header: "X-Key", value: "s3cret", variable: "KEY" });
  expect(requestWith({ url: "https://staging.example.com/swagger.json" }).value?.credentials).not.toBeNull();
  const elsewhere = requestWith({ url: "https://other.example.com/" });
  expect(elsewhere.value?.credentials).toBeNull();
  expect(elsewhere.diagnostics.map(({ code }) => code)).toEqual(["live/credentials"]);
  expect(requestWith({ url: "https://other.example.com/", authVariable: "KEY" }).value?.credentials?.value).toBe(
    "s3cret",
  );
  const open = requestWith({ url: "http://staging.example.com/", authVariable: "KEY" });
  expect(open.diagnostics.map(({ message }) => message)).toEqual(["KEY travels to staging.example.com unencrypted"]);
  expect(format(requestWith({}, {}).diagnostics)).toBe(
    "error content/site.yaml:3:3 live/request (it holds the whole value of the header X-Key)",
  );
});
