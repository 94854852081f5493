import type { Locator, Page } from "playwright-core";
import { afterAll, expect, test } from "vitest";

import { startOddApi } from "../../support/odd-api.ts";
import { serveSite } from "../../support/serve-process.ts";
import { chooseServer, codeOf, edit, inSettings, openExplorer, outcome, send, writeJson } from "../explorer-site.ts";
import { violationsOn } from "../axe.ts";
import { readSite } from "../visit.ts";

const contract = (address: string) => `openapi: 3.1.0
info: { title: Sink, version: "1" }
servers: [{ url: "${address}/v1" }]
security: [{ key: [] }, { basic: [] }, { bearer: [], query: [] }, {}]
paths:
  /shapes/{id}:
    put:
      operationId: shapes
      parameters:
        - { name: id, in: path, required: true, schema: { type: string }, example: a b }
        - { name: X-Trace, in: header, schema: { type: string, maxLength: 5 } }
        - { name: session, in: cookie, schema: { type: string } }
        - { name: flag, in: query, schema: { type: boolean } }
        - { name: since, in: query, schema: { type: string, format: date-time } }
        - { name: either, in: query, schema: { type: [string, integer] }, example: 7 }
      requestBody:
        content:
          application/json:
            schema: { $ref: "#/components/schemas/Shape" }
            examples:
              circle: { summary: A circle, value: { kind: circle, radius: 2 } }
              square: { summary: A square, value: { kind: square, side: 3, labels: { a: x } } }
          application/x-www-form-urlencoded:
            schema: { type: object, required: [name], properties: { name: { type: string }, size: { type: integer } } }
          text/plain: { schema: { type: string }, example: "two\\nlines" }
          image/png: { schema: { type: string, format: binary } }
      responses: { "200": { description: Done. } }
  /things/:
    get:
      operationId: things
      security: [{ bearer: [] }, { query: [] }, { cookie: [] }]
      parameters:
        - name: filter
          in: query
          style: deepObject
          schema: { type: object, properties: { since: { type: string, format: date }, state: { type: string, enum: [NEW, OLD] }, code: { type: string, pattern: "^[A-Z]+$" } } }
        - name: kind
          in: query
          schema: { type: string, maxLength: 8 }
          examples:
            round: { summary: Something round, value: circle }
            square: { value: square }
      responses: { "200": { description: Things. } }
  /files/:
    get:
      servers:
        - url: "${address.replace("127.0.0.1", "{host}")}/{stage}"
          variables: { host: { default: 127.0.0.1, enum: [127.0.0.1, localhost] }, stage: { default: v2 } }
      security: [{ key: [] }]
      responses: { "200": { description: Files. } }
components:
  securitySchemes:
    key: { type: apiKey, in: header, name: X-Key }
    basic: { type: http, scheme: basic }
    bearer: { type: http, scheme: bearer }
    query: { type: apiKey, in: query, name: key }
    cookie: { type: apiKey, in: cookie, name: sid }
  schemas:
    Shape:
      oneOf: [{ $ref: "#/components/schemas/Circle" }, { $ref: "#/components/schemas/Box" }, { $ref: "#/components/schemas/Square" }]
      discriminator: { propertyName: kind, mapping: { circle: "#/components/schemas/Circle", square: "#/components/schemas/Square" } }
    Circle: { type: object, required: [kind, radius], properties: { kind: { type: string }, radius: { type: number, exclusiveMinimum: 0 } } }
    Box: { type: object, required: [kind, side, height], properties: { kind: {}, side: {}, labels: {}, height: { type: integer } } }
    Square:
      type: object
      required: [kind, side]
      properties:
        kind: { type: string }
        side: { type: integer }
        labels: { type: object, additionalProperties: { type: string } }
        inner: { $ref: "#/components/schemas/Shape" }
        anything: {}
`;

const api = await startOddApi({ cors: true });
const served = await serveSite({
  "content/index.md": "# Home\n",
  "content/site.yaml": `servers:\n  - { name: Odd, kind: staging, url: "${api.origin}/v1" }\nexplorer: { customServer: true }\n`,
  "openapi/api.yaml": contract(api.origin),
});
const reader = readSite(served.server.origin);
let page: Page;

afterAll(async () => {
  for (const resource of [served, api]) await resource[Symbol.asyncDispose]();
});

