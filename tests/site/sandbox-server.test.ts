import { connect, type Socket } from "node:net";

import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";

import { resetPath } from "#sandbox/exchange.ts";
import { createSandboxListener, type RunningSandbox, startSandbox } from "#serve/sandbox-server.ts";
import type { Contract } from "#shared/contract/contract.ts";

import { listen } from "../support/listen.ts";
import { rawRequest } from "../support/raw-request.ts";
import { shippedContract } from "../support/sandbox.ts";

let contract: Contract;
let sandbox: RunningSandbox;
const bugs: unknown[] = [];

beforeAll(async () => {
  contract = await shippedContract();
  sandbox = await startSandbox({
    contract,
    port: 0,
    origins: ["https://docs.example.com"],
    onBug: (error) => bugs.push(error),
  });
});
beforeEach(async () => fetch(sandbox.address + resetPath, { method: "POST" }));
afterAll(async () => {
  await sandbox[Symbol.asyncDispose]();
  expect(bugs).toEqual([]);
});

const portOf = ({ address }: RunningSandbox): number => Number(new URL(address).port);

async function open(port: number, text: string): Promise<Socket> {
  const socket = connect(port, "127.0.0.1");
  socket.on("error", () => undefined);
  await new Promise((resolve) => socket.once("connect", resolve));
  socket.write(text);
  return socket;
}

async function fetchStatus(path: string, init: RequestInit = {}): Promise<number> {
  const response = await fetch(sandbox.address + path, init);
  await response.text();
  return response.status;
}

test("it answers below the base path, on both addresses of localhost, and its page links use the requested address", async () => {
  const port = portOf(sandbox);
  expect(sandbox.address).toBe(`http://localhost:${port}/v1/external_api`);
  expect(await fetchStatus("/client_info/")).toBe(200);
  const page = await fetch(`http://127.0.0.1:${port}/v1/external_api/broker_invoices/?page=1&page_size=2`);
  expect(await page.json()).toMatchObject({
    next: `http://127.0.0.1:${port}/v1/external_api/broker_invoices/?page=2&page_size=2`,
  });
  const outside = await fetch(`http://localhost:${port}/client_info/`);
  expect([outside.status, await outside.json()]).toEqual([
    404,
    expect.objectContaining({ message: "The sandbox answers below /v1/external_api/." }),
  ]);
});

test("responses are JSON with headers against caching, type sniffing and embedding", async () => {
  const response = await fetch(`${sandbox.address}/nowhere/`);
  expect(Object.fromEntries(response.headers)).toMatchObject({
    "cache-control": "no-store",
    "content-type": "application/json",
    "cross-origin-resource-policy": "same-origin",
    "x-content-type-options": "nosniff",
    "x-sandbox": "simulated",
  });
  expect(await response.json()).toHaveProperty("message");
});

test("pages from this machine and the published docs may call it; pages from elsewhere are refused", async () => {
  for (const origin of ["http://localhost:3000", "https://docs.example.com"]) {
    const response = await fetch(`${sandbox.address}/client_info/`, { headers: { origin } });
    expect([
      response.status,
      response.headers.get("access-control-allow-origin"),
      response.headers.get("vary"),
    ]).toEqual([200, origin, "Origin"]);
    const preflight = await fetch(`${sandbox.address}/loads/`, {
      method: "OPTIONS",
      headers: {
        origin,
        "access-control-request-method": "POST",
        "access-control-request-headers": "authorization,content-type",
      },
    });
    expect([preflight.status, preflight.headers.get("access-control-allow-headers")]).toEqual([
      204,
      "authorization,content-type",
    ]);
  }
  const form = new FormData();
  form.append("category", "Other");
  for (const origin of ["https://evil.example", "null"]) {
    const response = await fetch(`${sandbox.address}/broker_invoices/BI-100490/attachments`, {
      method: "POST",
      headers: { origin },
      body: form,
    });
    expect([response.status, response.headers.has("access-control-allow-origin")]).toEqual([403, false]);
  }
  expect(await fetchStatus("/client_info/", { headers: { origin: new URL(sandbox.address).origin } })).toBe(200);
});

