import { spawn } from "node:child_process";
import { readdir, readFile } from "node:fs/promises";
import { createServer } from "node:net";

import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";

import { type RunningSandbox, startSandbox } from "#serve/start-sandbox.ts";

import { type GuideSamples, readGuideSamples, type Step } from "../support/guide-samples.ts";
import { temporaryFolder, type TemporaryFolder } from "../support/temporary-folder.ts";
import { canRun, type CommandResult, runCommand } from "../support/run-command.ts";
import { shippedContract, tinyFiles } from "../support/sandbox.ts";
import { buildShippedSite } from "../support/shipped-site.ts";

/** Everything that the published guides tell a reader to run is run here, as copied from the page, against a fresh sandbox. */

const hasCurl = await canRun("curl", ["--version"]);
const hasPython = await canRun("python3", ["-c", "import requests"]);

const pages = new Map<string, GuideSamples>();
let sandbox: RunningSandbox;
let folder: TemporaryFolder;

beforeAll(async () => {
  const { files } = await buildShippedSite();
  for (const { path, content } of files) {
    if (path.endsWith("index.html") && !path.startsWith("api/")) {
      pages.set(`/${path.replace(/\/?index\.html$/, "")}`, readGuideSamples(content.toString()));
    }
  }
  sandbox = await startSandbox({ contract: await shippedContract(), port: 0, isAuthenticationRequired: true });
}, 60_000);
afterAll(() => sandbox.stop());

beforeEach(async () => {
  sandbox.handler.reset();
  folder = await temporaryFolder({
    "pod-LD-20417.pdf": tinyFiles.pdf,
    "pod-LD-20430.pdf": tinyFiles.pdf,
    ".curlrc": "silent\nshow-error\n",
  });
  return async () => folder[Symbol.asyncDispose]();
});

function samplesOf(page: string): GuideSamples {
  const samples = pages.get(page);
  if (!samples) throw new Error(`no page ${page}; there are ${[...pages.keys()].join(", ")}`);
  return samples;
}

