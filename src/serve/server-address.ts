import { spawn } from "node:child_process";
import { networkInterfaces } from "node:os";

/** Where a server listens, and below which path it answers. */
interface ServerAddress {
  readonly port: number;
  /** Null is this machine only. */
  readonly host: string | null;
  readonly path: string;
}

/** Where a server is reached from its own machine: `http://localhost:4010/v1`. */
export function toLocalAddress({ port, host, path }: ServerAddress): string {
  const name = host === null || isEverywhere(host) ? "localhost" : host;
  return `http://${name.includes(":") ? `[${name}]` : name}:${port}${path}`;
}

/** Where a server is reached, the address for its own machine first. */
export function toAddresses({ port, host, path }: ServerAddress): readonly string[] {
  const others = host !== null && isEverywhere(host) ? addressesOfMachine() : [];
  return [host, ...others].map((name) => toLocalAddress({ port, host: name, path }));
}

function isEverywhere(host: string): boolean {
  return host === "::" || host === "0.0.0.0";
}

/** What other machines of the network reach this one by (IPv4: nobody types the others). */
function addressesOfMachine(): readonly string[] {
  const addresses = Object.values(networkInterfaces()).flatMap((list) => list ?? []);
  return addresses.filter(({ family, internal }) => family === "IPv4" && !internal).map(({ address }) => address);
}

/** What opens an address in the reader's browser, by platform. */
const openers: Partial<Record<NodeJS.Platform, readonly [command: string, ...args: string[]]>> = {
  darwin: ["open"],
  win32: ["rundll32", "url.dll,FileProtocolHandler"],
};

/** Opens an address in the browser that the system prefers. `onFailure` is called when there is none. */
export function openBrowser(address: string, onFailure: () => void): void {
  const [command, ...args] = openers[process.platform] ?? ["xdg-open"];
  const child = spawn(command, [...args, address], { stdio: "ignore", detached: true });
  child.once("error", onFailure);
  child.once("exit", (code) => {
    if (code !== 0) onFailure();
  });
  child.unref();
}

/** The path and the query of a request target, below whichever base path; null when it has no path (`*`). */
export function splitTarget(target: string): { readonly path: string; readonly query: string } | null {
  // A proxy sends the whole address (RFC 9112, section 3.2.2).
  const local = target.replace(/^https?:\/\/[^/?#]*/i, "");
  const [, path = "", query = ""] = /^([^?#]*)\??([^#]*)/.exec(local) ?? [];
  return path.startsWith("/") ? { path, query } : null;
}
