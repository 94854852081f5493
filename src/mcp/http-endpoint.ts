import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";

import { createMcpHandler } from "@modelcontextprotocol/server";

import { createServer, type ServerParts } from "./create-server.ts";
import { SandboxSessions } from "./sandbox-sessions.ts";

/** Bytes of a message: a request with its body, and no more than a sandbox takes. */
const maxMessage = 1_000_000;

/**
 * Answers the protocol over Streamable HTTP. Each message stands for itself, so that there is nothing to be resumed: what a
 * sandbox keeps is found again by the session that its answers name. Who may ask at all is the caller's to say.
 */
export function createEndpoint({ site, onBug }: Pick<ServerParts, "site" | "onBug">): RequestListener {
  const parts = { site, onBug, sessions: new SandboxSessions(), session: null, authoring: null };
  const handler = createMcpHandler(() => createServer(parts), { maxRequestBodySize: maxMessage });
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
  const { status, headers, body } = await fetch(toWebRequest(request, gone.signal));
  if (response.destroyed) return;
  response.writeHead(status, Object.fromEntries(headers));
  for await (const chunk of body ?? []) if (!response.destroyed) response.write(chunk);
  response.end();
}

function toWebRequest(request: IncomingMessage, signal: AbortSignal): Request {
  const { method = "GET", headers, url = "/" } = request;
  const pairs = Object.entries(headers).flatMap(([name, value]): [string, string][] =>
    value === undefined ? [] : [[name, [value].flat().join(", ")]],
  );
  const hasBody = method !== "GET" && method !== "HEAD";
  return new Request(new URL(url, "http://localhost"), {
    ...{ method, headers: pairs, signal },
    ...(hasBody && { body: request, duplex: "half" as const }),
  });
}