async function run(
  command: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<CommandResult> {
  const variables = {
    API_BASE: sandbox.address,
    API_AUTH: "any-value",
    CURL_HOME: folder.path,
    PYTHONDONTWRITEBYTECODE: "1",
  };
  return runCommand(command, args, { cwd: folder.path, env: { ...variables, ...env } });
}

interface RealAnswer {
  readonly status: number;
  readonly body: unknown;
}

async function runCurl(command: string): Promise<RealAnswer> {
  const { code, stdout, stderr } = await run("sh", ["-c", command]);
  expect([code, stderr]).toEqual([0, ""]);
  const [, status = "", body = ""] = /^HTTP\/1\.1 (\d{3}) [^]*?\r\n\r\n([^]*)$/.exec(stdout) ?? [];
  return { status: Number(status), body: body === "" ? null : JSON.parse(body) };
}

/** What another page has to have done before. */
async function prepare(page: string): Promise<void> {
  if (page.startsWith("/webhooks") || page.includes("self-finance-external"))
    await runSteps("/broker-api", (step) => step.curl.includes("_relationships/"));
  if (page.includes("self-finance-external")) {
    const [create] = samplesOf("/TAI/creating-a-load-using-tai").steps;
    await runCurl(create?.curl.replace("LD-20417", "LD-20430") ?? "");
  }
  if (page === "/markdown-page") await runSteps("/load-board", (step) => step.curl.includes("-X POST"));
}

async function runSteps(page: string, isChosen: (step: Step) => boolean): Promise<void> {
  for (const step of samplesOf(page).steps.filter(isChosen)) await runCurl(step.curl);
}

/** Where an answer has not the members and types that the page shows: as JSON pointers. Values do not matter. */
function missingIn(real: unknown, shown: unknown, pointer = ""): readonly string[] {
  if (shown === null) return real === undefined ? [pointer] : [];
  if (Array.isArray(shown)) {
    if (!Array.isArray(real)) return [pointer];
    return shown.flatMap((element: unknown, index) =>
      missingIn(real[index] ?? real[0], element, `${pointer}/${index}`),
    );
  }
  if (typeof real !== typeof shown || real === null) return [pointer];
  if (typeof shown !== "object") return [];
  return Object.entries(shown).flatMap(([name, member]) => missingIn(Object(real)[name], member, `${pointer}/${name}`));
}

const guides = [
  "/",
  "/broker-api",
  "/carrier-api",
  "/load-board",
  "/bulk-approve-self-finance",
  "/webhooks",
  "/webhooks/carrier-status-webhook",
  "/TAI/creating-a-load-using-tai",
  "/TAI/self-finance-external-API-load-tai",
  "/markdown-page",
];

/** The guides whose samples differ; the other pages repeat some of them. */
const apiGuides = guides.slice(0, 4);

test("every page that shows a request is run here", () => {
  const withSteps = [...pages].filter(([, { steps }]) => steps.length > 0).map(([page]) => page);
  expect(withSteps.sort()).toEqual(guides.toSorted());
});

/**
 * Where a page shows the values of another moment than the sandbox, which lets no time pass: a list before the reader's own
 * invoice, a status after somebody's decision, the number of an invoice that a fresh sandbox has already.
 */
const otherValues: Readonly<Record<string, readonly string[]>> = {
  "/broker-api": ["GET /broker_invoices/?page=1&page_size=2"],
  "/bulk-approve-self-finance": ["GET /broker_invoices/BI-100490/"],
  "/webhooks": ["GET /carrier_relationships/?external_id=CARR-1042&page=1&page_size=1"],
  "/webhooks/carrier-status-webhook": ["GET /carrier_relationships/?external_id=CARR-1042&page=1&page_size=1"],
  "/TAI/self-finance-external-API-load-tai": [
    "GET /carrier_relationships/?external_id=CARR-1042&page=1&page_size=1",
    "POST /broker_invoices/",
    "GET /broker_invoices/BI-100490/",
  ],
};

/** `POST /loads/` of the first line of a command. */
function toRequestLine(curl: string): string {
  const [, method = "GET", target = ""] =
    /^curl --fail-with-body -i (?:-X (\w+) )?"\$API_BASE([^"]*)"/.exec(curl) ?? [];
  return `${method} ${target}`;
}

test.skipIf(!hasCurl).each(guides)(
  "the curl commands of %s, in their order, answer as the page shows",
  async (page) => {
    await prepare(page);
    const different: string[] = [];
    for (const { curl, answers } of samplesOf(page).steps) {
      const line = toRequestLine(curl);
      const real = await runCurl(curl);
      expect([line, real.status]).toEqual([
        line,
        answers[0]?.status ?? expect.toSatisfy((status: number) => status >= 200 && status < 300),
      ]);
      for (const { body } of answers) {
        expect([line, missingIn(real.body, body)]).toEqual([line, []]);
        if (!isShown(real.body, body)) different.push(line);
      }
    }
    expect(different).toEqual(otherValues[page] ?? []);
  },
  60_000,
);

/** True when the answer has every value that the page shows; the page's host is not the sandbox's. */
function isShown(real: unknown, shown: unknown): boolean {
  try {
    expect(
      JSON.parse(JSON.stringify(real).replaceAll(sandbox.address, "https://api.example.com/v1/external_api")),
    ).toMatchObject(Object(shown));
    return true;
  } catch {
    return false;
  }
}

/** Runs files one after the other in one process, each in a scope of its own, and parts what they print. */
const inTurn = {
  JavaScript: [
    ...[process.execPath, "--input-type=module", "-e"],
    'for (const file of process.argv.slice(1)) { await import(`./${file}`); console.log("\f"); }',
  ],
  Python: [
    ...["python3", "-c"],
    'import runpy, sys\nfor file in sys.argv[1:]: runpy.run_path(file, run_name="__main__"); print("\f", flush=True)',
  ],
} as const;

