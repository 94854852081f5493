import { afterAll, beforeAll, expect, test } from "vitest";

import { packageRoot } from "#package.ts";

import { runCli } from "../support/run-cli.ts";
import { type ServeProcess, startServe } from "../support/serve-process.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

/** Starts the real command on a port that is free. */
async function startCommand(...args: readonly string[]): Promise<ServeProcess> {
  return startServe(["--port", "0", ...args], { command: "sandbox", cwd: packageRoot });
}

/** One for all tests that need no options of their own. */
let sandbox: ServeProcess;
/** Where it has the API. */
let address = "";

beforeAll(async () => {
  sandbox = await startCommand("--auth");
  address = `${sandbox.origin}/v1/external_api`;
});

afterAll(async () => sandbox[Symbol.asyncDispose]());

const authorization = "any-value";

test("it says where it listens and what was called, and never what it was sent as credentials", async () => {
  const bare = await fetch(`${address}/client_info/`);
  expect(bare.status).toBe(401);
  const secret = await fetch(`${address}/client_info/?token=s3cret`, { headers: { authorization: "s3cret" } });
  expect(secret.status).toBe(400);
  // The line may arrive after the answer.
  await expect
    .poll(sandbox.output)
    .toMatch(/401 GET \/v1\/external_api\/client_info\/\n400 GET \/v1\/external_api\/client_info\/\n/);
  expect(sandbox.output()).toContain("API v1.1, simulated: http://localhost:");
  expect(sandbox.output()).toContain(`export API_BASE="${address}"`);
  expect(sandbox.output()).toContain('export API_AUTH="any-value"');
  expect(sandbox.output()).not.toContain("s3cret");
});

test("an answer that is an example is called one, and faults are had on demand", async () => {
  const ask = async (path: string, prefer: string): Promise<Response> =>
    fetch(address + path, { headers: { authorization, prefer } });
  expect((await ask("/client_info/", "")).headers.get("x-sandbox")).toBe("example");
  expect((await ask("/carriers/", "")).headers.get("x-sandbox")).toBe("simulated");
  expect((await ask("/debtors/", "code=503")).status).toBe(503);
  const path = "/v1/external_api";
  await expect
    .poll(sandbox.output)
    .toContain(
      `200 GET ${path}/client_info/ (the documented example)\n200 GET ${path}/carriers/\n503 GET ${path}/debtors/\n`,
    );
});

test("--reset brings back the first records of the one that runs, and says so when there is none", async () => {
  const port = String(sandbox.port);
  const call = async (method: string): Promise<Response> =>
    fetch(`${address}/broker_invoices/BI-100490/`, { method, headers: { authorization } });
  await call("DELETE");
  const reset = await runCli(["sandbox", "--reset", "--port", port], { cwd: packageRoot });
  expect(reset).toEqual({
    code: 0,
    stdout: `✓ the sandbox at ${address} has the records it started with\n`,
    stderr: "",
  });
  expect((await call("GET")).status).toBe(200);
  const paths = { "/x": { get: { responses: { "204": { description: "None." } } } } };
  const contract = JSON.stringify({ openapi: "3.1.0", info: { title: "API", version: "1" }, paths });
  await using folder = await temporaryFolder({ "content/index.md": "# Home", "openapi/api.json": contract });
  const taken = await runCli(["sandbox", "--port", port], { cwd: folder.path });
  expect([taken.code, taken.stdout, taken.stderr]).toEqual([1, "", expect.stringContaining(`port ${port} is taken`)]);
  await sandbox[Symbol.asyncDispose]();
  const none = await runCli(["sandbox", "--reset", "--port", port], { cwd: packageRoot });
  expect([none.code, none.stderr]).toEqual([1, expect.stringContaining("no sandbox answers at")]);
});

test("--cors, --latency and --seed do what they say; a signal ends it", async () => {
  await using other = await startCommand("--cors", "off", "--latency", "80", "--seed", "other");
  const start = performance.now();
  const response = await fetch(`${other.origin}/v1/external_api/client_info/`, {
    headers: { origin: "http://localhost:3000" },
  });
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
