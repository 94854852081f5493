import { expect, test } from "vitest";

import { checkSample } from "#content/contract/check-sample.ts";
import { createSandbox } from "#sandbox/sandbox.ts";

import { answers, call, contractOf, listOf, object } from "../support/contract-paths.ts";
import { prefilledRequests } from "../support/prefilled-requests.ts";
import { callSandbox, shippedContract } from "../support/sandbox.ts";

/* The responses to a reader who changes nothing, and what the tab stores of them. */

const contract = await shippedContract();
const prefilled = await prefilledRequests(contract);

test.each(prefilled)("$id's initial form succeeds in a fresh sandbox, as the contract says", ({ id, request }) => {
  const { status, headers, body } = createSandbox(contract).handle(request);
  expect([200, 201, 204], body).toContain(status);
  const value = id === "client_info_read" ? "example" : "simulated";
  expect(headers).toContainEqual({ name: "X-Sandbox", value });
  if (status === 204) return;
  const target = { kind: "response", operation: id, status: String(status) } as const;
  expect(checkSample(contract, { target, value: JSON.parse(body), isPartial: false })).toEqual([]);
});

test("a sandbox continues from another's saved state, after each call", () => {
  const own = createSandbox(contract);
  for (const { request } of [...prefilled, ...prefilled]) {
    const other = createSandbox(contract);
    other.restore(own.save());
    expect(other.handle(request)).toEqual(own.handle(request));
  }
});

test("a sandbox without a saved state has its first records", () => {
  const sandbox = createSandbox(contract);
  const first = sandbox.save();
  for (const { request } of prefilled) sandbox.handle(request);
  expect(sandbox.save()).not.toBe(first);
  sandbox.restore(null);
  expect(sandbox.save()).toBe(first);
});

test.each(["page", "start", "size", "take", "first"])(
  "a list's initial form succeeds if the contract describes `%s` as text",
  async (name) => {
    const parameter = `{ name: ${name}, in: query, required: true, schema: { type: string } }`;
    const list = answers(listOf(object("id: { type: integer }")));
    const numbered = await contractOf({ "/trees": [call("get", `parameters: [${parameter}]`, list)] });
    const [first] = await prefilledRequests(numbered);
    expect(first && createSandbox(numbered).handle(first.request).status).toBe(200);
    expect(callSandbox(numbered).get(`/trees?${name}=pear`).status).toBe(400);
  },
);