test.each(
  apiGuides.flatMap((page) => [
    { page, language: "JavaScript", extension: "mjs" } as const,
    ...(hasPython ? [{ page, language: "Python", extension: "py" } as const] : []),
  ]),
)("the $language samples of $page run one after the other", async ({ page, language, extension }) => {
  await prepare(page);
  const { steps } = samplesOf(page);
  const files = steps.map((step, index) => [
    `sample-${index}.${extension}`,
    language === "Python" ? step.python : step.javascript,
  ]);
  await folder.write(Object.fromEntries(files));
  const [command, ...args] = inTurn[language];
  const { code, stdout, stderr } = await run(command, [...args, ...files.map(([name = ""]) => name)]);
  expect([code, stderr]).toEqual([0, ""]);
  const printed = stdout.split("\f");
  expect(printed).toHaveLength(steps.length + 1);
  for (const [index, { answers }] of steps.entries()) {
    const [, status = "", body = ""] = /^\s*(\d{3}) ([^]*)$/.exec(printed[index] ?? "") ?? [];
    if (answers[0] !== undefined) expect(Number(status)).toBe(answers[0].status);
    for (const answer of answers) expect(missingIn(JSON.parse(body), answer.body)).toEqual([]);
  }
});

/** The programs in both languages, by their name without extension and with dashes. */
async function writePrograms(page: string): Promise<void> {
  await folder.write(Object.fromEntries(samplesOf(page).programs.map(({ name, code }) => [name, code])));
}

const languages = [
  { language: "JavaScript", toCommand: (name: string) => [process.execPath, `${name}.mjs`] },
  { language: "Python", toCommand: (name: string) => ["python3", `${name.replaceAll("-", "_")}.py`] },
].filter(({ language }) => language === "JavaScript" || hasPython);

test("every program of every page is free of syntax errors", async () => {
  const checks = { mjs: [process.execPath, "--check"], py: ["python3", "-m", "py_compile"] } as const;
  for (const [page, { programs }] of pages) {
    await writePrograms(page);
    const checked = programs.map(async ({ name }) => {
      const [command, ...args] = name.endsWith(".py") ? checks.py : checks.mjs;
      if (command !== "python3" || hasPython)
        expect(await run(command, [...args, name])).toEqual({ code: 0, stdout: "", stderr: "" });
    });
    await Promise.all(checked);
  }
});

test.each(languages)("the paging loop in $language reads every invoice once", async ({ toCommand }) => {
  await writePrograms("/");
  const [command = "", ...args] = toCommand("list-broker-invoices");
  const expected = "BI-100490 LD-20430 175000\nBI-100491 LD-20431 108000\nBI-100492 LD-20432 259500\n";
  expect(await run(command, args)).toEqual({ code: 0, stdout: expected, stderr: "" });
});

test.each(languages)(
  "the batch programs in $language collect, total and reconcile as the worked example says",
  async ({ toCommand }) => {
    await writePrograms("/bulk-approve-self-finance");
    const [command = "", ...collect] = toCommand("collect-candidates");
    const all = await run(command, collect);
    expect([all.code, all.stderr]).toEqual([0, "3 invoices, carrier_amount 440550 cents\n"]);
    const some = await run(command, [...collect, "BI-100492"]);
    expect([JSON.parse(some.stdout).length, some.stderr]).toEqual([2, "2 invoices, carrier_amount 230550 cents\n"]);
    await folder.write({ "batch.json": all.stdout });
    await fetch(`${sandbox.address}/broker_invoices/BI-100491/`, {
      method: "PATCH",
      headers: { authorization: "x", "content-type": "application/json" },
      body: '{"carrier_amount": 1}',
    });
    await fetch(`${sandbox.address}/broker_invoices/BI-100492/`, { method: "DELETE", headers: { authorization: "x" } });
    const [, ...reconcile] = toCommand("reconcile");
    expect(await run(command, reconcile)).toEqual({
      code: 0,
      stdout: [
        "BI-100490: PENDING, changed: nothing",
        "BI-100491: PENDING, changed: carrier_amount",
        "BI-100492: the API answered 404, check by hand",
        "",
      ].join("\n"),
      stderr: "",
    });
  },
);

