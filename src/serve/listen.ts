import { createServer, type RequestListener, type Server } from "node:http";

import { BuildError, diagnose } from "#shared/diagnostics/diagnostic.ts";

export interface ListenOptions {
  /** Null tries 3000 and the ports after it. */
  readonly port: number | null;
  /** Null is this machine only. */
  readonly host: string | null;
}

const firstPort = 3000;
const portsTried = 100;

/** `localhost` may mean either; a browser tries both. */
const loopback = ["127.0.0.1", "::1"];

/**
 * Starts to listen. Without a wish, a port that is taken is passed over for the next one.
 * @throws BuildError when the port or the host cannot be had.
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

/** One server an address, on all of them or none. An address family that the machine does not have is left out. */
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

/** Clients that send half a request and wait are let go. In milliseconds. */
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
    `cannot listen on ${host}, port ${port}: ${reason}`,
    null,
    "choose others with --host and --port",
  );
}

/** The listening server, or the system's code for why there is none. */
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