async function getAt(host: string): Promise<string> {
  return rawRequest(
    portOf(sandbox),
    `GET /v1/external_api/client_info/ HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`,
  );
}

test("a Host header of another machine is refused: DNS rebinding", async () => {
  expect(await getAt(`evil.example:${portOf(sandbox)}`)).toMatch(/^HTTP\/1\.1 403 /);
  expect(await getAt(`localhost:${portOf(sandbox)}`)).toMatch(/^HTTP\/1\.1 200 /);
});

test.each([
  [
    "a broken chunk",
    "POST /v1/external_api/loads/ HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
  ],
  ["an invalid target", "GET * HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"],
  [
    "a target with raw bytes",
    "GET /v1/external_api/loads/\xff\xfe/ HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n",
  ],
  [
    "a target above the root",
    "GET /v1/external_api/../../../../etc/passwd HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n",
  ],
  [
    "a target with broken escapes",
    "GET /v1/external_api/loads/%zz%/?page=%zz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n",
  ],
  [
    "an upgrade",
    "GET /v1/external_api/loads/none/ HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade, close\r\nUpgrade: websocket\r\n\r\n",
  ],
  ["a WebDAV method", "PROPFIND /v1/external_api/loads/ HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"],
])("a request with %s gets a 4xx status, and the sandbox keeps running", async (_, text) => {
  expect(await rawRequest(portOf(sandbox), text)).toMatch(/^HTTP\/1\.1 4\d\d /);
  expect(await fetchStatus("/client_info/")).toBe(200);
});

test("CONNECT and clients that disconnect midway do no harm", async () => {
  await rawRequest(portOf(sandbox), "CONNECT evil.example:80 HTTP/1.1\r\nHost: evil.example:80\r\n\r\n");
  for (let count = 0; count < 20; count += 1) {
    const socket = await open(
      portOf(sandbox),
      "POST /v1/external_api/loads/ HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\n{",
    );
    socket.destroy();
  }
  expect(await fetchStatus("/client_info/")).toBe(200);
});

test("a body that is too large gets a 413, with or without a declared length", async () => {
  const large = Buffer.alloc(12_000_000, "x");
  const headers = { "content-type": "application/json" };
  expect(await fetchStatus("/loads/", { method: "POST", headers, body: large })).toBe(413);
  const stream = new Blob([large]).stream();
  expect(await fetchStatus("/loads/", { method: "POST", headers, body: stream, duplex: "half" })).toBe(413);
  expect(await fetchStatus("/client_info/")).toBe(200);
});

test("mounted on another server, it answers below its base path, and reports calls without their query", async () => {
  const lines: string[] = [];
  const listener = createSandboxListener(contract, {
    onAnswer: ({ method, path, status }) => lines.push(`${status} ${method} ${path}`),
  });
  await using server = await listen((request, response) => {
    if (request.url?.startsWith("/v1/")) listener(request, response);
    else response.end("docs");
  });
  const { origin } = server;
  expect(await (await fetch(origin)).text()).toBe("docs");
  expect((await fetch(`${origin}/v1/external_apis/`)).status).toBe(404);
  expect((await fetch(`${origin}/v1/external_api/client_info/?token=secret`, { headers: { origin } })).status).toBe(
    400,
  );
  expect(
    (await fetch(`${origin}/v1/external_api/client_info/`, { headers: { origin: "http://localhost:1" } })).status,
  ).toBe(403);
  expect(lines).toEqual([
    "404 GET /v1/external_apis/",
    "400 GET /v1/external_api/client_info/",
    "403 GET /v1/external_api/client_info/",
  ]);
});

/** The whole response to a request, as text. */
async function ask(method: string, path: string, prefer: string): Promise<string> {
  const head = `${method} /v1/external_api${path} HTTP/1.1\r\nHost: localhost\r\nPrefer: ${prefer}\r\nConnection: close`;
  return rawRequest(portOf(sandbox), `${head}\r\n\r\n`);
}

test("Prefer: cut performs the call, and sends half the body or closes without a response", async () => {
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

test("Prefer: delay waits as long as asked, stops if the client gives up, and doesn't hold up other calls", async () => {
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
