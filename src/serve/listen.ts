import { createServer, type RequestListener, type Server } from "node:http";

import { BuildError, diagnose } from "#shared/diagnostics/diagnostic.ts";

export interface ListenOptions {
  readonly port: number | null;
  /** Null means this machine only. */
  readonly host: string | null;
}

const firstPort = 3000;
const portsTried = 100;

/** `localhost` may be either address, and a browser tries both. */
const loopback = ["127.0.0.1", "::1"];

/**
 * Starts to listen. Without a given port, the first free one is used.
 * @throws BuildError if the port or the host isn't available.
 */
export async function listen(listener: RequestListener, { port, host }: ListenOptions) {
  const hosts = host === null ? loopback : [host];
  if (port !== null) {
    const servers = await open(listener, port, hosts);
    if (servers === "taken")
      throw new BuildError([diagnose("serve/port", `port ${port} is taken`, null, "choose another with --port")]);
    return toListening(servers);
  }
  for (let next = firstPort; next < firstPort + portsTried; next++) {
    const servers = await open(listener, next, hosts);
    if (servers !== "taken") return toListening(servers);
  }
  const message = `the ports ${firstPort} to ${firstPort + portsTried - 1} are all taken`;
  throw new BuildError([diagnose("serve/port", message, null, "choose one with --port")]);
}

/** Opens a server on every address or on none, without address families that the machine lacks. */
async function open(
  listener: RequestListener,
  port: number,
  hosts: readonly string[],
): Promise<readonly Server[] | "taken"> {
  const servers: Server[] = [];
  for (const host of hosts) {
    const shared = servers[0] === undefined ? port : portOf(servers[0]);
    const result = await start(listener, { port: shared, host });
    if (typeof result !== "string") servers.push(result);
    else if (result === "EADDRINUSE") {
      closeAll(servers);
      return "taken";
    } else if (result === "EACCES" || hosts.length === 1) throw new BuildError([unavailable(host, port, result)]);
  }
  if (servers.length === 0) throw new BuildError([unavailable("localhost", port, "EADDRNOTAVAIL")]);
  return servers;
}

/** In milliseconds. They end clients that send half a request and wait. */
const timeouts = {
  headersTimeout: 5_000,
  requestTimeout: 30_000,
  keepAliveTimeout: 5_000,
  connectionsCheckingInterval: 1_000,
};

function unavailable(host: string, port: number, code: string) {
  const reason =
    code === "EACCES" ? "this user may not listen there" : `there is no such address on this machine (${code})`;
  return diagnose(
    "serve/port",
    `can't listen on ${host}, port ${port}: ${reason}`,
    null,
    "choose others with --host and --port",
  );
}

async function start(
  listener: RequestListener,
  { port, host }: { port: number; host: string },
): Promise<Server | string> {
  const server = createServer(timeouts, listener);
  return new Promise((resolve) => {
    server.once("error", (error: NodeJS.ErrnoException) => resolve(error.code ?? "EUNKNOWN"));
    server.listen({ port, host, ipv6Only: host === "::1" }, () => {
      server.removeAllListeners("error").on("error", () => undefined);
      resolve(server);
    });
  });
}

function toListening(servers: readonly Server[]) {
  const [first] = servers;
  return { port: first === undefined ? 0 : portOf(first), close: (): void => closeAll(servers) };
}

function portOf(server: Server): number {
  const address = server.address();
  return typeof address === "object" && address !== null ? address.port : 0;
}

function closeAll(servers: readonly Server[]): void {
  for (const server of servers) {
    server.close();
    server.closeAllConnections();
  }
}
