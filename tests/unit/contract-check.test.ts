import { expect, test } from "vitest";

import { checkRequest } from "#shared/conformance/check-request.ts";
import { checkSample } from "#content/contract/check-sample.ts";
import type { BodyTarget } from "#shared/conformance/sample-fault.ts";
import type { Contract } from "#shared/contract/contract.ts";
import type { RequestValue } from "#shared/contract/request.ts";
import type { Json } from "#shared/json/json.ts";
import { parseJson } from "#shared/json/parse-json.ts";

import { readValid } from "../support/inline-contract.ts";

const freight = `
servers: [{ url: /v1/external_api }]
security: [{ Key: [] }]
components:
  securitySchemes: { Key: { type: apiKey, in: header, name: Authorization } }
  parameters:
    LoadNumber: { name: load_number, in: path, required: true, schema: { type: string, minLength: 1, maxLength: 8 } }
    Page: { name: page, in: query, schema: { type: integer } }
    VisibleTo:
      name: visible_to
      in: query
      required: true
      explode: false
      schema: { type: array, items: { $ref: "#/components/schemas/Visibility" } }
  schemas:
    Visibility: { type: string, enum: [carrier, debtor] }
    TrailerType: { type: string, enum: [R, V, F, OTHER] }
    Cents: { type: integer, x-unit: usd-cents, minimum: 0 }
    Stop:
      type: object
      required: [city]
      properties: { city: { type: string, minLength: 1, maxLength: 5 }, zip: { type: string } }
    LoadCreate:
      type: object
      required: [load_number, trailer_type, stops]
      properties:
        load_number: { type: string, maxLength: 256 }
        trailer_type: { $ref: "#/components/schemas/TrailerType" }
        weight: { type: integer, minimum: 0 }
        rate: { $ref: "#/components/schemas/Cents" }
        stops: { type: array, minItems: 1, items: { $ref: "#/components/schemas/Stop" } }
        pickup_at: { type: string, format: date-time }
        carrier_id: { type: [string, "null"], format: uuid }
        status: { type: string, readOnly: true }
        pin: { type: string, writeOnly: true }
    Load:
      allOf:
        - $ref: "#/components/schemas/LoadCreate"
        - { required: [created_at], properties: { created_at: { type: string, format: date-time, readOnly: true } } }
    Map: { type: object, additionalProperties: { type: integer } }
    Amounts:
      properties:
        count: { type: integer }
        maybe: { type: [integer, "null"] }
        either: { type: [integer, number] }
        one: { oneOf: [{ type: string }, { type: integer }] }
        none: { not: { type: integer } }
        both: { allOf: [{ type: integer }, { x-unit: usd-cents }] }
        rate: { $ref: "#/components/schemas/Cents" }
        rates: { type: array, items: { $ref: "#/components/schemas/Cents" } }
    Patterns: { patternProperties: { "^(a+)+$": { type: integer } }, properties: { b: { type: string } } }
    Coded: { properties: { code: { type: string, pattern: "^[A-Z]{2}$" }, python: { type: string, pattern: '\\A\\d+\\Z' }, evil: { type: string, pattern: "^(a+)+$" } } }
    Open: { type: object, description: Not specified. }
    Tree: { type: object, properties: { name: { type: string }, children: { type: array, items: { $ref: "#/components/schemas/Tree" } } } }
    Payment:
      oneOf: [{ $ref: "#/components/schemas/Ach" }, { $ref: "#/components/schemas/Wire" }]
      discriminator: { propertyName: type, mapping: { ACH: "#/components/schemas/Ach", WIRE: "#/components/schemas/Wire" } }
    Payout:
      oneOf: [{ $ref: "#/components/schemas/Ach" }, { $ref: "#/components/schemas/Wire" }]
      discriminator: { propertyName: type, mapping: { bank: ./schemas/Ach.yaml } }
    Tagged:
      oneOf:
        - { allOf: [{ $ref: "#/components/schemas/Ach" }, { required: [type], properties: { type: { enum: [ach] } } }] }
        - { type: object, required: [type], properties: { type: { enum: [cash] } } }
      discriminator: { propertyName: type }
    Ach: { type: object, required: [routing], properties: { type: { type: string }, routing: { type: string } } }
    Wire: { type: object, required: [swift], properties: { type: { type: string }, swift: { type: string } } }
    Split:
      allOf:
        - { properties: { both: { type: object, properties: { a: { type: string } } } } }
        - { properties: { both: { type: object, properties: { b: { type: string } } } } }
    Rules:
      type: object
      properties: { state: { type: string } }
      allOf:
        - { if: { properties: { state: { const: TX } } }, then: { properties: { permit: { type: string } } } }
        - { if: { properties: { state: { const: CA } } }, then: { properties: { carb: { type: string } } } }
        - { oneOf: [{ properties: { dock: { type: string } } }, { properties: { yard: { type: string } } }] }
        - { anyOf: [{ properties: { seal: { type: string } } }, { required: [carb] }] }
        - { oneOf: [{ properties: { gate: { type: string } } }, { required: [yard] }] }
    Kept:
      type: object
      properties: { a: { type: string } }
      additionalProperties: false
`;

