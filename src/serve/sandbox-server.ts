import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { setTimeout as wait } from "node:timers/promises";

import { readBody } from "#read/request-body.ts";
import {
  bodyTooLarge,
  exampleHeader,
  limits,
  type SandboxRefusal,
  type SandboxResponse,
  toEmptyResponse,
  toRefusal,
} from "#sandbox/exchange.ts";
import { createSandbox, type Sandbox, type SandboxOptions } from "#sandbox/sandbox.ts";
import { matchPath } from "#shared/contract/notation/path-template.ts";
import type { ContractSlice } from "#shared/contract/contract-slice.ts";
import type { NameValue } from "#shared/contract/request.ts";

import { listen } from "./listen.ts";
import { mcpMount } from "./mcp-site.ts";
import {
  isPreflight,
  isTrustedHost,
  kindOfOrigin,
  type OriginKind,
  toCorsHeaders,
  toPreflightHeaders,
} from "./request-origin.ts";
import { splitTarget, toLocalAddress } from "./server-address.ts";

export interface RunningSandbox extends AsyncDisposable {
  /** `http://localhost:4010/v1/external_api`, without a trailing slash. */
  readonly address: string;
}

interface SandboxServerOptions extends SandboxListenerOptions {
  readonly contract: ContractSlice;
  /** 0 takes any free port. */
  readonly port: number;
  /** A name or address to listen on; null means this machine only. */
  readonly host?: string | null;
}

/**
 * Starts a server for the sandbox alone. Pages of this machine may call it, unless `cors` forbids that.
 * @throws BuildError if the port or the host isn't available.
 */
export async function startSandbox(options: SandboxServerOptions): Promise<RunningSandbox> {
  const { contract, port, host = null, cors = true, ...behavior } = options;
  const hosts = host === null ? [] : [host.toLowerCase()];
  const listening = await listen(createSandboxListener(contract, { ...behavior, cors, hosts }), { port, host });
  return {
    address: toLocalAddress({ host, port: listening.port, path: contract.basePath }),
    [Symbol.asyncDispose]: async () => listening.close(),
  };
}

interface SandboxListenerOptions extends SandboxOptions {
  /** Lets pages of this machine and of `origins` read answers (CORS). Pages of other origins are always refused. */
  readonly cors?: boolean;
  /** More trusted origins, such as that of the published docs. */
  readonly origins?: readonly string[];
  /** Names of the machine besides `localhost` and addresses. */
  readonly hosts?: readonly string[];
  /** In milliseconds. */
  readonly latency?: number;
  /** Answers assistants if the API has nothing at their address. */
  readonly mcp?: RequestListener;
  readonly onAnswer?: (answered: Answered) => void;
  /** Called with bugs of ours; the caller got a 500. */
  readonly onBug?: (error: unknown) => void;
}

/** The printable facts of a request: its query and headers may hold credentials. */
interface Answered {
  readonly method: string;
  readonly path: string;
  readonly status: number;
  /** True if the answer is only the contract's example. */
  readonly isExample: boolean;
}

/**
 * Makes a sandbox that answers HTTP requests below the contract's base path, on its own server or another. It answers
 * any request, and never throws.
 */
export function createSandboxListener(contract: ContractSlice, options: SandboxListenerOptions = {}): RequestListener {
  const context = { sandbox: createSandbox(contract, options), basePath: contract.basePath, options };
  const { mcp, hosts = [] } = options;
  const isInApi = contract.operations.some(
    ({ path }) => matchPath(contract.basePath + path, mcpMount).kind === "match",
  );
  return (request, response) => {
    const { host, origin } = request.headers;
    const isForAssistants = mcp !== undefined && !isInApi && splitTarget(request.url ?? "")?.path === mcpMount;
    // An assistant isn't a page of another origin, and knows the machine by its name.
    const mayAsk =
      isTrustedHost(host, { names: hosts, anyAddress: true }) && kindOfOrigin({ host, origin }, []) === "own";
    if (isForAssistants && mayAsk) return mcp(request, response);
    answer(request, context)
      .catch((error: unknown) => {
        options.onBug?.(error);
        return toRefusal({ status: 500, message: "The sandbox failed. This is a bug in docs-build." });
      })
      .then((result) => result && send(result, response))
      .catch((error: unknown) => options.onBug?.(error));
  };
}

