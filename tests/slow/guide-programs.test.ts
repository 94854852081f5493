import { spawn } from "node:child_process";
import { readdir, readFile, rm } from "node:fs/promises";
import type { IncomingMessage } from "node:http";

import { beforeEach, expect, test } from "vitest";

import { type Desk, findPython, noPython, openDesk, readGuides } from "../support/run-guides.ts";
import { installDebian } from "../support/install-debian.ts";
import { freePort, listen } from "../support/listen.ts";
import type { CommandResult } from "../support/run-command.ts";
import { tinyFiles } from "../support/sandbox.ts";
import { buildShippedSite } from "../support/shipped-site.ts";

/** Every program that the published pages show whole is run here, as copied from the page, against a fresh sandbox. */

if (!(await findPython())) installDebian("python3-requests");
const hasPython = await findPython();
if (!hasPython) console.warn(noPython);

const programs = new Map(
  [...readGuides(await buildShippedSite()).values()].flatMap((guide) =>
    guide.programs.map(({ name, code }) => [name, code]),
  ),
);
const started = new Set<string>();
let desk: Desk;

beforeEach(async () => {
  desk = await openDesk();
  await desk.folder.write(Object.fromEntries(programs));
  return async () => desk[Symbol.asyncDispose]();
});

const ownHeaders = { authorization: "x", "content-type": "application/json" };

async function send(method: string, path: string, body: unknown): Promise<void> {
  const response = await fetch(desk.address + path, { method, headers: ownHeaders, body: JSON.stringify(body) });
  if (!response.ok) throw new Error(await response.text());
}

async function relate(): Promise<void> {
  const carrier_id = "3f0c2a94-6d1e-4b7a-9c58-2e41d7b6a803";
  await send("POST", "/carrier_relationships/", { carrier_id, external_id: "CARR-1042" });
}

interface Program {
  readonly file: string;
  readonly command: string;
  readonly run: (args?: readonly string[], env?: Readonly<Record<string, string>>) => Promise<CommandResult>;
}

/** How a program is started, by its name without extension and with dashes. */
const languages = [
  { language: "JavaScript", programOf: (name: string) => program(process.execPath, `${name}.mjs`) } as const,
  { language: "Python", programOf: (name: string) => program("python3", `${name.replaceAll("-", "_")}.py`) } as const,
].filter(({ language }) => language === "JavaScript" || hasPython);

function program(command: string, file: string): Program {
  started.add(file);
  return { file, command, run: async (args = [], env = {}) => desk.run(command, [file, ...args], env) };
}

/** The result of a program that prints this and succeeds. */
const printed = (stdout: string, stderr = "") => ({ code: 0, stdout, stderr });

/** Variables that point to another server in front of the desk's sandbox. */
const behind = (origin: string) => ({ API_BASE: origin + new URL(desk.address).pathname });

test.each(languages)("the paging loop in $language reads every invoice once", async ({ programOf }) => {
  const { code, stdout, stderr } = await programOf("list-broker-invoices").run();
  const batch = "BI-100490 LD-20430 175000\nBI-100491 LD-20431 108000\nBI-100492 LD-20432 259500\n";
  expect([code, stderr, stdout.startsWith(batch), stdout.split("\n").length]).toEqual([0, "", true, 10]);
});

test.each(languages)(
  "the batch programs in $language collect, total and reconcile as the worked example says",
  async ({ programOf }) => {
    const [file = "", total] = (await programOf("collect-candidates").run()).stdout.split("\n");
    expect(file).toMatch(/^batch-\d{4}-\d\d-\d\d\.json$/);
    expect(total).toBe("Count 3, carrier_amount 440550 cents");
    await send("PATCH", "/broker_invoices/BI-100491/", { carrier_amount: 1 });
    await send("DELETE", "/broker_invoices/BI-100492/", null);
    const lines =
      "BI-100490: PENDING, changed: nothing\nBI-100491: PENDING, changed: carrier_amount\nBI-100492: the API returned 404, check by hand\n";
    expect(await programOf("reconcile").run([file])).toEqual(printed(lines));
  },
);

