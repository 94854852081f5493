import { type ChildProcess, spawn } from "node:child_process";

import { afterAll, beforeAll, expect, test } from "vitest";

import { packageRoot } from "#package.ts";

import { runCli } from "../support/run-cli.ts";
import { bin } from "../support/run-command.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

interface RunningCommand extends AsyncDisposable {
  readonly address: string;
  readonly port: string;
  readonly child: ChildProcess;
  readonly output: () => string;
}

/** Starts the real command on a port that is free, and waits until it says where it listens. */
async function startCommand(...args: readonly string[]): Promise<RunningCommand> {
  const child = spawn(process.execPath, [bin, "sandbox", "--port", "0", ...args], {
    cwd: packageRoot,
    env: { ...process.env, NO_COLOR: "1" },
  });
  let output = "";
  const address = await new Promise<string>((resolve, reject) => {
    const read = (chunk: Buffer): void => {
      output += chunk.toString();
      const found = /export API_BASE="([^"]+)"/.exec(output)?.[1];
      if (found !== undefined) resolve(found);
    };
    child.stdout.on("data", read);
    child.stderr.on("data", read);
    child.on("exit", (code) => reject(new Error(`exit ${code}: ${output}`)));
  });
  return {
    address,
    port: new URL(address).port,
    child,
    output: () => output,
    async [Symbol.asyncDispose]() {
      if (child.exitCode === null && child.signalCode === null) {
        child.kill();
        await new Promise((resolve) => child.once("exit", resolve));
      }
    },
  };
}

/** One for all tests that need no options of their own. */
let sandbox: RunningCommand;

beforeAll(async () => {
  sandbox = await startCommand("--auth");
});

afterAll(async () => sandbox[Symbol.asyncDispose]());

interface Reply {
  readonly status: number;
  readonly body: unknown;
}

async function call(address: string, method: string, body?: unknown): Promise<Reply> {
  const headers = { authorization: "any-value", ...(body !== undefined && { "content-type": "application/json" }) };
  const response = await fetch(address, { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) });
  const text = await response.text();
  return { status: response.status, body: text === "" ? null : JSON.parse(text) };
}

test("it says where it listens and what was called, and never what it was sent as credentials", async () => {
  const bare = await fetch(`${sandbox.address}/client_info/`);
  expect(bare.status).toBe(401);
  const secret = await fetch(`${sandbox.address}/client_info/?token=s3cret`, { headers: { authorization: "s3cret" } });
  expect(secret.status).toBe(400);
  // The line may arrive after the answer.
  await expect
    .poll(sandbox.output)
    .toMatch(/401 GET \/v1\/external_api\/client_info\/\n400 GET \/v1\/external_api\/client_info\/\n/);
  expect(sandbox.output()).toContain("API v1.1, simulated: http://localhost:");
  expect(sandbox.output()).toContain('export API_AUTH="any-value"');
  expect(sandbox.output()).not.toContain("s3cret");
});

test("an answer that is an example is called one, and faults are had on demand", async () => {
  const ask = async (path: string, prefer: string): Promise<Response> =>
    fetch(sandbox.address + path, { headers: { authorization: "any-value", prefer } });
  expect((await ask("/client_info/", "")).headers.get("x-sandbox")).toBe("example");
  expect((await ask("/carriers/", "")).headers.get("x-sandbox")).toBe("simulated");
  expect((await ask("/debtors/", "code=503")).status).toBe(503);
  const path = "/v1/external_api";
  await expect
    .poll(sandbox.output)
    .toContain(
      `200 GET ${path}/client_info/ (the documented example)\n200 GET ${path}/carriers/\n503 GET ${path}/debtors/\n`,
    );
  const cut = await ask("/carriers/", "cut");
  expect([cut.status, await cut.text().catch(() => "cut")]).toEqual([200, "cut"]);
});

test("--reset brings back the first records of the one that runs, and says so when there is none", async () => {
  await call(`${sandbox.address}/broker_invoices/BI-100490/`, "DELETE");
  const reset = await runCli(["sandbox", "--reset", "--port", sandbox.port], { cwd: packageRoot });
  expect(reset).toEqual({
    code: 0,
    stdout: `✓ the sandbox at ${sandbox.address} has the records it started with\n`,
    stderr: "",
  });
  expect((await call(`${sandbox.address}/broker_invoices/BI-100490/`, "GET")).status).toBe(200);
  const paths = { "/x": { get: { responses: { "204": { description: "None." } } } } };
  const contract = JSON.stringify({ openapi: "3.1.0", info: { title: "API", version: "1" }, paths });
  await using folder = await temporaryFolder({ "content/index.md": "# Home", "openapi/api.json": contract });
  const taken = await runCli(["sandbox", "--port", sandbox.port], { cwd: folder.path });
  expect([taken.code, taken.stdout, taken.stderr]).toEqual([
    1,
    "",
    expect.stringContaining(`port ${sandbox.port} is taken`),
  ]);
  await sandbox[Symbol.asyncDispose]();
  const none = await runCli(["sandbox", "--reset", "--port", sandbox.port], { cwd: packageRoot });
  expect([none.code, none.stderr]).toEqual([1, expect.stringContaining("no sandbox answers at")]);
});

test("--cors, --latency and --seed do what they say; a signal ends it", async () => {
  await using other = await startCommand("--cors", "off", "--latency", "80", "--seed", "other");
  const start = performance.now();
  const response = await fetch(`${other.address}/client_info/`, { headers: { origin: "http://localhost:3000" } });
  expect([response.status, response.headers.has("access-control-allow-origin")]).toEqual([403, false]);
  expect(performance.now() - start).toBeGreaterThanOrEqual(75);
  const ended = new Promise<string | null>((resolve) => other.child.once("exit", (_, signal) => resolve(signal)));
  other.child.kill("SIGINT");
  expect(await ended).toBe("SIGINT");
});

test("a folder without a contract, a broken contract and wrong options end with a sentence", async () => {
  await using folder = await temporaryFolder({ "content/index.md": "# Home" });
  const none = await runCli(["sandbox", "--root", folder.path, "--port", "0"], { cwd: folder.path });
  expect([none.code, none.stderr]).toEqual([1, expect.stringContaining("there is no contract to simulate")]);
  await folder.write({ "openapi/api.yaml": "openapi: 3.1.0\ninfo: { title: X }\npaths: none\n" });
  const broken = await runCli(["sandbox", "--port", "0"], { cwd: folder.path });
  expect([broken.code, broken.stderr]).toEqual([1, expect.stringContaining("openapi/api.yaml:3:")]);
  for (const args of [
    ["--port", "70000"],
    ["--port", "x"],
    ["--latency", "-1"],
    ["--cors", "maybe"],
    ["--sed", "1"],
  ]) {
    expect((await runCli(["sandbox", ...args], { cwd: folder.path })).code).toBe(2);
  }
});