const paths = `paths:
  /loads/:
    post:
      operationId: loads_create
      requestBody: { required: true, content: { application/json: { schema: { $ref: "#/components/schemas/LoadCreate" } } } }
      responses:
        "201": { description: Made., content: { application/json: { schema: { $ref: "#/components/schemas/Load" } } } }
        4XX: { description: Wrong. }
    get:
      operationId: loads_list
      parameters: [{ $ref: "#/components/parameters/Page" }]
      responses: { "200": { description: Loads., content: { application/json: {} } } }
  /exports/: { post: { operationId: loads_export } }
  /loads/{load_number}/attachments:
    parameters: [{ $ref: "#/components/parameters/LoadNumber" }]
    post:
      operationId: attach
      parameters: [{ $ref: "#/components/parameters/VisibleTo" }, { name: X-Trace, in: header, schema: { type: integer } }]
      requestBody:
        content:
          multipart/form-data:
            schema:
              type: object
              required: [attachment, category]
              properties: { attachment: { type: string, format: binary }, category: { type: string, enum: [Invoice, Other] } }
            encoding: { attachment: { contentType: "image/png, application/pdf" } }
      responses: { "201": { description: Made. } }
${freight}`;

const contract: Contract = await readValid(paths);

const load = { load_number: "LD-1", trailer_type: "R", stops: [{ city: "Reno" }] };
const requestBody = { kind: "request", operation: "loads_create" } as const;
const response = (operation: string, status: string) => ({ kind: "response", operation, status }) as const;

function check(target: BodyTarget, value: Json, isPartial = false): readonly string[] {
  return checkSample(contract, { target, value, isPartial }).map(
    ({ pointer, message, hint }) => `${pointer}: ${message}${hint === null ? "" : ` (${hint})`}`,
  );
}

function checkSchema(schema: string, value: Json): readonly string[] {
  return check({ kind: "schema", schema }, value);
}

test("a body that matches the contract has no faults", () => {
  expect(check(requestBody, { ...load, weight: 0, rate: 240000, carrier_id: null, pin: "1" })).toEqual([]);
  const created = { ...load, created_at: "2025-03-10T15:00:00Z", status: "NEW" };
  expect(check(response("loads_create", "201"), created)).toEqual([]);
});

test("each fault is reported once, at its pointer, in one sentence", () => {
  const value = {
    load_numbr: "LD-1",
    trailer_type: "REEFER",
    weight: -1,
    rate: 2400.5,
    stops: [{ city: "Sacramento", zip: 93901 }, { zip: "1" }, "Reno"],
    pickup_at: "2025-02-30T15:00:00Z",
    carrier_id: "CARR-1042",
    status: "NEW",
  };
  expect(check(requestBody, value).join("\n")).toMatchInlineSnapshot(`
    "/trailer_type: \`trailer_type\` can't be "REEFER" (one of R, V, F, OTHER)
    /weight: \`weight\` must be 0 or more, not -1
    /rate: \`rate\` is a whole number of cents, not 2400.5 (did you mean 240050?)
    /stops/0/city: \`city\` has 10 characters; 5 is the most
    /stops/0/zip: \`zip\` must be text, not 93901
    /stops/1: \`city\` is missing
    /stops/2: \`2\` of \`stops\` must be an object, not "Reno"
    /pickup_at: \`pickup_at\` must be a date-time, not "2025-02-30T15:00:00Z"
    /carrier_id: \`carrier_id\` must be a uuid, not "CARR-1042"
    /status: \`status\` is read-only and can't be sent (leave it out)
    /load_numbr: LoadCreate has no field \`load_numbr\` (did you mean load_number?)"
  `);
});

