import { createServer, type RequestListener, type Server } from "node:http";

import { BuildError, diagnose } from "#shared/diagnostics/diagnostic.ts";

export interface ListenOptions {
  readonly port: number | null;
  /** Null means this machine only. */
  readonly host: string | null;
}

const usualPorts = [3000, 3099] as const;

/** `localhost` may be either address, and a browser tries both. */
const loopback = ["127.0.0.1", "::1"];

/**
 * Starts to listen. Without a given port, the first free one is used.
 * @throws BuildError if the port or the host isn't available.
 */
export async function listen(listener: RequestListener, { port, host }: ListenOptions) {
  const hosts = host === null ? loopback : [host];
  const [first, last] = port === null ? usualPorts : [port, port];
  for (let next = first; next <= last; next++) {
    const servers = await open(listener, next, hosts);
    if (servers === "taken") continue;
    const [server] = servers;
    return { port: server === undefined ? 0 : portOf(server), close: (): void => closeAll(servers) };
  }
  const [message, hint] =
    port === null
      ? [`the ports ${first} to ${last} are all taken`, "choose one with --port"]
      : [`port ${port} is taken`, "choose another with --port"];
  throw new BuildError([diagnose("serve/port", message, null, hint)]);
}

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

function unavailable(host: string, port: number, code: string) {
  const reason =
    code === "EACCES" ? "this user may not listen there" : `there is no such address on this machine (${code})`;
  const message = `can't listen on ${host}, port ${port}: ${reason}`;
  return diagnose("serve/port", message, null, "choose others with --host and --port");
}

async function start(
  listener: RequestListener,
  { port, host }: { port: number; host: string },
): Promise<Server | string> {
  const server = createServer(listener);
  return new Promise((resolve) => {
    server.once("error", (error: NodeJS.ErrnoException) => resolve(error.code ?? "EUNKNOWN"));
    server.listen({ port, host, ipv6Only: host === "::1" }, () => {
      server.removeAllListeners("error").on("error", () => undefined);
      resolve(server);
    });
  });
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
