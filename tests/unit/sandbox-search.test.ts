import { expect, test } from "vitest";

import { callSandbox, shippedContract } from "../support/sandbox.ts";

const api = callSandbox(await shippedContract());
api.post("/carrier_relationships/", { carrier_id: "3f0c2a94-6d1e-4b7a-9c58-2e41d7b6a803", external_id: "CARR-1042" });
api.post("/carrier_relationships/", { carrier_id: "8a41c6d2-90b7-4e35-b1f8-5c7d02e94a16", external_id: "CARR-10" });

function namesOf(path: string): readonly string[] {
  const page: { results: readonly { company_name: string }[] } = Object(api.get(path).body);
  return page.results.map(({ company_name: name }) => name.split(" ")[0] ?? "");
}

test.each([
  ["part of an MC number", "search=99001", ["Prairie"]],
  ["part of a name in any case", "search=RIDGE", ["Copper"]],
  ["a DOT number only with searchDOT", "search=99003610", []],
  ["a DOT number with searchDOT", "search=99003610&searchDOT=1", ["Copper"]],
  ["a name with searchDOT as well", "search=mesa&searchDOT=1", ["Blue"]],
  ["nothing", "search=zzz", []],
  ["everything when it is empty", "search=", ["Prairie", "Copper", "Blue", "Tall", "Gray"]],
])("the free text of a carrier search finds %s", (_, query, names) => {
  expect(namesOf(`/carriers/?${query}`)).toEqual(names);
});

test.each([
  ["mc=9900142", ["Prairie"]],
  ["mc=99", []],
  ["name=prairie", ["Prairie"]],
  ["mc=9900142&dot=99003610", []],
  ["mc=9900142&dot=99003610&combine=AND", []],
  ["mc=9900142&dot=99003610&combine=OR", ["Prairie", "Copper"]],
  ["mc=9900142&name=prairie", ["Prairie"]],
  ["combine=OR", ["Prairie", "Copper", "Blue", "Tall", "Gray"]],
])("the keywords %s find %j", (query, names) => {
  expect(namesOf(`/carriers/?${query}`)).toEqual(names);
});

test("keywords and free text can't be combined", () => {
  const { status, body } = api.get("/carriers/?search=prairie&mc=9900142");
  expect([status, body]).toEqual([
    400,
    expect.objectContaining({
      faults: [{ in: "query", name: "search", message: "`search` can't be combined with `mc`", hint: "send one kind" }],
    }),
  ]);
});

test.each([
  ["external_id=CARR-10", ["Copper"]],
  ["external_id=carr-10", []],
  ["company_name=WIND", ["Prairie"]],
  ["company_name=r&external_id=CARR-1042", ["Prairie"]],
])("relationships filtered by %s are %j: the id must match exactly, the name in part", (query, names) => {
  expect(namesOf(`/carrier_relationships/?${query}`)).toEqual(names);
});

test.each([
  ["search=lakeshore", ["Lakeshore"]],
  ["search=9900500", ["Harborline"]],
  ["search=00-0002077", ["Lakeshore"]],
  ["search=%40northgate", ["Northgate", "Northgate"]],
])("debtors filtered by %s are %j", (query, names) => {
  expect(namesOf(`/debtors/?${query}`)).toEqual(names);
});

test.each([
  ["/debtor_credit/?dot=99005000", 200],
  ["/debtor_credit/?mc=9900500", 200],
  ["/debtor_credit/?user_id=usr_harborline", 200],
  ["/debtor_credit/usr_harborline/", 200],
  ["/debtor_credit/?dot=99009999", 404],
  ["/debtor_credit/?mc=99005", 404],
  ["/debtor_credit/nobody/", 404],
  ["/debtor_credit/?dot=99007000", 400],
  ["/debtor_credit/?mc=9900701", 200],
  ["/debtor_credit/", 400],
  ["/debtor_credit/?mc=", 400],
  ["/debtor_credit/?mc=9900500&dot=99005000", 400],
])("the credit lookup %s returns %d", (path, status) => {
  expect(api.get(path).status).toBe(status);
});

test("a credit response and a search result have only the contract's fields", () => {
  expect(api.get("/debtor_credit/?dot=99005000").body).toEqual({
    sandbox: "One record matches. The fields of this response aren't documented.",
  });
  expect(JSON.stringify(api.get("/debtors/").body)).not.toContain("user_id");
});

test("links to other pages keep the filter", () => {
  expect(api.get("/debtors/?search=north%20%26&page_size=1").body).toMatchObject({ count: 0 });
  expect(api.get("/debtors/?page=1&search=Foods%20&page_size=1").body).toMatchObject({
    count: 2,
    next: "http://sandbox.test/v1/external_api/debtors/?search=Foods%20&page=2&page_size=1",
  });
});