test.each(languages)(
  "the batch program in $language leaves out what an earlier batch has, and never overwrites one",
  async ({ programOf }) => {
    const collect = programOf("collect-candidates");
    const earlier = '[{ "invoice_number": "BI-100490" }]';
    await desk.folder.write({ "batch-2025-03-17.json": earlier });
    const collectBatch = async (...args: readonly string[]) => {
      const { stdout, stderr } = await collect.run(args);
      const { length, [length - 2]: total = "" } = stdout.split("\n");
      return stderr === "" ? total : stderr;
    };
    expect(await collectBatch("--without", "BI-100492")).toBe("Count 1, carrier_amount 88050 cents");
    expect(await collectBatch()).toBe("Count 1, carrier_amount 210000 cents");
    expect(await collectBatch()).toBe("Count 0, carrier_amount 0 cents");
    expect(await collectBatch("--again", "BI-100490")).toBe("Count 1, carrier_amount 142500 cents");
    expect(await collectBatch("--without", "BI-1")).toContain("There is no invoice BI-1");
    const files = (await readdir(desk.folder.path)).filter((name) => name.startsWith("batch-")).sort();
    expect(files).toEqual([
      "batch-2025-03-17.json",
      ...["-2.json", "-3.json", ".json"].map((end) => expect.stringMatching(`^batch-\\d{4}-\\d\\d-\\d\\d${end}$`)),
    ]);
    expect(await readFile(`${desk.folder.path}/batch-2025-03-17.json`, "utf8")).toBe(earlier);
    await desk.folder.write({ "batch-2025-03-19.json": "[" });
    expect((await collect.run()).code).not.toBe(0);
  },
);

test.each(languages)("the receiver and the worker in $language work together", async ({ programOf }) => {
  await relate();
  const { command, file } = programOf("receiver");
  const port = await freePort();
  const env = { ...process.env, WEBHOOK_SECRET: "s3cret", PORT: String(port) };
  const receiver = spawn(command, [file], { cwd: desk.folder.path, env, stdio: "ignore" });
  try {
    const address = `http://127.0.0.1:${port}/hooks`;
    await untilAnswered(`${address}/wrong`);
    const statusOf = async (path: string, body: string): Promise<number> =>
      (await fetch(`${address}/${path}`, { method: "POST", body })).status;
    for (const text of ["any text", "any text", "another text"]) expect(await statusOf("s3cret", text)).toBe(204);
    expect(await statusOf("wrong", "any text")).toBe(404);
    expect(await statusOf("s3cret", "x".repeat(1_000_001))).toBe(413);
    expect((await readdir(`${desk.folder.path}/queue`)).filter((name) => name.endsWith(".json"))).toHaveLength(2);
  } finally {
    receiver.kill();
  }
  const worker = programOf("worker");
  const offline = await worker.run(["CARR-1042"], { API_BASE: `http://127.0.0.1:${await freePort()}` });
  expect(offline.code).not.toBe(0);
  expect(await readdir(`${desk.folder.path}/queue/claimed`)).toHaveLength(2);
  const { code, stdout } = await worker.run(["CARR-1042", "NOBODY"]);
  expect([code, stdout]).toEqual([0, expect.stringMatching(/^CARR-1042 PENDING\nNOBODY (?:null|None)\n$/)]);
  expect(await readdir(`${desk.folder.path}/queue/claimed`)).toEqual([]);
});

test.each(languages)("the comparison in $language prints what changed since the last run", async ({ programOf }) => {
  await relate();
  const compare = programOf("compare-statuses");
  const file = "carrier-statuses.json";
  const statuses = { "CARR-0733": "APPROVED", "CARR-0871": "PENDING", "CARR-0915": "DECLINED", "CARR-1042": "PENDING" };
  const first = Object.entries(statuses).map(([carrier, status]) => `${carrier}: new -> ${status}\n`);
  expect(await compare.run()).toEqual(printed(first.join("")));
  expect(await compare.run()).toEqual(printed(""));
  await desk.folder.write({ [file]: JSON.stringify({ ...statuses, "CARR-1042": "NOBODY_KNOWS", OLD: "APPROVED" }) });
  expect(await compare.run()).toEqual(printed("CARR-1042: NOBODY_KNOWS -> PENDING\nOLD: APPROVED -> gone\n"));
  expect(JSON.parse(await readFile(`${desk.folder.path}/${file}`, "utf8"))).toEqual(statuses);
});

