import { afterAll, beforeAll, expect, test } from "vitest";

import { packageRoot } from "#package.ts";

import { runCli } from "../support/run-cli.ts";
import { type ServeProcess, startServe } from "../support/serve-process.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

/** Starts the real command on a free port. */
async function startCommand(...args: readonly string[]): Promise<ServeProcess> {
  return startServe(["--port", "0", ...args], { command: "sandbox", cwd: packageRoot });
}

/** One sandbox for all tests that need no options of their own. */
let sandbox: ServeProcess;
/** The address of its API. */
let address = "";

beforeAll(async () => {
  sandbox = await startCommand("--auth");
  address = `${sandbox.origin}/v1/external_api`;
});

afterAll(async () => sandbox[Symbol.asyncDispose]());

const authorization = "any-value";

test("the sandbox prints its address and the calls it gets, and never prints credentials", async () => {
  const bare = await fetch(`${address}/client_info/`);
  expect(bare.status).toBe(401);
  const secret = await fetch(`${address}/client_info/?token=s3cret`, { headers: { authorization: "s3cret" } });
  expect(secret.status).toBe(400);
  // The log line may arrive after the response.
  await expect
    .poll(sandbox.output)
    .toMatch(/401 GET \/v1\/external_api\/client_info\/\n400 GET \/v1\/external_api\/client_info\/\n/);
  expect(sandbox.output()).toContain("API v1.1, simulated: http://localhost:");
  expect(sandbox.output()).toContain(`export API_BASE="${address}"`);
  expect(sandbox.output()).toContain('export API_AUTH="any-value"');
  expect(sandbox.output()).not.toContain("s3cret");
});

test("an example response is marked as one, and errors can be requested", async () => {
  const callWith = async (path: string, prefer: string): Promise<Response> =>
    fetch(address + path, { headers: { authorization, prefer } });
  expect((await callWith("/client_info/", "")).headers.get("x-sandbox")).toBe("example");
  expect((await callWith("/carriers/", "")).headers.get("x-sandbox")).toBe("simulated");
  expect((await callWith("/debtors/", "code=503")).status).toBe(503);
  const path = "/v1/external_api";
  await expect
    .poll(sandbox.output)
    .toContain(
      `200 GET ${path}/client_info/ (the documented example)\n200 GET ${path}/carriers/\n503 GET ${path}/debtors/\n`,
    );
});

test("--reset restores the running sandbox's first records, and says so if none is running", async () => {
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
  const again = await runCli(["sandbox", "--port", port], { cwd: folder.path });
  expect([again.code, again.stdout, again.stderr]).toEqual([1, "", expect.stringContaining(`port ${port} is taken`)]);
  await sandbox[Symbol.asyncDispose]();
  const none = await runCli(["sandbox", "--reset", "--port", port], { cwd: packageRoot });
  expect([none.code, none.stderr]).toEqual([1, expect.stringContaining("no sandbox answers at")]);
});

test("--cors, --latency and --seed work as documented, and a signal ends the sandbox", async () => {
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

test("a missing contract, a broken contract and wrong options each end with a one-sentence message", async () => {
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
