import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { gzipSync } from "node:zlib";

import { afterAll, beforeAll, expect, test } from "vitest";

import { canRun, runCommand } from "../support/run-command.ts";
import { tinyFiles } from "../support/sandbox.ts";
import { answerText, callAs, type ExplorerSite, outcome, send, serveExplorerSite, writeJson } from "./explorer-site.ts";
import { violationsInBothModes } from "./axe.ts";

let site: ExplorerSite;

beforeAll(async () => {
  site = await serveExplorerSite();
});

afterAll(async () => site[Symbol.asyncDispose]());

test("a broker invoice is created, listed, read, changed and deleted in the sandbox", async () => {
  const visit = await site.visit();
  const create = await visit.open("post-broker-invoices");
  expect(await send(create)).toContain("201 Created");
  await create.getByText("Matches the contract.").waitFor();
  const { invoice_number: number } = JSON.parse(await answerText(create));

  const list = await visit.open("get-broker-invoices");
  expect(await send(list)).toContain("200 OK");
  expect(await answerText(list)).toContain(number);
  await list.getByText("Matches the contract.").waitFor();

  const read = await visit.open("get-broker-invoices-invoice-number");
  await read.getByLabel("invoice_number").fill(number);
  expect(await send(read)).toContain(`200 OK GET /broker_invoices/${number}/`);

  const patch = await visit.open("patch-broker-invoices-invoice-number");
  await patch.getByLabel("invoice_number").fill(number);
  await writeJson(patch, { amount: 300_000 });
  expect(await send(patch)).toContain("200 OK");
  expect(JSON.parse(await answerText(patch)).amount).toBe(300_000);

  const remove = await visit.open("delete-broker-invoices-invoice-number");
  await remove.getByLabel("invoice_number").fill(number);
  expect(await send(remove)).toContain("204 No Content");
  await remove.getByText("No body.").waitFor();
  await read.getByRole("button", { name: "Send GET" }).click();
  expect(await outcome(read)).toContain("404 Not Found");
  expect(visit.faults()).toEqual([]);
});

test("a load gets a second origin, which is moved and sent", async () => {
  const visit = await site.visit();
  const explorer = await visit.open("post-loads");
  await explorer.getByLabel("load_number").fill("LD-TWO");
  await explorer.getByRole("button", { name: "Add to origin_locations" }).click();
  const second = explorer.getByRole("group", { name: "2 of 2" });
  for (const [name, value] of [
    ["street_one", "1 Pier"],
    ["city", "Oakland"],
    ["state", "CA"],
    ["country", "US"],
  ] as const) {
    await second.getByLabel(name).fill(value);
  }
  await explorer.getByRole("button", { name: "Up 2 of 2 in origin_locations" }).click();
  await explorer.getByRole("button", { name: "Add to origin_locations" }).click();
  await explorer.getByRole("button", { name: "Remove 3 of 3 in origin_locations" }).click();
  expect(await explorer.getByRole("group", { name: "1 of 2" }).getByLabel("city").inputValue()).toBe("Oakland");
  expect(await send(explorer)).toContain("201 Created");
  const { origin_locations: origins } = JSON.parse(await answerText(explorer));
  expect(origins.map(({ city }: { city: string }) => city)).toEqual(["Oakland", "Salinas"]);
  expect(visit.faults()).toEqual([]);
});

test("an answer is shown with its time, size and headers, in colors, and its cents in dollars", async () => {
  const visit = await site.visit();
  const explorer = await visit.open("get-broker-invoices-invoice-number");
  await explorer.getByLabel("invoice_number").fill("BI-100490");
  expect(await send(explorer)).toContain("200 OK");
  const facts = await explorer.locator(".answer .answer-facts").first().textContent();
  expect(facts).toMatch(/^\d+ ms · [\d.]+ (?:bytes|kB) · application\/json.* · simulated$/);
  await explorer.getByText(/^\d+ headers$/).click();
  expect(await explorer.locator(".answer-headers").innerText()).toMatch(/x-sandbox\s+simulated/);
  const { amount } = JSON.parse(await answerText(explorer));
  const shown = explorer.locator(".answer-code [data-usd]", { hasText: String(amount) }).first();
  expect(await shown.evaluate((element) => getComputedStyle(element, "::after").content)).toContain(
    new Intl.NumberFormat("en-US", { style: "currency", currency: "USD" }).format(amount / 100),
  );
  const colors = await explorer
    .locator(".answer-code code")
    .evaluate((code) => new Set([...code.querySelectorAll("span")].map((span) => getComputedStyle(span).color)).size);
  expect(colors).toBeGreaterThan(2);
});