test.each(["carrier-fee", "sum"])("both programs of %s print the same", async (name) => {
  const results = await Promise.all(languages.map(async ({ programOf }) => programOf(name).run()));
  const [first] = results;
  for (const result of results) expect(result).toEqual(printed(first?.stdout ?? ""));
  expect(first?.stdout).not.toBe("");
});

test("the program with marked lines prints what its comment says", async () => {
  expect(await program(process.execPath, "cents.mjs").run()).toEqual(printed("1250050\n"));
});

const client = {
  JavaScript: ["api.mjs", "create-once.mjs", "connect.mjs"],
  Python: ["api.py", "create_once.py", "connect.py"],
} as const;

/** What a developer writes around the programs that are modules. */
async function runWith(
  language: "JavaScript" | "Python",
  code: string,
  env: Readonly<Record<string, string>>,
): Promise<CommandResult> {
  for (const name of client[language]) started.add(name);
  const [command, file] = language === "Python" ? ["python3", "mine.py"] : [process.execPath, "mine.mjs"];
  await desk.folder.write({ [file]: code });
  return desk.run(command, [file], env);
}

/** The output of the broker's program, also for a carrier that isn't approved yet. */
const brokerLoad = printed(
  "BI-100482 INCOMPLETE 247500 202500\n1 documents, 2 charges\n",
  "CARR-1042 is PENDING: a real load may have to wait.\n",
);

test.each(languages)(
  "the broker's program in $language creates each record once, however often it's run",
  async ({ programOf }) => {
    await desk.folder.write({ "pod-LD-20417.pdf": tinyFiles.pdf });
    // A second matching debtor stops only the first run, because later runs look for the relationship.
    const { file, run } = programOf("broker-load");
    expect(await run()).toEqual(brokerLoad);
    await desk.folder.write({ [file]: (programs.get(file) ?? "").replace('"Lakeshore"', '"e"') });
    expect(await run()).toEqual(brokerLoad);
  },
);

test.each(languages)(
  "the carrier's program in $language creates each record once, however often it's run",
  async ({ programOf }) => {
    await desk.folder.write({ "pod-LD-20417.pdf": tinyFiles.pdf });
    const { run } = programOf("carrier-load");
    const stdout = /^Credit found: store it with the time\n(CI-\d+ INCOMPLETE 202500 30000\n1 documents, 1 charges\n)$/;
    for (let times = 0; times < 2; times += 1) expect(await run()).toEqual(printed(expect.stringMatching(stdout)));
  },
);

test.each(languages)(
  "the broker's program in $language creates two identical charges, and neither twice if the connection breaks",
  async ({ language, programOf }) => {
    const { file, run } = programOf("broker-load");
    const waits = { JavaScript: "waits = [0, 5, 60]", Python: "waits=(0, 5, 60)" }[language];
    const once = client[language][1];
    await desk.folder.write({
      "pod-LD-20417.pdf": tinyFiles.pdf,
      // The sandbox knows the guide's CUST-2077 before anybody creates it.
      [file]: (programs.get(file) ?? "")
        .replace("LUMPER", "DETENTION")
        .replace("12_500", "7_500")
        .replaceAll("CUST-2077", "CUST-1"),
      [once]: (programs.get(once) ?? "").replace(waits, waits.replace("5, 60", "0")),
    });
    const posts: string[] = [];
    await using server = await openBrokenLine(posts);
    for (let times = 0; times < 2; times += 1) expect(await run([], behind(server.origin))).toEqual(brokerLoad);
    expect(posts.map((path) => path.replace("/v1/external_api", ""))).toEqual([
      "/carrier_relationships/",
      "/debtor_relationships/",
      "/broker_invoices/",
      "/broker_invoices/BI-100482/attachments?visible_to=carrier,debtor",
      "/line_items/",
      "/line_items/",
    ]);
  },
);