async function open(anchor = "put-shapes-id"): Promise<Locator> {
  ({ page } = await reader.visit("/api/"));
  const explorer = await openExplorer(page, anchor);
  await chooseServer(explorer, "Odd");
  return explorer;
}

const lastGet = () => api.seen.findLast(({ method }) => method === "GET");

const last = () => api.seen.findLast(({ method }) => method === "PUT");

test("the form selects the alternative that matches the value, and refills when another is chosen", async () => {
  const explorer = await open();
  await explorer.getByLabel("Example").selectOption("A square");
  const which = explorer.getByLabel("Which of the alternatives for the body");
  expect(await which.locator("option:checked").textContent()).toBe("Square");
  await explorer.getByLabel("Name of entry 1").fill("b");
  await explorer.getByRole("button", { name: "Add an entry" }).click();
  await page.keyboard.type("c");
  await explorer.getByLabel("c", { exact: true }).fill("value");
  await explorer.getByRole("button", { name: "Add inner" }).click();
  await explorer.getByRole("button", { name: "Add anything" }).click();
  await explorer.getByLabel("anything", { exact: true }).fill('[1, {"x": null}]');
  await explorer.getByLabel("radius").fill("1.5");
  expect(await send(explorer)).toContain("200 OK");
  expect(JSON.parse(last()?.body ?? "")).toEqual({
    kind: "square",
    side: 3,
    labels: { b: "x", c: "value" },
    inner: { kind: "circle", radius: 1.5 },
    anything: [1, { x: null }],
  });
  await edit(explorer);
  await which.selectOption("Circle");
  await explorer.getByRole("button", { name: "Send PUT" }).press("Enter");
  await explorer.getByText("A value is missing here.").first().waitFor();
  await explorer.getByLabel("radius").fill("0");
  await explorer.getByText("radius must be more than 0, not 0.").first().waitFor();
});

test("parameters in every location are sent as the contract says, and curl has those that a browser blocks", async () => {
  const explorer = await open();
  for (const name of ["X-Trace", "session", "flag", "since"])
    await explorer.getByRole("button", { name: `Add ${name}` }).click();
  await explorer.getByLabel("X-Trace").fill("abc");
  await explorer.getByLabel("session").fill("s1");
  await explorer.getByLabel("flag").selectOption("true");
  await explorer.getByLabel("since", { exact: true }).fill("2025-01-31T09:00:00Z");
  await explorer.getByLabel("Type of either").selectOption("text");
  expect(await send(explorer)).toContain("200 OK");
  expect(last()?.url).toBe("/v1/shapes/a%20b?flag=true&since=2025-01-31T09:00:00Z&either=7");
  expect(last()?.headers).toMatchObject({ "x-trace": "abc" });
  expect(last()?.headers).not.toHaveProperty("cookie");
  await (await codeOf(explorer)).getByText("-H 'Cookie: session=s1'").waitFor();
});

test("a body may be a form, text or a file, and an optional one can be left out", async () => {
  const explorer = await open();
  await explorer.getByRole("combobox", { name: "Type", exact: true }).selectOption("application/x-www-form-urlencoded");
  await explorer.getByLabel("name", { exact: true }).fill("ä & b");
  expect(await send(explorer)).toContain("200 OK");
  expect([last()?.headers["content-type"], last()?.body]).toEqual([
    "application/x-www-form-urlencoded;charset=UTF-8",
    expect.stringContaining("name=%C3%A4+%26+b"),
  ]);
  await edit(explorer);
  await explorer.getByRole("combobox", { name: "Type", exact: true }).selectOption("text/plain");
  expect(await explorer.getByLabel("body", { exact: true }).inputValue()).toBe("two\nlines");
  await send(explorer);
  expect([last()?.headers["content-type"], last()?.body]).toEqual(["text/plain", "two\nlines"]);
  await edit(explorer);
  await explorer.getByRole("combobox", { name: "Type", exact: true }).selectOption("image/png");
  await explorer
    .locator("input[type=file]")
    .setInputFiles({ name: "a.png", mimeType: "image/png", buffer: Buffer.from("89504e470d0a1a0a00", "hex") });
  await explorer.locator(".field-file .note", { hasText: "a.png" }).waitFor();
  await send(explorer);
  expect([last()?.headers["content-type"], last()?.body.length]).toEqual(["image/png", 9]);
  await edit(explorer);
  await explorer.getByLabel("Send a body").uncheck();
  await send(explorer);
  expect(last()?.body).toBe("");
});

