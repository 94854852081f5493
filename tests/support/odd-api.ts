import type { IncomingMessage, ServerResponse } from "node:http";

import { listen, type Listening } from "./listen.ts";

/** A request that an odd API has received. */
export interface SeenRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
}

export interface OddApi extends Listening {
  readonly seen: SeenRequest[];
}

export interface OddApiOptions {
  /** Lets pages of every origin read the answers. */
  readonly cors: boolean;
}

/** An API whose response to any path depends on the credentials: `big`, `html`, `slow`, … Anything else is echoed. */
export async function startOddApi({ cors }: OddApiOptions): Promise<OddApi> {
  const seen: SeenRequest[] = [];
  const server = await listen((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const body = Buffer.concat(chunks).toString("latin1");
      const { method = "", url = "", headers } = request;
      seen.push({ method, url, headers, body });
      if (cors) allow(request, response);
      if (method === "OPTIONS") response.writeHead(204).end();
      else answer(headers.authorization ?? "", response, body);
    });
  });
  return { ...server, seen };
}

function allow(request: IncomingMessage, response: ServerResponse): void {
  response.setHeader("access-control-allow-origin", request.headers.origin ?? "*");
  response.setHeader("access-control-allow-headers", request.headers["access-control-request-headers"] ?? "");
  response.setHeader("access-control-allow-methods", request.headers["access-control-request-method"] ?? "");
  response.setHeader("access-control-expose-headers", "x-request-id");
  response.setHeader("x-request-id", "42");
}

const manyRecords = () => Array.from({ length: 60_000 }, (_, id) => ({ id, word: "x".repeat(60) }));
const hostileHtml =
  '<!doctype html><script>window.hacked = true</script><img src=x onerror="window.hacked = true"><h1>Bad gateway</h1>';

function answer(kind: string, response: ServerResponse, body: string): void {
  const send = (status: number, type: string, content: string | Buffer) =>
    response.writeHead(status, { "content-type": type }).end(content);
  switch (kind) {
    case "big":
      return void send(200, "application/json", JSON.stringify({ results: manyRecords() }));
    case "html":
      return void send(502, "text/html", hostileHtml);
    case "long-number":
      return void send(200, "application/json", '{"client_id":9223372036854775807,"amount":1.10}');
    case "broken":
      return void send(200, "application/json", '{"client_id": "a",\n oops}');
    case "binary":
      return void send(200, "application/pdf", Buffer.from([0x25, 0x50, 0x44, 0x46, 0, 1, 2, 255]));
    case "redirect":
      return void response.writeHead(301, { location: "https://elsewhere.example/" }).end();
    case "silent":
      return;
    default:
      return void send(200, "application/json", JSON.stringify({ body }));
  }
}