test.each(languages)(
  "the broker's program in $language finds its records despite ignored filters, even after losing its state",
  async ({ programOf }) => {
    await desk.folder.write({ "pod-LD-20417.pdf": tinyFiles.pdf });
    const { run } = programOf("broker-load");
    const posts: string[] = [];
    await using server = await listen(async (request, response) => {
      const page = new URL(request.url ?? "", desk.address).searchParams.get("page");
      if (request.method === "POST") posts.push(request.url?.replace("/v1/external_api", "") ?? "");
      else if (page !== null) request.url = request.url?.replace(/\?.*/, `?page=${page}&page_size=25`);
      const { status, text } = await passOn(request);
      response.writeHead(status).end(text);
    });
    expect(await run([], behind(server.origin))).toEqual(brokerLoad);
    const path = `${desk.address}/carrier_relationships/?external_id=CARR-1042`;
    const relationships = await fetch(path, { headers: ownHeaders });
    expect(await relationships.json()).toMatchObject({ results: [{ mc: "9900142" }] });
    await rm(`${desk.folder.path}/sent.json`);
    expect(await run([], behind(server.origin))).toEqual(brokerLoad);
    expect(posts).toHaveLength(5);
  },
);

test.each(languages)("the broker's program in $language stops at a party that is declined", async ({ programOf }) => {
  await using server = await listen(async (request, response) => {
    const { status, text } = await passOn(request);
    response.writeHead(status).end(text.replace('"PENDING"', '"DECLINED"'));
  });
  const { code, stderr } = await programOf("broker-load").run([], behind(server.origin));
  expect([code, stderr]).toEqual([1, expect.stringContaining("CARR-1042 is DECLINED: ask first.")]);
});

/** Sends a request on to the sandbox of the desk. */
async function passOn(request: IncomingMessage): Promise<{ readonly status: number; readonly text: string }> {
  const { method = "", url = "", headers } = request;
  const body = Buffer.concat(await request.toArray());
  const type = headers["content-type"];
  const answer = await fetch(new URL(url, desk.address), {
    method,
    headers: { authorization: "x", ...(type !== undefined && { "content-type": type }) },
    ...(method !== "GET" && { body }),
  });
  return { status: answer.status, text: await answer.text() };
}

/** The sandbox behind a connection that breaks after each POST; their paths are noted. */
function openBrokenLine(posts: string[]) {
  return listen(async (request, response) => {
    const { status, text } = await passOn(request);
    if (request.method !== "POST") return void response.writeHead(status).end(text);
    posts.push(request.url ?? "");
    response.destroy();
  });
}

const makeOne = {
  JavaScript: `import { call } from "./api.mjs";
import { createOnce, find } from "./create-once.mjs";
const json = { carrier_id: "3f0c2a94-6d1e-4b7a-9c58-2e41d7b6a803", external_id: "CARR-1042" };
const path = "/carrier_relationships/";
const look = () => find(path, (one) => one.external_id === "CARR-1042");
const record = await createOnce("carrier", () => call("POST", path, { json }), look, [0]);
console.log(record.external_id, record.status);`,
  Python: `from api import call
from create_once import create_once, first, list_all
fields = {"carrier_id": "3f0c2a94-6d1e-4b7a-9c58-2e41d7b6a803", "external_id": "CARR-1042"}
path = "/carrier_relationships/"
look = lambda: first(list_all(path), lambda one: one["external_id"] == "CARR-1042")
record = create_once("carrier", lambda: call("POST", path, json=fields), look, [0])
print(record["external_id"], record["status"])`,
};

test.each(languages)(
  "create once in $language creates one record if the connection breaks after the POST",
  async ({ language }) => {
    const posts: string[] = [];
    await using server = await openBrokenLine(posts);
    for (let times = 0; times < 2; times += 1) {
      const result = await runWith(language, makeOne[language], behind(server.origin));
      expect(result).toEqual(printed("CARR-1042 PENDING\n"));
    }
    expect(posts).toEqual(["/v1/external_api/carrier_relationships/"]);
  },
);

test.each(languages)(
  "create once in $language looks up what it sent before it was killed, and resends only what is missing",
  async ({ language }) => {
    const posts: string[] = [];
    await using server = await openBrokenLine(posts);
    const wasSent = { "sent.json": '{"carrier": {"sent_at": 1}}' };
    for (const there of [false, true]) {
      await desk.folder.write(wasSent);
      const { stdout } = await runWith(language, makeOne[language], behind(server.origin));
      expect([there, stdout, posts.length]).toEqual([there, "CARR-1042 PENDING\n", 1]);
    }
  },
);

