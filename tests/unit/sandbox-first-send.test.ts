import { expect, test } from "vitest";

import { createSandbox } from "#sandbox/sandbox.ts";

import { prefilledRequests } from "../support/prefilled-requests.ts";
import { shippedContract } from "../support/sandbox.ts";

/* What a reader gets who changes nothing, and what the tab keeps of it. */

const contract = await shippedContract();
const prefilled = await prefilledRequests(contract);

test.each(prefilled)("$id succeeds as its explorer starts, in a fresh sandbox", ({ request }) => {
  const { status, body } = createSandbox(contract).handle(request);
  expect([200, 201, 204], body).toContain(status);
});

test("a sandbox goes on from what another one saved, after each call", () => {
  const own = createSandbox(contract);
  for (const { request } of [...prefilled, ...prefilled]) {
    const other = createSandbox(contract);
    other.restore(own.save());
    expect(other.handle(request)).toEqual(own.handle(request));
  }
});

test.each(["", "{", "{}", "null", "[]"])("what no sandbox has saved starts it anew: %s", (text) => {
  const sandbox = createSandbox(contract);
  const first = sandbox.save();
  for (const { request } of prefilled) sandbox.handle(request);
  expect(sandbox.save()).not.toBe(first);
  sandbox.restore(text);
  expect(sandbox.save()).toBe(first);
});

test.each(prefilled.filter(({ request }) => request.method === "GET" && /^\/\w+\/$/.test(request.path)))(
  "$id shows records as its explorer starts, where it is a list",
  ({ request }) => {
    const { body } = createSandbox(contract).handle(request);
    expect(JSON.parse(body)["count"] ?? 1).toBeGreaterThan(0);
  },
);