test("a user name and password are sent as the scheme says, and stay out of code samples", async () => {
  const explorer = await open();
  await explorer.getByLabel("Authentication").selectOption("basic");
  await explorer.getByLabel("User name").fill("ann");
  await explorer.getByLabel("User and password").fill("p:w");
  await send(explorer);
  const secret = Buffer.from("ann:p:w").toString("base64");
  expect(last()?.headers).toMatchObject({ authorization: `Basic ${secret}` });
  expect(last()?.url).toBe("/v1/shapes/a%20b?either=7");
  expect(await (await codeOf(explorer)).textContent()).not.toContain(secret);
});

test("an API key in the query is sent, and stays out of the page, the address, storage and browser records", async () => {
  const explorer = await open("get-things");
  await explorer.getByLabel("Authentication").selectOption("query");
  await explorer.getByLabel("query", { exact: true }).fill("q-5f0c&1");
  await explorer.getByText("which servers and proxies may log", { exact: false }).waitFor();
  expect(await send(explorer)).toContain("200 OK");
  expect(lastGet()?.url).toMatch(/[?&]key=q-5f0c%261$/);
  expect(await explorer.locator(".explorer-line code").textContent()).toMatch(/[?&]key=YOUR_SECRET$/);
  await codeOf(explorer);
  await explorer.getByText("History (1)").click();
  await page.waitForFunction(() => !JSON.stringify(performance.getEntries()).includes("5f0c"));
  const traces = await page.evaluate(() => [
    document.documentElement.outerHTML,
    JSON.stringify([Object.entries(sessionStorage), Object.entries(localStorage), location.href]),
  ]);
  expect(traces[1]).toContain("docs.history");
  for (const trace of traces) expect(trace).not.toContain("5f0c");
});

test("for an API key in a cookie, the form says that pages can't send it, and curl has it", async () => {
  const explorer = await open("get-things");
  await explorer.getByLabel("Authentication").selectOption("cookie");
  await explorer.getByText("A browser doesn't let a page send cookies.", { exact: false }).waitFor();
  await explorer.getByLabel("cookie", { exact: true }).fill("c-5f0c");
  await send(explorer);
  expect(lastGet()?.headers).not.toHaveProperty("cookie");
  await (await codeOf(explorer)).getByText('-H "Cookie: sid=$API_AUTH_COOKIE"').waitFor();
  await explorer.getByLabel("Show and copy the secret itself").check();
  await explorer.getByText("-H 'Cookie: sid=c-5f0c'").waitFor();
});

