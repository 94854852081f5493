import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";

import { createMcpHandler } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";

import { readBody } from "#read/request-body.ts";
import { limits } from "#sandbox/exchange.ts";

import { createServer, type ServerParts } from "./create-server.ts";
import { SandboxSessions } from "./sandbox-sessions.ts";
import type { SiteFiles } from "./site/site-files.ts";
import { SiteReader } from "./site/site-reader.ts";

/**
 * Answers the protocol over Streamable HTTP. Each message is handled on its own, so there's no connection to resume: a
 * sandbox's answers name a session, and later calls send it. The caller decides who may connect.
 */
export function createEndpoint({ site, onBug }: Pick<ServerParts, "site" | "onBug">): RequestListener {
  const parts = { site, onBug, sessions: new SandboxSessions(), session: null, authoring: null };
  const handler = createMcpHandler(() => createServer(parts));
  return (request, response) => {
    answer(request, response, handler.fetch).catch((error: unknown) => {
      onBug(error);
      response.destroy();
    });
  };
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  fetch: (request: Request) => Promise<Response>,
): Promise<void> {
  const gone = new AbortController();
  response.once("close", () => gone.abort());
  const message = await readBody(request, limits.textBytes);
  // A client that hangs up while sending expects no answer.
  if (message === "gone") return void response.destroy();
  if (message === "too large") return void response.writeHead(413, { connection: "close" }).end();
  const { status, headers, body } = await fetch(toWebRequest(request, message, gone.signal));
  if (response.destroyed) return;
  response.writeHead(status, Object.fromEntries(headers));
  for await (const chunk of body ?? []) if (!response.destroyed) response.write(chunk);
  response.end();
}

function toWebRequest(
  { method = "GET", headers, url = "/" }: IncomingMessage,
  body: Uint8Array<ArrayBuffer>,
  signal: AbortSignal,
): Request {
  const pairs = Object.entries(headers).flatMap(([name, value]): [string, string][] =>
    value === undefined ? [] : [[name, [value].flat().join(", ")]],
  );
  // Other methods are all refused the same way, and `Request` doesn't accept some of them.
  const own = method === "POST" ? { method, body } : { method: "GET" };
  return new Request(new URL(url, "http://localhost"), { ...own, headers: pairs, signal });
}

/** Answers the protocol on standard input and output until the client closes the input. */
export async function serveOnStdio(
  files: SiteFiles,
  { authoring, onBug }: Pick<ServerParts, "authoring" | "onBug">,
): Promise<void> {
  const site = new SiteReader(files);
  const parts = { site, authoring, onBug, sessions: new SandboxSessions(), session: "own" };
  serveStdio(() => createServer(parts), { onerror: onBug });
  // A file or /dev/null ends without being closed.
  await new Promise((resolve) => process.stdin.once("end", resolve).once("close", resolve));
}