test.each(languages)(
  "the receiver and the worker in $language work together",
  async ({ toCommand }) => {
    await prepare("/webhooks");
    await writePrograms("/webhooks");
    const [command = "", ...receive] = toCommand("receiver");
    const port = await freePort();
    const env = { ...process.env, WEBHOOK_SECRET: "s3cret", PORT: String(port) };
    const receiver = spawn(command, receive, { cwd: folder.path, env, stdio: "ignore" });
    try {
      const address = `http://127.0.0.1:${port}/hooks`;
      await untilAnswered(`${address}/wrong`);
      const statusOf = async (path: string, body: string): Promise<number> =>
        (await fetch(`${address}/${path}`, { method: "POST", body })).status;
      expect(await statusOf("s3cret", "any text")).toBe(204);
      expect(await statusOf("s3cret", "any text")).toBe(204);
      expect(await statusOf("s3cret", "another text")).toBe(204);
      expect(await statusOf("wrong", "any text")).toBe(404);
      expect(await statusOf("s3cret", "x".repeat(1_000_001))).toBe(413);
      expect((await readdir(`${folder.path}/queue`)).filter((name) => name.endsWith(".json"))).toHaveLength(2);
    } finally {
      receiver.kill();
    }
    const [, ...work] = toCommand("worker");
    const offline = await run(command, [...work, "CARR-1042"], { API_BASE: `http://127.0.0.1:${await freePort()}` });
    expect(offline.code).not.toBe(0);
    expect(await readdir(`${folder.path}/queue/claimed`)).toHaveLength(2);
    const { code, stdout } = await run(command, [...work, "CARR-1042", "NOBODY"]);
    expect([code, stdout]).toEqual([0, expect.stringMatching(/^CARR-1042 PENDING\nNOBODY (?:null|None)\n$/)]);
    expect(await readdir(`${folder.path}/queue/claimed`)).toEqual([]);
  },
  60_000,
);

test.each(languages)("the comparison in $language tells what changed since the last run", async ({ toCommand }) => {
  await prepare("/webhooks/carrier-status-webhook");
  await writePrograms("/webhooks/carrier-status-webhook");
  const [command = "", ...args] = toCommand("compare-statuses");
  expect(await run(command, args)).toEqual({ code: 0, stdout: "CARR-1042: new -> PENDING\n", stderr: "" });
  expect(await run(command, args)).toEqual({ code: 0, stdout: "", stderr: "" });
  await folder.write({ "carrier-statuses.json": '{"CARR-1042": "NOBODY_KNOWS", "OLD": "APPROVED"}' });
  expect(await run(command, args)).toEqual({
    code: 0,
    stdout: "CARR-1042: NOBODY_KNOWS -> PENDING\nOLD: APPROVED -> gone\n",
    stderr: "",
  });
  expect(JSON.parse(await readFile(`${folder.path}/carrier-statuses.json`, "utf8"))).toEqual({
    "CARR-1042": "PENDING",
  });
});

test.skipIf(!hasPython)("the two fee programs print the same", async () => {
  await writePrograms("/internal-docs/rate-calculations");
  const [javascript, python] = [
    await run(process.execPath, ["carrier-fee.mjs"]),
    await run("python3", ["carrier_fee.py"]),
  ];
  expect(javascript).toMatchObject({ code: 0, stderr: "" });
  expect(python).toEqual(javascript);
});

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === "object" && address !== null ? address.port : 0;
}

async function untilAnswered(address: string): Promise<void> {
  for (;;) {
    const answered = await fetch(address).then(
      () => true,
      () => new Promise((resolve) => setTimeout(resolve, 20)).then(() => false),
    );
    if (answered) return;
  }
}
