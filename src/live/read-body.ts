/**
 * Reads a body up to a limit of bytes, as they are after decompression. Null when there is more: the rest is not read,
 * and the connection is closed.
 */
export async function readBody(response: Response, limit: number): Promise<Uint8Array | null> {
  const stated = Number(response.headers.get("content-length") ?? 0);
  if (stated > limit) {
    await response.body?.cancel();
    return null;
  }
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength;
    if (size > limit) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