test("a whole number has only digits, and dollars in a field of cents are reported as such", () => {
  const written = (text: string) => checkSchema("Amounts", parseJson(text).value);
  expect(written('{"count": 5.0, "rate": 2400.00, "either": 1.0, "maybe": 2e3, "rates": [1.50, 2400]}')).toEqual([
    "/count: `count` is a whole number, written in digits only, not 5.0 (write 5)",
    "/maybe: `maybe` is a whole number, written in digits only, not 2e3 (write 2000)",
    "/rate: `rate` is a whole number of cents, not 2400.00 (did you mean 240000?)",
    "/rates/0: `0` of `rates` is a whole number of cents, not 1.50 (did you mean 150?)",
  ]);
  expect(written('{"rate": 1e3, "rates": [12.345, 1e40]}')).toEqual([
    "/rate: `rate` is a whole number of cents, not 1e3 (write 1000)",
    "/rates/0: `0` of `rates` is a whole number of cents, not 12.345 (a cent is the smallest amount)",
    "/rates/1: `1` of `rates` is a whole number of cents, not 1e40 (write its digits)",
  ]);
  expect(written('{"one": 3.0, "none": 4.0, "both": 7.00}')).toEqual([
    "/one: `one` is a whole number, written in digits only, not 3.0 (write 3)",
    "/none: `none` can't be 4.0",
    "/both: `both` is a whole number of cents, not 7.00 (did you mean 700?)",
  ]);
  const page = { method: "get", path: "/loads/", headers: [], credentials: [], body: { kind: "none" } } as const;
  expect(checkRequest(contract, "loads_list", { ...page, query: [{ name: "page", value: "2.0" }] })).toMatchObject([
    { message: "`page` is a whole number, written in digits only, not 2.0", hint: "write 2" },
  ]);
});

test("read-only members belong in responses, and write-only ones in requests", () => {
  expect(check(response("loads_create", "201"), { ...load, pin: "1" })).toEqual([
    "/pin: `pin` is write-only and never returned (leave it out)",
    ": `created_at` is missing",
  ]);
  expect(checkSchema("Load", { ...load, pin: "1", status: "NEW", created_at: "2025-03-10T15:00:00Z" })).toEqual([]);
});

test("a partial body may omit required members, and must be valid otherwise", () => {
  expect(check(requestBody, { stops: [{ zip: "1" }], wieght: 1 }, true)).toEqual([
    "/wieght: LoadCreate has no field `wieght` (did you mean weight?)",
  ]);
});

test("only explicitly open objects accept unknown members", () => {
  expect(checkSchema("Map", { anything: 1, other: "x" })).toEqual(['/other: `other` must be a whole number, not "x"']);
  expect(checkSchema("Patterns", { aaa: "x", b: 1 })).toEqual(["/b: `b` must be text, not 1"]);
  expect(checkSchema("Open", { anything: [1, { x: null }] })).toEqual([]);
  expect(checkSchema("Stop", { city: "Reno", __proto__x: 1, constructor: 2 })).toEqual([
    "/__proto__x: Stop has no field `__proto__x`",
    "/constructor: Stop has no field `constructor`",
  ]);
});

test("strings and names are checked against JSON Schema patterns, even ones that would take an engine years", () => {
  const long = `${"a".repeat(60)}!`;
  expect(checkSchema("Coded", { code: "TX", python: "x" })).toEqual([]);
  expect(checkSchema("Coded", { code: "Texas" })).toEqual(["/code: `code` must match ^[A-Z]{2}$"]);
  expect(checkSchema("Coded", { evil: long })).toEqual(["/evil: `evil` must match ^(a+)+$"]);
  expect(checkSchema("Patterns", { [long]: "x" })).toEqual([]);
});

