import { gzipSync } from "node:zlib";

/** What files weigh together on their way to a reader, in bytes: gzipped. */
export async function weightOf(addresses: readonly string[]): Promise<number> {
  const sizes = await Promise.all(
    addresses.map(async (address) => gzipSync(new Uint8Array(await (await fetch(address)).arrayBuffer())).length),
  );
  return sizes.reduce((total, size) => total + size, 0);
}
