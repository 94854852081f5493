import type { Contract } from "#shared/contract/contract.ts";

import { listen } from "./listen.ts";
import { createSandboxHandler, type SandboxHandler, type SandboxHandlerOptions } from "./sandbox-handler.ts";
import { toLocalAddress } from "./server-address.ts";

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
    address: toLocalAddress({ host, port: listening.port, path: contract.basePath }),
    handler,
    stop: listening.close,
    [Symbol.asyncDispose]: async () => listening.close(),
  };
}