test("members that several parts of an allOf describe are known to all of them", () => {
  expect(checkSchema("Split", { both: { a: "1", b: "2" } })).toEqual([]);
  expect(checkSchema("Split", { both: { a: "1", c: "2" } })).toEqual(["/both/c: there is no field `c` here"]);
});

test("members described under a condition or choice in an allOf are known, even if later parts differ", () => {
  expect(checkSchema("Rules", { state: "TX", permit: "1", carb: "2", dock: "3", seal: "4", gate: "5" })).toEqual([]);
  expect(checkSchema("Rules", { state: "TX", permt: "1" })).toEqual([
    "/permt: Rules has no field `permt` (did you mean permit?)",
  ]);
});

test("a member that the contract forbids is reported once", () => {
  expect(checkSchema("Kept", { a: "1", aa: "2" })).toEqual(["/aa: Kept has no field `aa` (did you mean a?)"]);
});

test("recursive schemas are followed as deep as the value goes", () => {
  const value = { name: "a", children: [{ name: "b", children: [{ nam: "c" }] }] };
  expect(checkSchema("Tree", value)).toEqual([
    "/children/0/children/0/nam: Tree has no field `nam` (did you mean name?)",
  ]);
});

test("a discriminator chooses the alternative whose faults are reported", () => {
  expect(checkSchema("Payment", { type: "WIRE", swift: "X" })).toEqual([]);
  expect(checkSchema("Payment", { type: "WIRE", routing: "X" })).toEqual([": `swift` is missing"]);
  expect(checkSchema("Payment", { type: "WIER", swift: "X" })).toEqual([
    '/type: no alternative is called "WIER" (did you mean WIRE?)',
  ]);
  expect(checkSchema("Payout", { type: "bank", routing: "X" })).toEqual([]);
  expect(checkSchema("Payout", { type: "Ach", routing: "X" })).toEqual([]);
});

test("unnamed alternatives are each checked against the value, whatever the discriminator says", () => {
  expect(checkSchema("Tagged", { type: "ach", routing: "X" })).toEqual([]);
  expect(checkSchema("Tagged", { type: "cash" })).toEqual([]);
  expect(checkSchema("Tagged", { type: "ach" })).not.toEqual([]);
});

test("unknown operations and schemas are reported as faults", () => {
  expect(checkSchema("Lod", {})).toEqual([": the contract has no schema `Lod`"]);
  expect(check({ kind: "request", operation: "loads_list" }, {})).toEqual([": `loads_list` takes no JSON body"]);
  expect([
    ...check(response("loads_create", "200"), {}),
    ...check(response("loads_export", "200"), {}),
    ...check(response("loads_create", "404"), {}),
    ...check(response("loads_list", "200"), { x: 1 }),
  ]).toEqual([
    ": `loads_create` has no response 200 (it has 201, 4XX)",
    ": `loads_export` has no response 200 (it has none)",
    ": response 404 of `loads_create` has no JSON body",
  ]);
});

const create: RequestValue = {
  method: "post",
  path: "/loads/",
  query: [],
  headers: [],
  credentials: [],
  body: { kind: "json", mediaType: "application/json", value: load },
};

const upload: RequestValue = {
  ...create,
  path: "/loads/LD-1/attachments",
  query: [{ name: "visible_to", value: "carrier,debtor" }],
  headers: [{ name: "x-trace", value: "7" }],
  body: {
    kind: "form",
    mediaType: "multipart/form-data",
    parts: [
      { kind: "file", name: "attachment", fileName: "pod.pdf", mediaType: "application/pdf" },
      { kind: "field", name: "category", value: "Invoice" },
    ],
  },
};

function faultsOf(operation: string, request: RequestValue): readonly string[] {
  return checkRequest(contract, operation, request).map(({ part, message, hint }) => {
    const detail = "name" in part ? ` ${part.name}` : "pointer" in part ? ` ${part.pointer}` : "";
    return `${part.kind}${detail}: ${message}${hint === null ? "" : ` (${hint})`}`;
  });
}

