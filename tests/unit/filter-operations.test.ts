import { expect, test } from "vitest";

import type { MenuFile } from "#shared/contract/menu-file.ts";

import { filterOperations } from "../../src/client/menu/filter-operations.ts";

const file: MenuFile = {
  groups: ["Payment intents", "Widgets"],
  operations: [
    ["Creates an intent", "post", "/v1/payment_intents", "/api/1", 0],
    ["List intents", "get", "/v1/payment_intents", "/api/2", 0],
    ["Make a widget", "put", "/v1/widgets/{widgetName}", "/api/3", 1],
  ],
};

test.each([
  ["", []],
  ["  ", []],
  ["INTENT", ["/api/1", "/api/2"]],
  ["payment intents", ["/api/1", "/api/2"]],
  ["post intents", ["/api/1"]],
  ["intents post", ["/api/1"]],
  ["get", ["/api/2"]],
  ["/v1/payment_i", ["/api/1", "/api/2"]],
  ["PUT /v1/widgets/{", ["/api/3"]],
  ["widget name", ["/api/3"]],
  ["idget", ["/api/3"]],
  ["nothing", []],
])("%j is in %j", (query, hrefs) => {
  expect(filterOperations(file, query).map(([, , , href]) => href)).toEqual(hrefs);
});