test("a call carries no cookie, not even to the page's own origin", async () => {
  const visit = await site.visit();
  const { page } = visit;
  for (const url of [site.origin, site.odd.origin]) await page.context().addCookies([{ name: "sid", value: "7", url }]);
  const explorer = await visit.open("get-client-info");
  const own = page.waitForRequest("**/v1/external_api/client_info/");
  expect(await send(explorer)).toContain("200 OK");
  expect(await (await own).allHeaders()).not.toHaveProperty("cookie");
  await callAs(explorer, "Odd", "echo");
  expect(await send(explorer)).toContain("200 OK");
  expect(site.odd.seen.at(-1)?.headers).not.toHaveProperty("cookie");
});

test("left out, null, the empty text and a value are four different things to send", async () => {
  const visit = await site.visit();
  const explorer = await visit.open("post-carrier-invoices");
  await explorer.getByRole("button", { name: "Leave out purchase_order_number" }).click();
  await explorer.getByRole("button", { name: "null for invoice_date" }).click();
  await explorer.getByLabel("client_invoice_number").fill("");
  await explorer.getByRole("radio", { name: "JSON" }).check();
  const body = JSON.parse(await explorer.getByLabel("Body as JSON").inputValue());
  expect(body).not.toHaveProperty("purchase_order_number");
  expect(body).toMatchObject({ invoice_date: null, client_invoice_number: "" });
  expect(await send(explorer)).toContain("201 Created");
  expect(JSON.parse(await answerText(explorer)).invoice_date).toBe(null);
});

test("form and JSON stay in step, and a text that breaks is kept and shown where it breaks", async () => {
  const visit = await site.visit();
  const explorer = await visit.open("post-broker-invoices");
  await explorer.getByLabel("load_number").fill("LD-STEP");
  await explorer.getByRole("radio", { name: "JSON" }).check();
  const editor = explorer.getByLabel("Body as JSON");
  expect(JSON.parse(await editor.inputValue()).load_number).toBe("LD-STEP");

  const broken = '{ "amount": 1,\n  "load_number": "LD-STEP" "x" }';
  await editor.fill(broken);
  await explorer.getByText('Line 2, column 28: a comma or "}" is expected here.').waitFor();
  await explorer.getByRole("radio", { name: "Form" }).check();
  await explorer.getByText("The JSON breaks in line 2").waitFor();
  await explorer.getByRole("button", { name: "Show the JSON" }).click();
  expect(await editor.inputValue()).toBe(broken);

  const own = '{ "amount": 9007199254740993, "carrier_amount": 1, "load_number": "LD-STEP", "own": [1] }';
  await editor.fill(own);
  await explorer.getByRole("radio", { name: "Form" }).check();
  expect(await explorer.getByLabel("amount", { exact: true }).inputValue()).toBe("9007199254740993");
  await explorer.getByRole("radio", { name: "JSON" }).check();
  expect(await editor.inputValue()).toBe(own);
  await explorer.getByRole("radio", { name: "Form" }).check();
  await explorer.getByLabel("carrier_amount in dollars").fill("$1,234.50");
  await explorer.getByRole("radio", { name: "JSON" }).check();
  expect(await editor.inputValue()).toContain('"amount": 9007199254740993,\n  "carrier_amount": 123450,');
  expect(await editor.inputValue()).toContain('"own": [\n    1\n  ]');
});

test("an amount is typed in cents or dollars, and a fraction of a cent is refused", async () => {
  const visit = await site.visit();
  const explorer = await visit.open("post-broker-invoices");
  const [cents, dollars] = [
    explorer.getByLabel("amount", { exact: true }),
    explorer.getByLabel("amount in dollars", { exact: true }),
  ];
  await cents.fill("1999");
  expect(await dollars.inputValue()).toBe("$19.99");
  await dollars.fill("12.345");
  expect(await cents.inputValue()).toBe("1234.5");
  await explorer.getByRole("button", { name: "Send POST" }).click();
  await explorer.getByText("Not sent.").waitFor();
  await explorer.getByRole("button", { name: "Amount is a whole number of cents, not 1234.5." }).click();
  expect(await cents.evaluate((element) => element === document.activeElement)).toBe(true);
  await dollars.fill("12.34");
  await explorer.getByText("Not sent.").waitFor({ state: "hidden" });
  expect(await send(explorer)).toContain("201 Created");
});

