import { spawn } from "node:child_process";
import { networkInterfaces } from "node:os";

interface ServerAddress {
  readonly port: number;
  /** Null means this machine only. */
  readonly host: string | null;
  readonly path: string;
}

/** A server's address on its own machine: `http://localhost:4010/v1`. */
export function toLocalAddress({ port, host, path }: ServerAddress): string {
  const name = host === null || isEverywhere(host) ? "localhost" : host;
  return `http://${name.includes(":") ? `[${name}]` : name}:${port}${path}`;
}

/** A server's addresses; that on its own machine comes first. */
export function toAddresses({ port, host, path }: ServerAddress): readonly string[] {
  const local = toLocalAddress({ port, host, path });
  if (host === null || !isEverywhere(host)) return [local];
  const addresses = Object.values(networkInterfaces()).flatMap((list) => list ?? []);
  // IPv4 only: nobody types the addresses of IPv6.
  const remote = addresses.filter(({ family, internal }) => family === "IPv4" && !internal);
  return [local, ...remote.map(({ address }) => toLocalAddress({ port, host: address, path }))];
}

function isEverywhere(host: string): boolean {
  return host === "::" || host === "0.0.0.0";
}

/** Commands that open an address in a browser. */
const openers: Partial<Record<NodeJS.Platform, readonly [command: string, ...args: string[]]>> = {
  darwin: ["open"],
  win32: ["rundll32", "url.dll,FileProtocolHandler"],
};

/** Calls `onFailure` on a system without a browser. */
export function openBrowser(address: string, onFailure: () => void): void {
  const [command, ...args] = openers[process.platform] ?? ["xdg-open"];
  const child = spawn(command, [...args, address], { stdio: "ignore", detached: true });
  child.once("error", onFailure);
  child.once("exit", (code) => {
    if (code !== 0) onFailure();
  });
  child.unref();
}

/** Splits a request target; null for a target without a path (`*`). */
export function splitTarget(target: string): { readonly path: string; readonly query: string } | null {
  // A proxy sends the whole address (RFC 9112, section 3.2.2).
  const local = target.replace(/^https?:\/\/[^/?#]*/i, "");
  const [, path = "", query = ""] = /^([^?#]*)\??([^#]*)/.exec(local) ?? [];
  return path.startsWith("/") ? { path, query } : null;
}
