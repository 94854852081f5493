import { expect, test } from "vitest";

import { createSlipFinder, slipOf } from "#shared/diagnostics/nearest.ts";

const matchOf = (written: string, ...candidates: readonly string[]) => slipOf(written, candidates)?.meant ?? null;

test("a name in another letter case, with other separators or one wrong letter in a word has one match", () => {
  expect(matchOf("paid", "PAID", "PENDING")).toBe("PAID");
  expect(matchOf("loadNumber", "load_number", "load")).toBe("load_number");
  expect(matchOf("wieght", "weight", "height")).toBe("weight");
  expect(matchOf("brokr_invoices_lst", "broker_invoices_list", "broker_invoices_sum")).toBe("broker_invoices_list");
  expect(matchOf("/guides/strat", "/guides/start", "/guides/stop")).toBe("/guides/start");
});

test("a name that may mean something else has no match", () => {
  expect(matchOf("unpaid", "paid")).toBeNull();
  expect(matchOf("/v2/loads", "/v1/loads")).toBeNull();
  expect(matchOf("step-10", "step-1")).toBeNull();
  expect(matchOf("rate", "date")).toBeNull();
  expect(matchOf("/auth", "/authentication")).toBeNull();
  expect(matchOf("updated_by", "updated_at")).toBeNull();
  expect(matchOf("bid", "bill")).toBeNull();
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
  expect(matchOf("loads_lits", "loads_list", "loads_list")).toBe("loads_list");
  expect(matchOf("lode", "load", "lobe", "lodes", "lodge")).toBeNull();
  expect(matchOf("PAID", "paid", "Paid")).toBeNull();
});
