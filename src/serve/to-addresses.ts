import { networkInterfaces } from "node:os";

export interface Place {
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