test("read-only fields are not offered, and a wrong call can be sent anyway", async () => {
  const visit = await site.visit();
  const explorer = await visit.open("post-loads");
  expect(await explorer.getByText("created_at").count()).toBe(0);
  // Units are called as in the reference.
  for (const unit of ["feet", "pounds"]) expect(await explorer.locator(".field-facts").getByText(unit).count()).toBe(1);
  await explorer.getByRole("button", { name: "Leave out load_number" }).click();
  await explorer.getByLabel("length").fill("53.5");
  await explorer.getByRole("button", { name: "Send POST" }).click();
  await explorer.getByText("2 things do not fit the contract").waitFor();
  await explorer.getByText("load_number is missing.").first().waitFor();
  await explorer.getByRole("button", { name: "Send anyway" }).click();
  expect(await outcome(explorer)).toContain("400 Bad Request");
});

test("a PDF is uploaded; a file that is not what its name says is not", async () => {
  const visit = await site.visit();
  const explorer = await visit.open("post-broker-invoices-invoice-number-attachments");
  await explorer.getByLabel("invoice_number").fill("BI-100490");
  const file = explorer.locator("input[type=file]");
  expect(await file.getAttribute("accept")).toContain("application/pdf,.pdf");
  expect(await explorer.getByRole("checkbox", { name: "carrier" }).isChecked()).toBe(true);
  await explorer.getByRole("checkbox", { name: "debtor" }).uncheck();
  await explorer.getByText("?visible_to=carrier", { exact: false }).first().waitFor();

  await file.setInputFiles({ name: "photo.png", mimeType: "image/png", buffer: tinyFiles.pdf });
  await explorer.getByText("69 bytes · application/pdf").waitFor();
  await explorer.getByRole("button", { name: "Send POST" }).click();
  await explorer.getByText("By its name this file is image/png, by its content application/pdf.").first().waitFor();
  await file.setInputFiles({ name: "notes.txt", mimeType: "text/plain", buffer: Buffer.from("hello") });
  await explorer.getByText("The content of this file is of none of the accepted types.").first().waitFor();

  await file.setInputFiles({ name: "pod.pdf", mimeType: "application/pdf", buffer: tinyFiles.pdf });
  await explorer.getByText("Not sent.").waitFor({ state: "hidden" });
  expect(await send(explorer)).toContain("201 Created");
  expect(JSON.parse(await answerText(explorer))).toMatchObject({ filename: "pod.pdf", visible_to: ["carrier"] });
  expect(visit.faults()).toEqual([]);
});

test("debtor credit: 404 for no match and 400 for several, each with what the contract says about it", async () => {
  const visit = await site.visit();
  const explorer = await visit.open("get-debtor-credit");
  for (const name of ["mc", "user_id"]) {
    const leaveOut = explorer.getByRole("button", { name: `Leave out ${name}` });
    if (await leaveOut.isVisible()) await leaveOut.click();
  }
  if (!(await explorer.getByLabel("dot", { exact: true }).isVisible()))
    await explorer.getByRole("button", { name: "Add dot" }).click();
  await explorer.getByLabel("dot", { exact: true }).fill("99009999");
  expect(await send(explorer)).toContain("404 Not Found");
  expect(await explorer.locator(".answer-meaning").textContent()).toBe("No match.");
  await explorer.getByLabel("dot", { exact: true }).fill("99007000");
  expect(await send(explorer)).toContain("400 Bad Request");
  expect(await explorer.locator(".answer-meaning").textContent()).toBe("Several debtors match.");
  expect(visit.faults()).toEqual([]);
});

test("the next page of a list is one click away, and goes to the same server whatever the answer says", async () => {
  const visit = await site.visit();
  const explorer = await visit.open("get-loads");
  await explorer.getByLabel("page_size").fill("1");
  await visit.page.route("**/v1/external_api/loads/?page=1*", async (route) => {
    const response = await route.fetch();
    const body = {
      ...(await response.json()),
      next: "https://elsewhere.example/v1/external_api/loads/?page=2&page_size=1",
    };
    await route.fulfill({ response, json: body });
  });
  await send(explorer);
  const next = visit.page.waitForRequest((request) => request.url().includes("page=2"));
  await explorer.getByRole("button", { name: "Next page" }).click();
  expect(new URL((await next).url()).origin).toBe(site.origin);
  expect(await explorer.getByLabel("page", { exact: true }).inputValue()).toBe("2");
});