test("an operation with its own server is called there, with its variables, and without other servers' credentials", async () => {
  const explorer = await open();
  await explorer.getByLabel("key", { exact: true }).fill("k-1");
  await explorer.getByRole("button", { name: "Close the explorer" }).click();
  await page.locator("#get-files").getByRole("button", { name: "Try it" }).click();
  const own = page.locator("#get-files .explorer");
  const target = own.getByLabel("Server", { exact: true });
  await own.locator(".explorer-server").waitFor();
  const offered = await target.locator("option").allTextContents();
  expect(offered.map((text) => text.replace(/ \(.*/, ""))).toEqual([
    "Sandbox in this page: simulated",
    "Sandbox",
    `${api.origin}/v2`,
  ]);
  await inSettings(own, async () => target.selectOption({ index: 2 }));
  const key = own.getByLabel("key", { exact: true });
  expect(await key.inputValue()).toBe("");
  await key.fill("k-2");
  await send(own);
  expect(lastGet()).toMatchObject({ url: "/v2/files/", headers: { host: `127.0.0.1:${api.port}`, "x-key": "k-2" } });

  await edit(own);
  await inSettings(own, async () => {
    await own.getByRole("combobox", { name: "host" }).selectOption("localhost");
    await own.getByRole("textbox", { name: "stage" }).fill("v3/#@");
  });
  expect(await key.inputValue()).toBe("");
  await send(own);
  expect(lastGet()).toMatchObject({ url: "/v3/files/", headers: { host: `localhost:${api.port}` } });
  expect(lastGet()?.headers).not.toHaveProperty("x-key");
  expect(await violationsOn(page, "#get-files")).toEqual([]);
  await (await codeOf(own)).getByText(`'http://localhost:${api.port}/v3/files/'`).first().waitFor();
});

test("if the site allows it, a reader enters another https address, which starts without credentials and asks first", async () => {
  const explorer = await open();
  await explorer.getByLabel("key", { exact: true }).fill("k-1");
  await explorer.locator(".explorer-server").click();
  await explorer.getByText("Another address").click();
  const address = explorer.getByLabel("Address of another server");
  await address.fill("http://other.internal/v1");
  await explorer.getByRole("button", { name: "Use it" }).click();
  await explorer.getByRole("alert").waitFor();
  expect(await explorer.locator(".explorer-line code").textContent()).toContain(`${api.origin}/v1/shapes/`);
  await address.fill("https://other.internal/v1/");
  await explorer.getByRole("button", { name: "Use it" }).click();
  await explorer.locator(".explorer-line code").getByText("https://other.internal/v1/shapes/").waitFor();
  expect(await explorer.getByLabel("key", { exact: true }).inputValue()).toBe("");
  expect(await violationsOn(page, "#put-shapes-id")).toEqual([]);
  await explorer.getByRole("button", { name: "Send PUT" }).click();
  await page.getByRole("dialog").getByText("other.internal", { exact: false }).first().waitFor();
  await page.getByRole("button", { name: "Don't send" }).click();
});

test("pressing a button works even if it ends the editing of an invalid field", async () => {
  const explorer = await open("get-things");
  const kind = explorer.getByLabel("kind", { exact: true });
  await kind.fill("much too long");
  await kind.press("Tab");
  const faulty = explorer.locator("[aria-invalid=true]");
  await faulty.waitFor();
  await explorer.getByRole("button", { name: "Add filter" }).click();
  await explorer.getByRole("button", { name: "Add code" }).click();
  const code = explorer.getByLabel("code", { exact: true });
  await code.fill("lower");
  // A field that lost the focus loses its error once the whole form has been checked, including the focused field.
  await explorer.getByLabel("Example for kind").evaluate((select: HTMLSelectElement) => {
    select.value = [...select.options].find(({ text }) => text === "square")?.value ?? "";
    select.dispatchEvent(new Event("change", { bubbles: true }));
  });
  await faulty.waitFor({ state: "detached" });
  await explorer.getByRole("button", { name: "Add state" }).click();
  await explorer.getByLabel("state", { exact: true }).waitFor();
  await faulty.waitFor();
  expect(await code.getAttribute("aria-invalid")).toBe("true");
});

test("a parameter is filled in from its named examples, and an object from its fields", async () => {
  const explorer = await open("get-things");
  const example = explorer.getByLabel("Example for kind");
  expect(await explorer.getByLabel("kind", { exact: true }).inputValue()).toBe("circle");
  expect(await example.locator("option").allTextContents()).toEqual(["Something round", "square"]);
  await example.selectOption("square");
  expect(await explorer.getByLabel("kind", { exact: true }).inputValue()).toBe("square");
  await explorer.getByLabel("kind", { exact: true }).fill("oval");
  expect(await example.locator("option:checked").textContent()).toBe("your own");

  await explorer.getByRole("button", { name: "Add filter" }).click();
  await explorer.getByRole("button", { name: "Add since" }).click();
  await explorer.getByLabel("since", { exact: true }).fill("2025-03-10");
  await explorer.getByRole("button", { name: "Add state" }).click();
  await explorer.getByLabel("state", { exact: true }).selectOption("OLD");
  await send(explorer);
  expect(lastGet()?.url).toBe("/v1/things/?filter%5Bsince%5D=2025-03-10&filter%5Bstate%5D=OLD&kind=oval");
  expect(await violationsOn(page, "#get-things")).toEqual([]);
  await (
    await codeOf(explorer)
  )
    .getByText(/-G -d filter%5Bsince%5D=2025-03-10 -d filter%5Bstate%5D=OLD -d kind=oval/)
    .waitFor();
});

test("JSON that isn't an object where one is required is kept, shown as JSON and refused", async () => {
  const explorer = await open();
  await writeJson(explorer, '"just a text"');
  await explorer.getByRole("radio", { name: "Form" }).check();
  await explorer.getByRole("button", { name: "Send PUT" }).click();
  await explorer.getByText("Not sent.").waitFor();
  await explorer.getByRole("button", { name: "Send anyway" }).click();
  await outcome(explorer);
  expect(last()?.body).toBe('"just a text"');
});
