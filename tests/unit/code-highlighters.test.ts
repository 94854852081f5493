import { afterEach, expect, test, vi } from "vitest";

import { CodeHighlighters } from "#content/code-highlighters.ts";

afterEach(() => vi.restoreAllMocks());

test("a busy machine colours the same: no clock decides what a line looks like", async () => {
  const code = 'const total = invoices.map((invoice) => `${invoice.amount}`).join("+"); // cents';
  const expected = (await new CodeHighlighters().for("js"))(code, new Set());
  expect(expected).toContain("<span class=");
  let now = 0;
  vi.spyOn(Date, "now").mockImplementation(() => (now += 10_000));
  vi.spyOn(performance, "now").mockImplementation(() => (now += 10_000));
  expect((await new CodeHighlighters().for("js"))(code, new Set())).toBe(expected);
});