test("a call that changes something in production asks first, with method, host and amount", async () => {
  const visit = await site.visit();
  const explorer = await visit.open("post-broker-invoices");
  await callAs(explorer, "Live", "live-token");
  const before = site.odd.seen.length;
  await explorer.getByRole("button", { name: "Send POST" }).click();
  const dialog = visit.page.getByRole("dialog", { name: "Send to production?" });
  await dialog.waitFor();
  const text = await dialog.innerText();
  for (const word of ["POST", "/broker_invoices/", `localhost:${site.odd.port}`, "$2,400.00", "$1,950.00"])
    expect(text).toContain(word);
  await visit.page.keyboard.press("Escape");
  await dialog.waitFor({ state: "hidden" });
  expect(site.odd.seen.length).toBe(before);
  await explorer.getByRole("button", { name: "Send POST" }).click();
  await dialog.getByRole("button", { name: /^Send POST to/ }).click();
  expect(await outcome(explorer)).toContain("200 OK");
  expect(site.odd.seen.at(-1)?.headers["authorization"]).toBe("live-token");
});

test("an impatient reader sends one call, not two, and does not cancel it", async () => {
  const visit = await site.visit();
  const explorer = await visit.open("post-loads");
  await callAs(explorer, "Odd", "echo");
  const before = site.odd.seen.filter(({ method }) => method === "POST").length;
  await explorer.getByRole("button", { name: "Send POST" }).dblclick();
  expect(await outcome(explorer)).toContain("200 OK");
  expect(site.odd.seen.filter(({ method }) => method === "POST").length).toBe(before + 1);
});

test("starting over brings the example back, whatever was on show", async () => {
  const visit = await site.visit();
  const explorer = await visit.open("post-loads");
  await writeJson(explorer, "{ broken");
  await explorer.getByRole("button", { name: "Start over" }).click();
  expect(await explorer.getByLabel("load_number").inputValue()).toBe("LD-20417");
});

test("an answer of 5 MB is shown in part and downloaded whole, and the page stays usable", async () => {
  const visit = await site.visit();
  const explorer = await visit.open("get-client-info");
  await callAs(explorer, "Odd", "big");
  expect(await send(explorer)).toContain("200 OK");
  await explorer.getByText(/Shown up to 300 kB of \d\.\d MB\./).waitFor();
  expect((await answerText(explorer)).length).toBeLessThan(310_000);
  const download = visit.page.waitForEvent("download");
  await explorer.getByRole("button", { name: "Download the body" }).click();
  expect((await download).suggestedFilename()).toBe("get-client-info-200.json");
  expect(visit.faults()).toEqual([]);
});

test("an HTML answer with script in it is text and runs nothing", async () => {
  const visit = await site.visit();
  const explorer = await visit.open("get-client-info");
  await callAs(explorer, "Odd", "html");
  expect(await send(explorer)).toContain("502 Bad Gateway");
  expect(await answerText(explorer)).toContain("<script>window.hacked = true</script>");
  expect(await visit.page.evaluate(() => "hacked" in window)).toBe(false);
  expect(visit.faults()).toEqual([]);
});

test("long numbers keep every digit, broken JSON is text, binary is a download, a redirect is not followed", async () => {
  const visit = await site.visit();
  const explorer = await visit.open("get-client-info");
  await callAs(explorer, "Odd", "long-number");
  await send(explorer);
  expect(await answerText(explorer)).toBe('{\n  "client_id": 9223372036854775807,\n  "amount": 1.10\n}');
  await explorer.getByText(/Differs from the contract in \d places/).waitFor();
  await explorer.getByLabel("ApiAuth").fill("broken");
  await send(explorer);
  await explorer.getByText("It says it is JSON, but it breaks in line 2, column 2").waitFor();
  await explorer.getByLabel("ApiAuth").fill("binary");
  await send(explorer);
  await explorer.getByText("Not text.").waitFor();
  await explorer.getByLabel("ApiAuth").fill("redirect");
  expect(await send(explorer)).toContain("No answer");
  await explorer.getByText("The server answered with a redirect").waitFor();
  expect(visit.faults()).toEqual([]);
});

test("a call can be cancelled, and ends by itself when the time is over", async () => {
  const visit = await site.visit();
  const explorer = await visit.open("get-client-info");
  await callAs(explorer, "Odd", "silent");
  await explorer.getByRole("button", { name: "Send GET" }).click();
  await explorer.getByRole("button", { name: "Cancel" }).click();
  expect(await outcome(explorer)).toContain("Cancelled");
  await explorer.getByLabel("Timeout").selectOption("5 s");
  await explorer.getByRole("button", { name: "Send GET" }).click();
  expect(await outcome(explorer)).toContain("Time is over");
  await explorer.getByText("had not answered after 5 seconds").waitFor();
});

