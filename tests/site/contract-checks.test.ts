import { readFile } from "node:fs/promises";
import { join } from "node:path";

import { beforeAll, expect, test } from "vitest";

import { packageRoot } from "#package.ts";
import { formatPosition } from "#shared/diagnostics/format-diagnostic.ts";
import { ProcessMemory } from "#cache/process-memory.ts";

import { buildSite, type TestOptions } from "../support/build-site.ts";
import { keepOperations } from "../support/small-reference.ts";

let contract = "";
/** All pages here use the same document, so it's processed only once. */
const memory = new ProcessMemory();

/** The operations that the pages here use. */
const usedPaths = {
  "/broker_invoices/": ["post"],
  "/broker_invoices/{invoice_number}/attachments": ["post"],
  "/carrier_invoices/": ["post"],
  "/carrier_relationships/": ["post"],
  "/carriers/": ["get"],
  "/line_items/": ["post"],
  "/loads/": ["get", "post"],
  "/loads/{load_number}/": ["get", "patch"],
};

beforeAll(async () => {
  contract = keepOperations(await readFile(join(packageRoot, "openapi/v1.1.yaml"), "utf8"), usedPaths);
});

// Some of the remaining descriptions link to removed operations.
const silenced = "severities: { contract/link: off }\n";

/** The findings of a page on a site with the contract, as `line:column message (hint)`. */
async function findings(markdown: string): Promise<string[]> {
  const files = {
    "content/site.yaml": silenced,
    "content/index.md": markdown,
    "content/guide.md": "# Guide",
    "openapi/v1.1.yaml": contract,
  };
  const { diagnostics } = await buildSite(files, { memory, onlyPages: true });
  return diagnostics.map(
    ({ position, message, hint }) =>
      `${position?.file === "content/index.md" ? "" : `${position?.file}:`}${position?.line}:${position?.column} ${message}${hint === null ? "" : ` (${hint})`}`,
  );
}

const onePage = "contracts:\n  - { id: v1.1, document: openapi/v1.1.yaml, route: /api/, layout: page }\n";

async function buildPage(markdown: string, options: TestOptions = {}) {
  const files = {
    "content/site.yaml": silenced + onePage,
    "content/index.md": markdown,
    "content/guide.md": "# Guide",
    "openapi/v1.1.yaml": contract,
  };
  return buildSite(files, { memory, ...options });
}

async function pageHtml(markdown: string): Promise<string> {
  const html = (await buildPage(markdown, { onlyPages: true })).read("index.html");
  return html.slice(html.indexOf("<main"), html.indexOf("</main>"));
}

const block = (head: string, text: string): string => `\`\`\`${head}\n${text}\n\`\`\``;
const create = (body: string): string =>
  block("http op=broker_invoices_create", `POST /broker_invoices/\nContent-Type: application/json\n\n${body}`);

test("a response is named by its status if the contract documents it, else as any success", async () => {
  const html = await pageHtml(
    '```json op=line_items_create response=201 partial\n{ "amount": 1 }\n```\n\n```json op=loads_create response=201 partial\n{ "weight": 1 }\n```',
  );
  const captions = [...html.matchAll(/<figcaption[^>]*>(.*?)<\/figcaption>/g)].map(([, caption = ""]) =>
    caption.replaceAll(/<[^>]*>/g, ""),
  );
  expect(captions).toEqual(["Response 201 Created", "Response, any 2xx"]);
});

test("every error in a body is reported inside the block, with its pointer and a suggestion", async () => {
  const body = [
    "{",
    '  "load_number": "",',
    '  "amount": 2400.5,',
    '  "carrier_amuont": 195000,',
    '  "contract_type": "STD_BROKR",',
    '  "status": "PAID"',
    "}",
  ].join("\n");
  expect(await findings(create(body))).toMatchInlineSnapshot(`
    [
      "7:3 \`amount\` is a whole number of cents, not 2400.5 (at /amount) (did you mean 240050?)",
      "8:3 BrokerInvoiceCreate has no field \`carrier_amuont\` (at /carrier_amuont) (did you mean carrier_amount?)",
      "9:3 \`contract_type\` can't be "STD_BROKR" (at /contract_type) (did you mean STD_BROKER?)",
      "10:3 BrokerInvoiceCreate has no field \`status\` (at /status)",
    ]
  `);
});

