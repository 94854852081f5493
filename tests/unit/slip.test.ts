import { expect, test } from "vitest";

import { createSlipFinder, slipOf } from "#shared/diagnostics/nearest.ts";

const meant = (written: string, ...candidates: readonly string[]) => slipOf(written, candidates)?.meant ?? null;

test("a name in another letter case, with other separators or one wrong letter in a word has one match", () => {
  expect(meant("paid", "PAID", "PENDING")).toBe("PAID");
  expect(meant("loadNumber", "load_number", "load")).toBe("load_number");
  expect(meant("wieght", "weight", "height")).toBe("weight");
  expect(meant("brokr_invoices_lst", "broker_invoices_list", "broker_invoices_sum")).toBe("broker_invoices_list");
  expect(meant("/guides/strat", "/guides/start", "/guides/stop")).toBe("/guides/start");
});

test("a name that may mean something else has no match", () => {
  expect(meant("unpaid", "paid")).toBeNull();
  expect(meant("/v2/loads", "/v1/loads")).toBeNull();
  expect(meant("step-10", "step-1")).toBeNull();
  expect(meant("rate", "date")).toBeNull();
  expect(meant("/auth", "/authentication")).toBeNull();
  expect(meant("updated_by", "updated_at")).toBeNull();
  expect(meant("bid", "bill")).toBeNull();
});

test("many names are compared with candidates that are read once", () => {
  let readings = 0;
  const find = createSlipFinder({
    *[Symbol.iterator]() {
      readings += 1;
      yield* ["/guides/start", "/guides/stop"];
    },
  });
  expect([find("/guides/strat")?.meant, find("/guides/Stop")?.meant, find("/other")]).toEqual([
    "/guides/start",
    "/guides/stop",
    null,
  ]);
  expect(readings).toBe(1);
});

test("two equally near candidates give no match", () => {
  expect(meant("loads_lits", "loads_list", "loads_list")).toBe("loads_list");
  expect(meant("lode", "load", "lobe", "lodes", "lodge")).toBeNull();
  expect(meant("PAID", "paid", "Paid")).toBeNull();
});