test.each(languages)(
  "create once in $language finds a record that appears after the response was lost",
  async ({ language }) => {
    let delayed: (() => Promise<unknown>) | null = null;
    let looks = 0;
    const posts: string[] = [];
    await using server = await listen(async (request, response) => {
      if (request.method === "POST") {
        posts.push(request.url ?? "");
        const body = JSON.parse(Buffer.concat(await request.toArray()).toString());
        delayed = async () => send("POST", "/carrier_relationships/", body);
        return void response.destroy();
      }
      const { status, text } = await passOn(request);
      response.writeHead(status).end(text);
      looks += 1;
      if (looks === 2) await delayed?.();
    });
    const code = makeOne[language].replace("[0]", "[0, 1]");
    expect(await runWith(language, code, behind(server.origin))).toEqual(printed("CARR-1042 PENDING\n"));
    expect([posts.length, looks]).toEqual([1, 3]);
  },
);

/** The result of each of these calls: the status, and whether its outcome is unknown; or the body. One has a short timeout. */
const callAll = {
  JavaScript: `import { call } from "./api.mjs";
for (const [method, path] of JSON.parse(process.env.CALLS)) {
  await call(method, path, { pause: 1, ...(path === "/late" && { timeout: 1000 }) }).then(
    (body) => console.log(path, JSON.stringify(body)),
    ({ status, isOpen }) => console.log(path, status, isOpen),
  );
}`,
  Python: `import json, os
from api import ApiError, call
for method, path in json.loads(os.environ["CALLS"]):
    try:
        print(path, json.dumps(call(method, path, pause=0.001, timeout=1 if path == "/late" else 30), separators=(",", ":")))
    except ApiError as error:
        print(path, json.dumps(error.status), json.dumps(error.is_open))`,
};

test.each(languages)(
  "the client in $language decides by status, timeout and body what to send again",
  async ({ language }) => {
    const seen: string[] = [];
    await using server = await listen((request, response) => {
      const line = `${request.method} ${request.url}`;
      const isFirst = !seen.includes(line);
      seen.push(line);
      const [, kind = "", text = ""] = (request.url ?? "").split("/");
      if (kind === "cut") response.destroy();
      else if (kind === "late") request.on("close", () => response.end());
      else if (kind === "once" && isFirst) response.writeHead(503).end("<html>");
      else if (kind === "once") response.end('{"a":1}');
      else if (kind === "408") response.writeHead(408, { "retry-after": "x" }).end();
      else if (kind === "moved") response.writeHead(301, { location: "/once" }).end();
      else response.writeHead(Number(kind)).end(text);
    });
    const calls = [
      ...["/200/1", "/204", "/once", "/200/html", "/400", "/404/x", "/408", "/429", "/500", "/moved", "/cut"].map(
        (path) => ["GET", path],
      ),
      ...["/201/1", "/201/html", "/409", "/503", "/cut", "/late"].map((path) => ["POST", path]),
    ];
    const { code, stdout, stderr } = await runWith(language, callAll[language], {
      API_BASE: server.origin,
      CALLS: JSON.stringify(calls),
    });
    expect([code, stderr]).toEqual([0, ""]);
    expect(stdout).toBe(`/200/1 1
/204 null
/once {"a":1}
/200/html 200 true
/400 400 false
/404/x 404 false
/408 408 true
/429 429 true
/500 500 true
/moved 301 false
/cut null true
/201/1 1
/201/html 201 true
/409 409 false
/503 503 true
/cut null true
/late null true
`);
    const counts = new Map(seen.map((line) => [line, seen.filter((other) => other === line).length]));
    const again = [...counts].filter(([, count]) => count > 1);
    expect(again).toEqual(
      ["/once", "/200/html", "/408", "/429", "/500", "/cut"].map((path) => [`GET ${path}`, path === "/once" ? 2 : 4]),
    );
  },
);

test("every program on a page has been run by a test above", () => {
  const left = [...programs.keys()].filter((name) => !started.has(name) && (hasPython || !name.endsWith(".py")));
  expect(left).toEqual([]);
});

async function untilAnswered(address: string): Promise<void> {
  for (;;) {
    const answered = await fetch(address).then(
      () => true,
      () => new Promise((resolve) => setTimeout(resolve, 20)).then(() => false),
    );
    if (answered) return;
  }
}
