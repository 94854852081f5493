import { spawn } from "node:child_process";
import { networkInterfaces } from "node:os";

interface Place {
  readonly port: number;
  /** Null is this machine only. */
  readonly host: string | null;
  readonly baseUrl: string;
}

/** Where a server is reached, the address for its own machine first. */
export function toAddresses({ port, host, baseUrl }: Place): readonly string[] {
  const isEverywhere = host === "::" || host === "0.0.0.0";
  const hosts = host === null || isEverywhere ? ["localhost", ...(isEverywhere ? addressesOfMachine() : [])] : [host];
  return hosts.map((name) => `http://${name.includes(":") ? `[${name}]` : name}:${port}${baseUrl}`);
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