interface ListenerContext {
  readonly sandbox: Sandbox;
  readonly basePath: string;
  readonly options: SandboxListenerOptions;
}

async function answer(request: IncomingMessage, context: ListenerContext): Promise<SandboxResponse | null> {
  const { host, origin } = request.headers;
  const { cors = false, origins = [], hosts = [], latency = 0, onAnswer } = context.options;
  const kind = kindOfOrigin({ host, origin }, origins);
  const refusal = isTrustedHost(host, { names: hosts, anyAddress: true }) ? checkOrigin(kind, cors) : untrustedHost;
  if (latency > 0) await wait(latency);
  const result = refusal ? refuse(request, refusal) : await answerTrusted(request, kind, context);
  if (result?.delay !== undefined) await wait(result.delay);
  if (result)
    onAnswer?.({
      method: request.method ?? "GET",
      path: splitTarget(request.url ?? "")?.path ?? "*",
      status: result.status,
      isExample: result.headers.includes(exampleHeader),
    });
  return result;
}

const untrustedHost: SandboxRefusal = {
  status: 403,
  message: "The Host header names another machine.",
  hint: "call it as localhost or by its address, or start the sandbox with --host and the name",
};

function checkOrigin(kind: OriginKind, cors: boolean): SandboxRefusal | null {
  if (kind === "own" || (kind === "known" && cors)) return null;
  const hint = "docs-build sandbox --cors on allows pages of this machine and of the address in site.yaml";
  return { status: 403, message: "A page of another origin may not call this sandbox.", hint };
}

function refuse(request: IncomingMessage, refusal: SandboxRefusal): SandboxResponse {
  request.resume();
  return toRefusal(refusal);
}

async function answerTrusted(
  request: IncomingMessage,
  kind: OriginKind,
  context: ListenerContext,
): Promise<SandboxResponse | null> {
  const shared = kind === "known" ? toCorsHeaders(request) : [];
  if (shared.length > 0 && isPreflight(request))
    return toEmptyResponse(204, [...shared, ...toPreflightHeaders(request)]);
  const response = await answerCall(request, context);
  return response && { ...response, headers: [...response.headers, ...shared] };
}

async function answerCall(
  request: IncomingMessage,
  { sandbox, basePath }: ListenerContext,
): Promise<SandboxResponse | null> {
  const target = splitTarget(request.url ?? "");
  if (!target?.path.startsWith(`${basePath}/`)) {
    const hint = `set API_BASE to an address that ends in ${basePath}`;
    return refuse(request, { status: 404, message: `The sandbox answers below ${basePath}/.`, hint });
  }
  const body = await readBody(request, limits.bodyBytes);
  if (body === "gone") return null;
  if (body === "too large") return toRefusal({ ...bodyTooLarge, headers: [{ name: "Connection", value: "close" }] });
  const { path, query } = target;
  const address = `http://${request.headers.host ?? ""}${basePath}`;
  // Repeated headers are joined by commas (RFC 9110, section 5.3).
  const pairs = Object.entries(request.headersDistinct).map(
    ([name, values = []]) => [name, values.join(", ")] as const,
  );
  const method = request.method ?? "GET";
  return sandbox.handle({ method, path: path.slice(basePath.length), query, headers: new Map(pairs), body, address });
}

/** Added to the sandbox's own headers, against caching, sniffing and embedding. */
const commonHeaders: readonly NameValue[] = [
  { name: "Cache-Control", value: "no-store" },
  { name: "X-Content-Type-Options", value: "nosniff" },
  { name: "Cross-Origin-Resource-Policy", value: "same-origin" },
];

function send(answered: SandboxResponse, response: ServerResponse): void {
  const { status, headers, body, isCut = false } = answered;
  if (response.destroyed || response.headersSent) return;
  response.statusCode = status;
  for (const { name, value } of [...headers, ...commonHeaders]) response.setHeader(name, value);
  if (!isCut) return void response.end(response.req.method === "HEAD" ? undefined : body);
  const bytes = Buffer.from(body);
  if (bytes.length === 0) return void response.destroy();
  response.setHeader("Content-Length", bytes.length);
  response.write(bytes.subarray(0, bytes.length / 2), () => response.destroy());
}