test("a refusal by CORS is explained, with what the server would have to send and the curl", async () => {
  const visit = await site.visit();
  const explorer = await visit.open("post-loads");
  await callAs(explorer, "Closed", "token");
  expect(await send(explorer)).toContain("No answer");
  await explorer.getByText("does not allow pages of", { exact: false }).waitFor();
  expect(await explorer.locator(".refusal-headers").textContent()).toBe(
    `Access-Control-Allow-Origin: ${site.origin}\nAccess-Control-Allow-Methods: POST\nAccess-Control-Allow-Headers: authorization, content-type`,
  );
  await explorer.getByText(`curl --fail-with-body -i -X POST '${site.closed.origin}/v1/external_api/loads/'`).waitFor();
  expect(await explorer.getByText("Failed to fetch").count()).toBe(0);
  expect(site.closed.seen.every(({ headers }) => headers["authorization"] === undefined)).toBe(true);
  expect(visit.faults()).toEqual([]);
});

test("a server that is down, a browser that is offline and a policy that forbids are told apart", async () => {
  const visit = await site.visit();
  const explorer = await visit.open("get-client-info");
  await callAs(explorer, "Down", "token");
  expect(await send(explorer)).toContain("No answer");
  await explorer.getByText("nothing listens there", { exact: false }).waitFor();
  await visit.page.context().setOffline(true);
  await explorer.getByRole("button", { name: "Send GET" }).click();
  await explorer.getByText("This computer is offline.").waitFor();
  await visit.page.context().setOffline(false);
});

test("a call that the site's own policy forbids is explained as such", async () => {
  const visit = await site.visit({
    prepare: async (page) =>
      page.route("**/assets/try/get-client-info-*.json", async (route) => {
        const response = await route.fetch();
        const data = await response.json();
        const servers = [{ name: "Unlisted", kind: "staging", url: "http://127.0.0.2:9/v1" }];
        await route.fulfill({ response, json: { ...data, servers } });
      }),
  });
  const explorer = await visit.open("get-client-info");
  await callAs(explorer, "Unlisted", "token");
  expect(await send(explorer)).toContain("No answer");
  await explorer.getByText("Content-Security-Policy does not allow calls to 127.0.0.2:9").waitFor();
});

test("the credentials of a call are nowhere but in its header, and stay with their server", async () => {
  const visit = await site.visit();
  const { page } = visit;
  const secret = "tok-5f0c-SECRET";
  const urls: string[] = [];
  page.on("request", (request) => urls.push(request.url()));
  const explorer = await visit.open("get-client-info");
  await callAs(explorer, "Odd", secret);
  await send(explorer);
  expect(site.odd.seen.at(-1)?.headers["authorization"]).toBe(secret);
  expect(site.odd.seen.at(-1)?.headers).not.toHaveProperty("cookie");
  expect(site.odd.seen.at(-1)?.headers).not.toHaveProperty("referer");
  await explorer.getByText("This request as").click();
  await explorer.getByText('-H "Authorization: $API_AUTH"').waitFor();
  await explorer.getByText("History (1)").click();

  const traces = await page.evaluate(() => [
    document.documentElement.outerHTML,
    JSON.stringify([
      Object.entries(localStorage),
      Object.entries(sessionStorage),
      document.cookie,
      history.state,
      location.href,
      document.title,
    ]),
    JSON.stringify(performance.getEntries()),
  ]);
  for (const trace of [...traces, ...urls]) expect(trace).not.toContain(secret);

  const server = explorer.getByLabel("Server", { exact: true });
  await server.selectOption({
    label: (await server.locator("option").allTextContents()).find((text) => text.startsWith("Closed")) ?? "",
  });
  expect(await explorer.getByLabel("ApiAuth").inputValue()).toBe("");
  await page.reload();
  const again = await visit.open("get-client-info");
  await callAs(again, "Odd", "");
  expect(await again.getByLabel("ApiAuth").inputValue()).toBe("");
});

