import type { Contract } from "#shared/contract/contract.ts";

import { listen } from "./listen.ts";
import { createSandboxHandler, type SandboxHandler, type SandboxHandlerOptions } from "./sandbox-handler.ts";

export interface SandboxServerOptions extends SandboxHandlerOptions {
  readonly contract: Contract;
  /** 0 takes any that is free. */
  readonly port?: number;
  /** A name or an address to listen on; null is this machine only. */
  readonly host?: string | null;
}

/** A sandbox that listens. */
export interface RunningSandbox extends AsyncDisposable {
  /** `http://localhost:4010/v1/external_api`, without a trailing slash. */
  readonly address: string;
  readonly handler: SandboxHandler;
  readonly stop: () => void;
}

const defaultPort = 4010;

/**
 * Starts a server with nothing but the sandbox on it. Pages of this machine may call it, unless `cors` says otherwise.
 * @throws BuildError when the port or the host cannot be had.
 */
export async function startSandbox(options: SandboxServerOptions): Promise<RunningSandbox> {
  const { contract, port = defaultPort, host = null, cors = true, hosts = [], ...rest } = options;
  const handler = createSandboxHandler(contract, {
    ...rest,
    cors,
    hosts: host === null ? hosts : [...hosts, host.toLowerCase()],
  });
  const listening = await listen(handler.handle, { port, host });
  return {
    address: toSandboxAddress({ host, port: listening.port, basePath: contract.basePath }),
    handler,
    stop: listening.close,
    [Symbol.asyncDispose]: async () => listening.close(),
  };
}

export interface SandboxPlace {
  readonly host: string | null;
  readonly port: number;
  readonly basePath: string;
}

/** Where a sandbox that listens at a place is reached from this machine. */
export function toSandboxAddress({ host, port, basePath }: SandboxPlace): string {
  const isEverywhere = host === null || host === "0.0.0.0" || host === "::";
  const name = isEverywhere ? "localhost" : host.includes(":") ? `[${host}]` : host;
  return `http://${name}:${port}${basePath}`;
}