test("a name that looks percent-encoded is reported at its position", async () => {
  const [finding] = await findings('```json schema=BrokerInvoiceCreate partial\n{\n  "50%25": 1\n}\n```');
  expect(finding).toMatch(/^3:3 /);
});

const upload = (parts: string): string =>
  block(
    "http op=broker_invoices_attachments_create",
    `POST /broker_invoices/BI-1/attachments?visible_to=carrier,debtor\nContent-Type: multipart/form-data\n\n${parts}`,
  );
const created = "json op=loads_create response=201";

test.each([
  upload("attachment=@pod.pdf;type=application/pdf\ncategory=Signed Bill of Lading (Delivered)"),
  block(`${created} partial`, '{\n  "load_number": "LD-1",\n  …\n}'),
  block('json unchecked="from another system"', "{}"),
])("samples that the contract allows have no findings: %j", async (markdown) => {
  expect(await findings(markdown)).toEqual([]);
});

test.each([
  [
    block("http op=loads_read", "GET /loads/LD-1"),
    "2:1 the path of `loads_read` is /loads/{load_number}/, not /loads/LD-1 (add the slash at the end)",
  ],
  [
    block("http op=carriers_list", "GET /carriers/?searchDTO=1&page=one"),
    "2:16 `carriers_list` has no query parameter `searchDTO` (did you mean search?)",
    '2:28 `page` must be a whole number, not "one"',
  ],
  [
    block("http op=carrier_relationships_create", "POST /carrier_relationships/\nContent-Type: text/plain\n\nx"),
    "3:1 `carrier_relationships_create` doesn't take text/plain (it takes application/json)",
  ],
  [
    upload("attachment=@pod.txt;type=text/plain\ncategory=Signed Bill of Lading"),
    "5:1 `attachment` can't be text/plain (at /attachment) (one of image/tiff, image/jpeg, application/pdf, image/heic, image/png)",
    '6:1 `category` can\'t be "Signed Bill of Lading" (at /category) (did you mean Signed Bill of Lading (Pick-Up)?)',
  ],
  [create("{}"), "5:1 `amount`, `carrier_amount` and `load_number` are missing"],
  [
    block(`${created} partial`, '{\n  "load_number": "LD-1",\n  …\n  "trailer_type": "Q"\n}'),
    '5:3 `trailer_type` can\'t be "Q" (at /trailer_type) (one of R, V, F, AC, BT, VC, DD, DR, DT, FZ, HB, HS, …)',
  ],
  [
    block(`${created} partial`, '{\n  "load_number": "LD-1", …\n}'),
    "3:26 this isn't JSON: put `…`, for what's left out, on a line of its own",
  ],
  [
    block(created, '{\n  …\n  "load_number": "LD-1"\n}'),
    "2:1 `trailer_type`, `length`, `weight`, `origin_locations`, `destination_locations`, `pickup_open_at` and `pickup_close_at` are missing",
    "3:3 `…` leaves something out of a body that claims to be whole (add `partial` to the fence)",
  ],
  [block("json schema=Lode", "{}"), "1:1 the contract has no schema `Lode` (did you mean Load?)"],
  [block(created, "{\n  'a': 1\n}"), "3:3 this isn't JSON: unexpected `'a'`"],
  [
    block("json", "{}"),
    '1:1 nothing checks this json block against the contract (say op=…, schema=…, or unchecked="the reason")',
  ],
  [":cents[2400.00]", "1:1 `2400.00` isn't an amount in cents (write whole cents, digits only, as in :cents[240000])"],
])("samples that the contract forbids are reported at their position: %j", async (markdown, ...found) => {
  expect(await findings(markdown)).toEqual(found);
});

test("links, values and tables of names from the contract have no findings", async () => {
  const markdown = [
    "[](op:loads_create) [create](op:loads_create) [](schema:Load) [](field:Load.weight) :value[InvoiceStatus.PAID]",
    '::fields{schema=Load columns="type create update"}',
    "::enum{schema=BrokerPortion}",
    "::operations{tag=loads}",
  ].join("\n\n");
  expect(await findings(markdown)).toEqual([]);
  const html = await pageHtml(markdown);
  expect(html).toContain('<span class="method method-post">POST</span> <code>/loads/</code>');
  expect(html).toContain('<code class="value">PAID</code>');
  expect(html).toContain('<td data-label="Create">Required</td>');
});