test("credentials are kept in the tab only when the reader asks for it", async () => {
  const visit = await site.visit();
  const explorer = await visit.open("get-client-info");
  await callAs(explorer, "Odd", "kept-token");
  await explorer.getByLabel("Keep until this tab is closed").check();
  await visit.page.reload();
  const again = await visit.open("get-loads");
  const server = again.getByLabel("Server", { exact: true });
  await server.selectOption({
    label: (await server.locator("option").allTextContents()).find((text) => text.startsWith("Odd")) ?? "",
  });
  expect(await again.getByLabel("ApiAuth").inputValue()).toBe("kept-token");
  expect(await visit.page.evaluate(() => Object.keys(sessionStorage).join())).not.toContain("kept-token");
  await again.getByLabel("Keep until this tab is closed").uncheck();
  expect(await visit.page.evaluate(() => JSON.stringify(Object.entries(sessionStorage)))).not.toContain("kept-token");
});

const hasRequests = await canRun("python3", ["-c", "import requests"]);

test.each([
  ["JavaScript", process.execPath, ["--input-type=module", "-e"]],
  ...(hasRequests ? ([["Python", "python3", ["-c"]]] as const) : []),
] as const)(
  "the copied %s sends what the page sent, with the secret from the environment",
  async (...[name, ...run]) => {
    const visit = await site.visit();
    const explorer = await visit.open("post-loads");
    await callAs(explorer, "Odd", "tok-env");
    await explorer.getByLabel("load_number").fill(`quotes ' " \\ \${id} ü`);
    await send(explorer);
    const sent = site.odd.seen.at(-1);
    await explorer.getByText("This request as").click();
    const code = explorer.locator(".call-code");
    await code.getByRole("radio", { name }).check();
    await code.locator(".tab-panel:visible").getByRole("button", { name: "Copy" }).click();
    const copied = await visit.page.evaluate(async () => navigator.clipboard.readText());
    expect(copied).not.toContain("tok-env");
    const [program, options] = run;
    const { stderr } = await runCommand(program, [...options, copied], { cwd: ".", env: { API_AUTH: "tok-env" } });
    expect(stderr).toBe("");
    const again = site.odd.seen.at(-1);
    expect(again).not.toBe(sent);
    expect([again?.method, again?.url, again?.headers["authorization"]]).toEqual([sent?.method, sent?.url, "tok-env"]);
    expect(JSON.parse(utf8(again?.body))).toEqual(JSON.parse(utf8(sent?.body)));
  },
);

/** The odd API keeps bytes. */
function utf8(body = ""): string {
  return Buffer.from(body, "latin1").toString("utf8");
}

test("the copied curl sends what the page sent, also with the secret when that is asked for", async () => {
  const visit = await site.visit();
  const explorer = await visit.open("post-loads");
  await callAs(explorer, "Odd", "it's $HOME `id`");
  await explorer.getByLabel("load_number").fill(`quotes ' " \\ $(id) ü`);
  await send(explorer);
  const sent = site.odd.seen.at(-1);
  await explorer.getByText("This request as").click();
  await explorer.getByLabel("Show and copy the secret itself").check();
  await explorer.locator(".call-code").getByRole("button", { name: "Copy" }).first().click();
  const curl = await visit.page.evaluate(async () => navigator.clipboard.readText());
  await promisify(execFile)("sh", ["-c", `${curl} --max-time 10`]);
  const copied = site.odd.seen.at(-1);
  expect(copied).not.toBe(sent);
  expect([copied?.method, copied?.url, copied?.body]).toEqual([sent?.method, sent?.url, sent?.body]);
  expect(copied?.headers["authorization"]).toBe("it's $HOME `id`");
});

test("a crash keeps the rest of the page and what stands in the form", async () => {
  const visit = await site.visit();
  const { page } = visit;
  const explorer = await visit.open("post-broker-invoices");
  await explorer.getByLabel("load_number").fill("LD-KEPT");
  await page.evaluate(() => {
    const own = Object.getOwnPropertyDescriptor(Intl.NumberFormat.prototype, "format") ?? {};
    Object.assign(window, { mend: () => Object.defineProperty(Intl.NumberFormat.prototype, "format", own) });
    Object.defineProperty(Intl.NumberFormat.prototype, "format", {
      configurable: true,
      get() {
        throw new Error("no such format");
      },
    });
  });
  await explorer.getByLabel("amount", { exact: true }).focus();
  await page.getByText("This page crashed.").waitFor();
  await page.getByText("no such format").waitFor();
  await page.getByRole("button", { name: "Switch to dark mode" }).click();
  await page.waitForFunction(() => document.documentElement.dataset["theme"] === "dark");
  await page.evaluate(() => (window as unknown as { mend: () => void }).mend());
  await page.getByRole("button", { name: "Try again" }).click();
  expect(await explorer.getByLabel("load_number").inputValue()).toBe("LD-KEPT");
});

