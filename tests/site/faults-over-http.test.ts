import { afterAll, beforeAll, expect, test } from "vitest";

import { type RunningSandbox, startSandbox } from "#serve/sandbox-server.ts";

import { rawRequest } from "../support/raw-request.ts";
import { shippedContract } from "../support/sandbox.ts";

/* What the sandbox is asked to do wrong, as a client of HTTP has it. */
let sandbox: RunningSandbox;

beforeAll(async () => {
  sandbox = await startSandbox({ contract: await shippedContract(), port: 0 });
});
afterAll(async () => sandbox[Symbol.asyncDispose]());

/** All that comes back for a request. */
async function ask(method: string, path: string, prefer: string): Promise<string> {
  const { port, pathname } = new URL(sandbox.address);
  const head = [
    `${method} ${pathname}${path} HTTP/1.1`,
    "Host: localhost",
    `Prefer: ${prefer}`,
    "Connection: close",
  ].join("\r\n");
  return rawRequest(Number(port), `${head}\r\n\r\n`);
}

test("Prefer: cut sends half of the body that it announces, and nothing where there is none; the call has been done", async () => {
  const [head = "", body = ""] = (await ask("GET", "/broker_invoices/", "cut")).split("\r\n\r\n");
  expect(head).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
  const announced = Number(/^content-length: (\d+)$/im.exec(head)?.[1]);
  expect(announced).toBeGreaterThan(100);
  expect(body.length).toBe(Math.floor(announced / 2));
  const broken = await fetch(`${sandbox.address}/broker_invoices/`, { headers: { prefer: "cut" } });
  await expect(broken.text()).rejects.toThrow("terminated");

  expect(await ask("DELETE", "/broker_invoices/BI-100490/", "cut")).toBe("");
  expect(await ask("GET", "/broker_invoices/BI-100490/", "")).toMatch(/^HTTP\/1\.1 404 /);
  expect(await ask("HEAD", "/broker_invoices/", "cut")).not.toMatch(/\r\n\r\n./);
});

test("Prefer: delay answers no earlier, whoever gives up is not waited for, and others are answered meanwhile", async () => {
  const start = performance.now();
  expect((await fetch(`${sandbox.address}/carriers/`, { headers: { prefer: "delay=120" } })).status).toBe(200);
  expect(performance.now() - start).toBeGreaterThanOrEqual(115);

  const abort = new AbortController();
  const late = fetch(`${sandbox.address}/carriers/`, { headers: { prefer: "delay=2000" }, signal: abort.signal });
  const isLate = Promise.race([late.then(() => false), ask("GET", "/carriers/", "").then(() => true)]);
  expect(await isLate).toBe(true);
  abort.abort();
  await expect(late).rejects.toThrow("aborted");
  expect((await fetch(`${sandbox.address}/carriers/`, { headers: { prefer: "code=503" } })).status).toBe(503);
});