test("`::fields` with `required` prints one row of required fields and one of optional fields, with defaults", async () => {
  expect(
    await findings("::fields{schema=CarrierInvoiceCreate required}\n\n::fields{schema=LoadLocation required}"),
  ).toEqual([]);
  const { read } = await buildPage("::fields{schema=CarrierInvoice required}");
  const html = read("index.html");
  const rows = [...html.matchAll(/<tr><td>(\w+)<\/td><td>(.*?)<\/td><\/tr>/g)].map(([, need, fields = ""]) => [
    need,
    fields.replaceAll(/<[^>]*>/g, ""),
  ]);
  expect(rows).toEqual([
    ["Required", "amount, load_number"],
    [
      "Optional",
      "invoice_number, debtor_advance_amount (default 0), debtor_id, purchase_order_number, created_at, invoiced_at, factored (default true), client_invoice_number, notes, contract_type, attachments, line_items, invoice_date",
    ],
  ]);
  expect(html).toContain('href="/api/#schema-carrier-invoice.load_number"');
  const needs = "| Required | [`amount`](/api/#schema-carrier-invoice.amount), [`load_number`]";
  expect(read("index.md")).toContain(`| Needed | Fields |\n| --- | --- |\n${needs}`);
  expect(read("index.md")).toContain(" (default `true`), ");
  expect(await pageHtml("::fields{schema=LoadUpdate required}")).not.toContain("Required");
});

test("`::fields` with `required` rejects columns, a table of notes and a value", async () => {
  const markdown = [
    '::fields{schema=Load required columns="type"}',
    ":::fields{schema=Load required}\n| Field | Note |\n|---|---|\n| weight | a |\n:::",
    "::fields{schema=Load required=no}",
    "::fields{schema=InvoiceStatus required}",
  ].join("\n\n");
  expect(await findings(markdown)).toMatchInlineSnapshot(`
    [
      "1:1 \`required\` and \`columns\` make two different tables (write one of them)",
      "3:1 \`fields\` with \`required\` takes no further columns (write it with two colons)",
      "9:1 \`required\` has no value (write \`required\` alone)",
      "11:1 \`InvoiceStatus\` has no fields (name a schema of an object)",
    ]
  `);
});

test("a name that the contract doesn't have is an error at its position, in every directive and link", async () => {
  const markdown = [
    "[](op:load_create)",
    "[](schema:Lod)",
    "[](field:Load.wieght)",
    ":value[InvoiceStatus.PAYED]",
    "::fields{schema=Loads}",
    ":::enum{schema=BrokerPortion}\n| Value | Note |\n|---|---|\n| 0 | a |\n| 51 | b |\n:::",
    ":::fields{schema=Load}\n| Field | Note |\n|---|---|\n| wieght | a |\n:::",
    "::operations{tag=lods}",
  ].join("\n\n");
  expect(await findings(markdown)).toMatchInlineSnapshot(`
    [
      "1:1 the contract has no operation \`load_create\` (did you mean loads_create?)",
      "3:1 the contract has no schema \`Lod\` (did you mean Load?)",
      "5:1 the contract has no field of Load \`wieght\` (did you mean weight?)",
      "7:1 the contract has no value of InvoiceStatus \`PAYED\` (did you mean PAID?)",
      "9:1 the contract has no schema \`Loads\` (did you mean Load?)",
      "11:1 the table lacks values of BrokerPortion: 50, 100 (add a row for each)",
      "15:1 the contract has no value of BrokerPortion \`51\` (did you mean 50?)",
      "21:1 the contract has no field of Load \`wieght\` (did you mean weight?)",
      "24:1 no operation has this tag or audience",
    ]
  `);
});

test("inline code that nearly spells a name of the contract is a warning with a fix", async () => {
  const markdown = [
    "A `load_numbr`, the **`broker_invoices_craete`** and `Load.wieght`, in a [link to `carier_id`](/guide).",
    // Names of the contract, names of other systems, ordinary words, and code that isn't a name.
    "A `load_number`, `Load.weight`, `loadNumber`, `LOAD_NUMBER`, `order_number`, `wieght`, `GET /laods/` and `{ laod_number }`.",
  ].join("\n\n");
  const { diagnostics } = await buildPage(markdown);
  expect(
    diagnostics.map(({ severity, code, position, hint, fix }) => [
      `${severity} ${code} ${position?.line}:${position?.column} ${hint}`,
      `${fix?.range.start.column}-${fix?.range.end.column} ${fix?.replacement}`,
    ]),
  ).toEqual([
    ["warning contract/near-name 1:4 did you mean load_number?", "4-14 load_number"],
    ["warning contract/near-name 1:24 did you mean broker_invoices_create?", "24-46 broker_invoices_create"],
    ["warning contract/near-name 1:55 did you mean Load.weight?", "55-66 Load.weight"],
    ["warning contract/near-name 1:84 did you mean carrier_id?", "84-93 carrier_id"],
  ]);
});