test.each(["islands", "panel", "data"] as const)(
  "what does not load once is named and loads after Retry (%s)",
  async (part) => {
    const address = {
      islands: /assets\/explorer-(?!panel).*\.js$/,
      panel: /assets\/explorer-panel-.*\.js$/,
      data: /assets\/try\/.*\.json$/,
    }[part];
    let isDown = true;
    const visit = await site.visit({
      prepare: async (page) => page.route(address, async (route) => (isDown ? route.abort() : route.continue())),
    });
    const { page } = visit;
    const operation = page.locator("#get-loads");
    await operation.getByRole("button", { name: "Try it" }).click();
    await operation
      .getByRole("alert")
      .getByText(/TypeError: Failed to fetch/)
      .waitFor();
    expect(await visit.page.evaluate(() => performance.getEntriesByType("navigation").length)).toBe(1);
    isDown = false;
    await operation.getByRole("button", { name: "Retry" }).click();
    await operation.locator(".explorer").waitFor();
  },
);

test("loading says nothing for a moment, then that it is loading", async () => {
  let letGo: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (letGo = resolve));
  const visit = await site.visit({
    prepare: async (page) =>
      page.route("**/assets/try/get-loads-*.json", async (route) => {
        await held;
        await route.continue();
      }),
  });
  const operation = visit.page.locator("#get-loads");
  await operation.getByRole("button", { name: "Try it" }).click();
  const loading = operation.locator(".loading");
  await loading.waitFor({ state: "attached" });
  const delay = await loading.evaluate((element) => getComputedStyle(element).animationDelay);
  expect(delay).toBe("0.2s");
  await loading.waitFor({ state: "visible" });
  letGo();
  await operation.locator(".explorer").waitFor();
});

test("a tab that is older than the site is loaded anew, once", async () => {
  let pages = 0;
  let loads = 0;
  const visit = await site.visit({
    prepare: async (page) => {
      await page.route(/assets\/explorer-(?!panel).*\.js$/, async (route) => route.fulfill({ status: 404 }));
      await page.route(/assets\/boot-NEW-.*\.js$/, async (route) =>
        route.continue({ url: route.request().url().replace("boot-NEW-", "boot-") }),
      );
      await page.route(`${site.origin}/api/`, async (route) => {
        pages += 1;
        if (route.request().isNavigationRequest()) loads += 1;
        const response = await route.fetch();
        const html = await response.text();
        await route.fulfill({ response, body: pages === 1 ? html : html.replace("assets/boot-", "assets/boot-NEW-") });
      });
    },
  });
  const { page } = visit;
  const reloaded = page.waitForEvent("load");
  await page.locator("#get-loads").getByRole("button", { name: "Try it" }).click();
  await reloaded;
  expect(loads).toBe(2);
  await page.locator("#get-loads").getByRole("button", { name: "Try it" }).click();
  await page.getByRole("button", { name: "Retry" }).waitFor();
  expect(loads).toBe(2);
});

test("an expression that would take years does not hang the page, and a wrong text is told", async () => {
  const visit = await site.visit({
    prepare: async (page) =>
      page.route("**/assets/try/get-loads-load-number-*.json", async (route) => {
        const response = await route.fetch();
        const data = await response.json();
        const [parameter] = data.parameters;
        parameter.schema = { type: "string", pattern: "^(a+)+$" };
        await route.fulfill({ response, json: data });
      }),
  });
  const explorer = await visit.open("get-loads-load-number");
  const number = explorer.getByLabel("load_number");
  await number.fill("b");
  await explorer.getByRole("button", { name: "Send GET" }).click();
  await explorer.getByText("load_number must match ^(a+)+$.").first().waitFor();
  await number.fill(`${"a".repeat(60)}!`);
  await explorer.getByText("Not sent.").waitFor({ state: "hidden" });
  expect(await send(explorer)).toContain("404 Not Found");
  expect(visit.faults()).toEqual([]);
});

test("path parameters that would lead a call elsewhere are never sent", async () => {
  const visit = await site.visit();
  const explorer = await visit.open("delete-loads-load-number");
  for (const value of ["", ".", ".."]) {
    await explorer.getByLabel("load_number").fill(value);
    await explorer.getByRole("button", { name: "Send DELETE" }).click();
    await explorer.getByText("the call would go to another path", { exact: false }).first().waitFor();
    expect(await explorer.getByRole("button", { name: "Send anyway" }).count()).toBe(0);
  }
  await explorer.getByLabel("load_number").fill("a/../b?c#d%");
  expect(await explorer.locator(".explorer-address").textContent()).toContain("/loads/a%2F..%2Fb%3Fc%23d%25/");
});

