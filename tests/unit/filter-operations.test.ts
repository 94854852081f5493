import { expect, test } from "vitest";

import { filterOperations } from "#client/menu/menu-filter.ts";
import type { MenuFile } from "#shared/contract/reference.ts";

const file: MenuFile = {
  groups: ["Payment intents", "Widgets", "注文"],
  operations: [
    ["Creates an intent", "post", "/v1/payment_intents", "/api/1", 0],
    ["List intents", "get", "/v1/payment_intents", "/api/2", 0],
    ["Make a widget", "put", "/v1/widgets/{widgetName}", "/api/3", 1],
    ["新規注文の作成", "delete", "/v1/orders", "/api/4", 2],
  ],
};

test.each([
  ["", []],
  ["  ", []],
  ["INTENT", ["/api/2", "/api/1"]],
  ["payment intents", ["/api/2", "/api/1"]],
  ["post intents", ["/api/1"]],
  ["intents post", ["/api/1"]],
  ["get", ["/api/2"]],
  ["/v1/payment_i", ["/api/2", "/api/1"]],
  ["PUT /v1/widgets/{", ["/api/3"]],
  ["widget name", ["/api/3"]],
  ["idget", ["/api/3"]],
  ["注文", ["/api/4"]],
  ["nothing", []],
])("the filter %j finds %j", (query, hrefs) => {
  expect(filterOperations(file, query).map(([, , , href]) => href)).toEqual(hrefs);
});

test("the operations with the fewest other words come first, and the rest keep the menu's order", () => {
  const operations: MenuFile["operations"] = [
    ["Creates a session of the customer portal", "post", "/v1/billing_portal/sessions", "/api/1", 0],
    ["Creates a new customer object", "post", "/v1/customers", "/api/2", 1],
    ["Creates a card of a customer", "post", "/v1/customers/{customer}/cards", "/api/3", 1],
    ["Creates a note of a customer", "post", "/v1/customers/{customer}/notes", "/api/4", 1],
  ];
  const found = filterOperations({ groups: ["Billing portal", "Customers"], operations }, "create customer");
  expect(found.map(([, , , href]) => href)).toEqual(["/api/2", "/api/3", "/api/4", "/api/1"]);
});

test("a long sentence as title doesn't rank its call lower", () => {
  const operations: MenuFile["operations"] = [
    ["Search for charges you’ve previously created", "get", "/v1/charges/search", "/api/1", 0],
    ["To charge a credit card, you create a Charge object", "post", "/v1/charges", "/api/2", 0],
    ["Create a refund", "post", "/v1/charges/{charge}/refunds", "/api/3", 0],
  ];
  const found = filterOperations({ groups: ["Charges"], operations }, "create charge");
  expect(found.map(([, , , href]) => href)).toEqual(["/api/2", "/api/3", "/api/1"]);
});