test("a request that matches the contract has no faults", () => {
  expect(faultsOf("loads_create", create)).toEqual([]);
  expect(faultsOf("attach", upload)).toEqual([]);
});

const pathOf = "request-line: the path of `loads_create` is /loads/, not";
const pathOfUpload = "request-line: the path of `attach` is /loads/{load_number}/attachments, not";
const header = (name: string) => ({ headers: [{ name, value: "seven" }] });
const query = (...values: string[]) => ({ query: values.map((value) => ({ name: "visible_to", value })) });

test.each<[Partial<RequestValue>, string]>([
  [{ method: "put" }, "request-line: `loads_create` is a POST, not a PUT"],
  [{ path: "/loads" }, `${pathOf} /loads (add the slash at the end)`],
  [{ path: "/v1/external_api/loads/" }, `${pathOf} /v1/external_api/loads/ (leave out /v1/external_api)`],
  [query("carrier"), "query visible_to: `loads_create` has no query parameter `visible_to`"],
  [header("Idempotency-Key"), "header Idempotency-Key: `loads_create` has no header `Idempotency-Key`"],
  [header("authorization"), "header authorization: `authorization` is added to every sample (leave it out)"],
  [{ body: { kind: "none" } }, "request-line: `loads_create` needs a body"],
  [
    { body: { kind: "text", mediaType: "text/plain", text: "" } },
    "header Content-Type: `loads_create` doesn't take text/plain (it takes application/json)",
  ],
  [
    { body: { kind: "json", mediaType: "application/json", value: { ...load, stops: [] } } },
    "body /stops: `stops` has 0 items; 1 is the least",
  ],
])("faults of a request are reported: %j", (change, expected) => {
  expect(faultsOf("loads_create", { ...create, ...change })).toEqual([expected]);
});

test.each<[Partial<RequestValue>, string]>([
  [{ path: "/loads/LD-123456/attachments" }, "request-line: `load_number` has 9 characters; 8 is the most"],
  [
    { path: "/loads/{load_number}/attachments" },
    "request-line: `{load_number}` is still a placeholder (write an example value)",
  ],
  [{ path: "/loads/LD-1/attachments/" }, `${pathOfUpload} /loads/LD-1/attachments/ (leave out the slash at the end)`],
  [
    { query: [{ name: "visibel_to", value: "carrier" }] },
    "query visibel_to: `attach` has no query parameter `visibel_to` (did you mean visible_to?)",
  ],
  [{ query: [] }, "request-line: the query parameter `visible_to` is missing"],
  [query("carrier,broker"), 'query visible_to: `1` of `visible_to` can\'t be "broker" (one of carrier, debtor)'],
  [query("carrier", "debtor"), "query visible_to: `visible_to` is in the query twice"],
  [header("X-Trace"), 'header X-Trace: `X-Trace` must be a whole number, not "seven"'],
])("faults of an upload are reported: %j", (change, expected) => {
  expect(faultsOf("attach", { ...upload, ...change })).toEqual([expected]);
});

test("form parts are checked against the contract, and files against the accepted types", () => {
  const parts = [
    { kind: "file", name: "attachment", fileName: "pod.gif", mediaType: "image/gif" },
    { kind: "field", name: "categroy", value: "Invoice" },
    { kind: "field", name: "visible_to", value: "carrier" },
  ] as const;
  expect(faultsOf("attach", { ...upload, body: { kind: "form", mediaType: "multipart/form-data", parts } })).toEqual([
    "body /categroy: there is no field `categroy` here (did you mean category?)",
    "body /visible_to: there is no field `visible_to` here (it is a query parameter)",
    "body /attachment: `attachment` can't be image/gif (one of image/png, application/pdf)",
  ]);
});

test("an unknown operation gets the nearest one as a suggestion", () => {
  expect(faultsOf("load_create", create)).toEqual([
    "request-line: the contract has no operation `load_create` (did you mean loads_create?)",
  ]);
});