test("cents are printed with their amount in dollars", async () => {
  expect(await pageHtml(":cents[240000] :cents[5] :cents[-1250050]")).toContain(
    '<span class="money">240000 <span class="money-usd">($2,400.00)</span></span>',
  );
  expect(await pageHtml(":cents[5] :cents[-1250050]")).toMatch(/\(\$0\.05\)[\s\S]*\(-\$12,500\.50\)/);
});

test("a site without a contract gets a finding that says so", async () => {
  const { diagnostics } = await buildSite({ "content/index.md": "[](op:loads_create)\n\n```json\n{}\n```" });
  expect(diagnostics.map(({ message }) => message)).toEqual(["this site has no contract"]);
});

test("a contract that can't be read is one finding, without follow-up findings where pages use it", async () => {
  const page =
    "[](op:loads_create) [the API](/api/#post-loads) [v1](/api/v1/)\n\n[gone](/gone)\n\n```json\n{}\n```\n\n:::cards\n- [A](op:loads_create)\n:::";
  const settings =
    "contracts:\n  - { id: v1.1, document: openapi/a.yaml, route: /api/ }\n  - { id: v1, document: openapi/a.yaml, route: /api/v1/ }\n";
  const { diagnostics } = await buildSite({
    "content/index.md": page,
    "content/site.yaml": settings,
    "openapi/a.yaml": contract.replace("openapi: 3", "openapi: 5"),
  });
  expect(diagnostics.map(({ code }) => code)).toEqual(["link/broken", "contract/unreadable"]);
  const utf16 = Buffer.from(`\u{FEFF}${contract}`, "utf16le");
  for (const written of [settings, ""]) {
    const site = await buildSite({
      "content/index.md": page,
      "content/site.yaml": written,
      "openapi/a.yaml": utf16,
    });
    expect(site.diagnostics.map(({ code }) => code)).toEqual(["link/broken", "content/encoding"]);
  }
});

test("a finding in a single-line document names the operation and the field instead of a column", async () => {
  const contractDocument = {
    openapi: "3.1.0",
    info: { title: "API", version: "1" },
    paths: {
      "/loads": {
        get: {
          description: "See\n\n[the guide](#nowhere).",
          parameters: [{ name: "page", in: "query", schema: { type: "integer", example: "one" } }],
          responses: { "200": { description: "Loads." } },
        },
      },
    },
    components: { schemas: { Load: { type: "object", "x-odd": ["}", { a: 1 }], properties: { a: { $ref: "#/b" } } } } },
  };
  const codesOf = async (text: string, file = "openapi/api.json") => {
    const { diagnostics } = await buildSite({ "content/index.md": "# Home", [file]: text });
    return diagnostics.map(({ code, position }) => `${position && formatPosition(position)} ${code}`);
  };
  expect(await codesOf(JSON.stringify(contractDocument))).toEqual([
    "openapi/api.json#/paths/~1loads/get/description (GET /loads) contract/link",
    "openapi/api.json#/paths/~1loads/get/parameters/0/schema/example (GET /loads) contract/example",
    "openapi/api.json#/components/schemas/Load/properties/a/$ref contract/reference",
  ]);
  const indented = JSON.stringify(contractDocument, null, 2);
  expect((await codesOf(indented))[0]).toBe("openapi/api.json:10:24 contract/link");
  expect((await codesOf(indented, "openapi/API.JSON"))[0]).toBe("openapi/API.JSON:10:24 contract/link");
});

test.each([
  ["a malformed request", "```http op=loads_list\nnothing of the kind\n```", "nothing of the kind"],
  ["a request of an unknown operation", "```http op=no_such\nGET /no-such/\n```", "GET"],
  ["a body of an unknown schema", '```json schema=NoSuch\n{ "a": 1 }\n```', "&quot;a&quot;"],
])("%s is published as written, next to its finding", async (_name, markdown, words) => {
  expect(await findings(markdown)).toHaveLength(1);
  expect((await pageHtml(markdown)).replaceAll('"', "&quot;")).toContain(words);
});