test("with storage blocked everything works, and what cannot be kept is said", async () => {
  const visit = await site.visit({ storage: "blocked" });
  const explorer = await visit.open("get-client-info");
  await explorer.getByLabel("ApiAuth").fill("token");
  await explorer.getByLabel("Keep until this tab is closed").click();
  await explorer.getByText("this browser blocks storage", { exact: false }).waitFor();
  expect(await send(explorer)).toContain("200 OK");
  const loads = await visit.open("get-loads");
  await loads.getByText("History (1)").click();
  await loads.getByText("it ends when you leave", { exact: false }).waitFor();
  await loads.getByRole("button", { name: /Open again: GET \/client_info\// }).click();
  expect(await outcome(explorer)).toContain("200 OK");
  expect(visit.faults()).toEqual([]);
});

test("everything is done with the keyboard alone, and the focus is where the work is", async () => {
  const visit = await site.visit();
  const { page } = visit;
  const focused = async () => page.evaluate(() => document.activeElement?.textContent ?? "");
  await page.locator("#post-loads").getByRole("button", { name: "Try it" }).focus();
  await page.keyboard.press("Enter");
  const explorer = page.locator("#post-loads .explorer");
  await explorer.waitFor();
  expect(await focused()).toContain("Try it");
  const tabTo = async (isThere: () => Promise<boolean>) => {
    for (let step = 0; step < 120; step++) {
      if (await isThere()) return;
      await page.keyboard.press("Tab");
    }
    throw new Error("never reached");
  };
  await tabTo(async () => page.evaluate(() => document.activeElement?.id.endsWith("/load_number") === true));
  await page.keyboard.press("Control+A");
  await page.keyboard.type("LD-KEYS");
  await tabTo(async () => (await focused()) === "Add to origin_locations");
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.activeElement?.id.endsWith("origin_locations/1") === true);
  await tabTo(async () => (await focused()) === "Send POST");
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.activeElement?.textContent?.startsWith("Not sent.") === true);
  await tabTo(async () => (await focused()) === "Send anyway");
  await page.keyboard.press("Enter");
  expect(await outcome(explorer)).toContain("400 Bad Request");
  expect(await explorer.locator("output").first().textContent()).toMatch(/^Answer: 400 after \d+ milliseconds$/);
  await explorer.getByRole("button", { name: "Close the explorer" }).focus();
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.activeElement?.textContent === "Try it");
  expect(visit.faults()).toEqual([]);
});

test("opening the first explorer loads at most 100 kB of script, and nothing of it before the reader reaches for it", async () => {
  const visit = await site.visit({ isFirst: true });
  const { page } = visit;
  await page.waitForLoadState("networkidle");
  const scripts = async () =>
    page.evaluate(() =>
      performance
        .getEntriesByType("resource")
        .map(({ name }) => name)
        .filter((name) => /\.js$|assets\/try\//.test(name)),
    );
  expect((await scripts()).map((name) => name.replace(/^.*\/(\w+)-.*$/, "$1"))).toEqual(["boot"]);
  await visit.open("post-loads");
  await page.waitForLoadState("networkidle");
  const loaded = (await scripts()).filter((name) => name.endsWith(".js"));
  const sizes = await Promise.all(
    loaded.map(async (name) => gzipSync(new Uint8Array(await (await fetch(name)).arrayBuffer())).length),
  );
  const sum = sizes.reduce((total, size) => total + size, 0);
  expect(loaded.length, loaded.join("\n")).toBeGreaterThan(3);
  expect(sum, loaded.join("\n")).toBeLessThanOrEqual(100_000);
  console.log(`opening the first explorer: ${sum} bytes of script, gzipped`);
});

test("axe finds nothing on an explorer with an answer", async () => {
  const visit = await site.visit();
  const explorer = await visit.open("post-broker-invoices");
  await send(explorer);
  await explorer.getByText("This request as").click();
  await explorer.locator(".call-code .code").first().waitFor();
  await explorer.getByText("History (1)").click();
  expect(await violationsInBothModes(visit.page, "#post-broker-invoices")).toEqual([]);
  expect(visit.faults()).toEqual([]);
});
