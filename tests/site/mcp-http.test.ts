import { once } from "node:events";
import type { RequestListener } from "node:http";
import { connect as connectTo } from "node:net";

import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { expect, test } from "vitest";

import { createEndpoint } from "#mcp/transports.ts";
import { SiteReader } from "#mcp/site/site-reader.ts";
import { answerRequest } from "#serve/answer-request.ts";
import { createMcpListener, filesOf, mcpMount } from "#serve/mcp-site.ts";
import { startSandbox } from "#serve/sandbox-server.ts";
import { ServedSite } from "#serve/served-site.ts";

import { listen } from "../support/listen.ts";
import { type Assistant, toAssistant } from "../support/mcp-client.ts";
import { request } from "../support/raw-request.ts";
import { shippedContract } from "../support/sandbox.ts";
import { buildShippedSite } from "../support/shipped-site.ts";

/* Assistants at the addresses of `serve` and `sandbox`. */

const { files } = await buildShippedSite();

/** A served site, with extra pages next to those of this repository. */
function serveSite(pages: readonly string[] = []) {
  const site = new ServedSite(false);
  const own = pages.map((path) => ({ path, content: "a page" }));
  site.update({ baseUrl: "/", isWhole: true, files: [...files, ...own], removed: [] });
  site.takeDeferred([]);
  const complete = async (): Promise<void> => undefined;
  const onBug = (error: unknown): void => {
    throw error;
  };
  const assistants = createMcpListener(async () => filesOf(site, complete), onBug);
  const mounts = new Map<string, RequestListener>([[mcpMount, assistants]]);
  const answering = { site, hosts: { names: [], anyAddress: false }, mounts, sandbox: null, complete };
  return listen((incoming, response) => answerRequest(incoming, response, answering));
}

async function connect(port: number, mode: "legacy" | "auto"): Promise<Assistant> {
  const client = new Client({ name: "tests", version: "1" }, mode === "auto" ? { versionNegotiation: { mode } } : {});
  await client.connect(new StreamableHTTPClientTransport(new URL(`http://localhost:${port}${mcpMount}`)));
  return toAssistant(client);
}

test.each(["legacy", "auto"] as const)(
  "a client finds the site and its sandbox next to the pages (%s)",
  async (mode) => {
    await using server = await serveSite();
    await using assistant = await connect(server.port, mode);
    expect(assistant.client.getProtocolEra()).toBe(mode === "auto" ? "modern" : "legacy");
    const { tools } = await assistant.client.listTools();
    expect(tools.map(({ name }) => name)).toContain("try_request");
    // Only a process that the author starts may change the author's files.
    expect(tools.map(({ name }) => name)).not.toContain("apply_fixes");
    expect(await assistant.call("read_page", { address: "/webhooks" })).toMatchObject({ address: "/webhooks.md" });
    const path = "/carrier_relationships/";
    const body = { carrier_id: "3f0c2a94-6d1e-4b7a-9c58-2e41d7b6a803", external_id: "CARR-1042" };
    const { session, status } = await assistant.call("try_request", { method: "POST", path, body });
    expect(status).toBe(201);
    const listed = await assistant.call("try_request", { method: "GET", path, session });
    expect(listed["body"]).toContain("CARR-1042");
  },
);

const initialize = JSON.stringify({
  ...{ jsonrpc: "2.0", id: 1, method: "initialize" },
  params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "tests", version: "1" } },
});
const json = { "content-type": "application/json", accept: "application/json, text/event-stream" };

interface Ask {
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

async function statusOf(port: number, { path = mcpMount, headers = {} }: Ask = {}): Promise<number> {
  const all = { host: `localhost:${port}`, ...json, ...headers };
  return (await request({ port, path, method: "POST", headers: all, body: initialize })).status;
}

test("requests from other hosts and from pages of other origins are refused, as everywhere on this server", async () => {
  await using server = await serveSite();
  const { port } = server;
  expect(await statusOf(port)).toBe(200);
  expect(await statusOf(port, { headers: { origin: `http://localhost:${port}` } })).toBe(200);
  expect(await statusOf(port, { headers: { origin: "https://evil.example" } })).toBe(403);
  expect(await statusOf(port, { headers: { host: "evil.example" } })).toBe(403);
  expect(await statusOf(port, { headers: { "sec-fetch-site": "cross-site" } })).toBe(403);
  expect(await statusOf(port, { path: "/mcp/more" })).toBe(405);
});

test("a client that accepts HTML gets the site's page at that address", async () => {
  await using server = await serveSite(["mcp/index.html"]);
  const headers = { host: "localhost", accept: "text/html" };
  const page = await request({ port: server.port, path: mcpMount, method: "GET", headers });
  expect([page.status, page.body.toString()]).toEqual([200, "a page"]);
  const below = await request({ port: server.port, path: "/mcp/more", method: "GET", headers });
  expect(below.status).toBe(404);
});

test("a message that is too long or malformed is refused without harm", async () => {
  await using server = await serveSite();
  const { port } = server;
  const headers = { host: "localhost", ...json };
  const post = async (body: string) => (await request({ port, path: mcpMount, method: "POST", headers, body })).status;
  expect(await post("x".repeat(1_100_000))).toBe(413);
  expect(await post("{")).toBe(400);
  expect(await statusOf(port)).toBe(200);
});

test("a method that the protocol doesn't have is refused, and a client that hangs up isn't reported as a bug", async () => {
  const bugs: unknown[] = [];
  const read = async (): Promise<null> => null;
  const site = new SiteReader({ begin: async () => undefined, read });
  await using server = await listen(createEndpoint({ site, onBug: (error) => void bugs.push(error) }));
  const { port } = server;
  for (const method of ["GET", "DELETE", "TRACE", "PROPFIND"])
    expect((await request({ port, path: mcpMount, method, headers: json })).status).toBe(405);
  const socket = connectTo(port, "127.0.0.1");
  socket.write("POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\nabc");
  await once(socket, "connect");
  socket.resume().end();
  await once(socket, "close");
  expect((await request({ port, path: mcpMount, method: "GET", headers: json })).status).toBe(405);
  expect(bugs).toEqual([]);
});

test("the sandbox's own server also answers assistants, but only programs on this machine", async () => {
  const contract = await shippedContract();
  const mcp: RequestListener = (_asked, response) => response.end("assistants");
  await using sandbox = await startSandbox({ contract, port: 0, mcp });
  const port = Number(new URL(sandbox.address).port);
  const ask = async (headers: Readonly<Record<string, string>> = {}) =>
    request({ port, path: mcpMount, method: "POST", headers: { host: "localhost", ...headers }, body: "{}" });
  expect((await ask()).body.toString()).toBe("assistants");
  expect((await ask({ origin: "https://evil.example" })).status).toBe(403);
  expect((await ask({ host: "evil.example" })).status).toBe(403);
  // A page on this machine may call the simulated API, but not the tools.
  expect((await ask({ origin: "http://localhost:3000" })).body.toString()).not.toBe("assistants");
});

test("an API operation at that address takes precedence", async () => {
  const contract = await shippedContract();
  const operations = contract.operations.map((operation) => ({ ...operation, path: "/mcp" }));
  const own = { ...contract, basePath: "", operations };
  await using sandbox = await startSandbox({ contract: own, port: 0, mcp: (_asked, response) => response.end("no") });
  const port = Number(new URL(sandbox.address).port);
  const { headers } = await request({ port, path: mcpMount, method: "GET", headers: { host: "localhost" } });
  expect(headers["x-sandbox"]).toBe("example");
});
