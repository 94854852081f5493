import type { IncomingMessage } from "node:http";

/**
 * Reads the body of a request to this machine. One that's larger than the limit, in bytes, is read to its end and dropped,
 * so that a client that's still sending gets an answer; `gone` is a client that hangs up.
 */
export async function readBody(
  request: IncomingMessage,
  limit: number,
): Promise<Uint8Array<ArrayBuffer> | "too large" | "gone"> {
  const chunks: Buffer[] = [];
  let size = Number(request.headers["content-length"] ?? 0) > limit ? Infinity : 0;
  return new Promise((resolve) => {
    request.on("data", (chunk: Buffer) => {
      size += chunk.length;
      if (size <= limit) chunks.push(chunk);
      else resolve("too large");
    });
    request.on("end", () => resolve(size <= limit ? Buffer.concat(chunks) : "too large"));
    request.on("error", () => resolve("gone"));
    request.on("close", () => resolve("gone"));
  });
}
