import path from "node:path";

import { afterAll, expect, test, vi } from "vitest";

import { sendDocument, startProvider } from "../support/provider.ts";

afterAll(() => {
  vi.doUnmock("node:path");
  vi.resetModules();
});

const document = `openapi: 3.1.0
info: { title: Rates, version: "1" }
paths: { /rates: { $ref: "../shared/one%20path.yaml" }, /x: { $ref: "./.git/hooks.yaml" } }
`;

test("documents from an address keep their paths on Windows too, with forward slashes", async () => {
  vi.resetModules();
  vi.doMock("node:path", () => ({ ...path.win32, default: path.win32 }));
  const { gatherDocument } = await import("#contract/own-contract.ts");
  await using provider = await startProvider((request, response) =>
    sendDocument(response, request.url.endsWith("/openapi") ? document : "get: { responses: {} }\n"),
  );
  const { value } = await gatherDocument(`${provider.origin}/api/v1/openapi`);
  expect(value?.file).toBe("openapi/v1/openapi.yaml");
  expect([...(value?.files.keys() ?? [])]).toEqual(["openapi/v1/openapi.yaml", "openapi/shared/one path.yaml"]);
  expect(value?.sources.get("openapi/shared/one path.yaml")).toBe(`${provider.origin}/api/shared/one%20path.yaml`);
});
