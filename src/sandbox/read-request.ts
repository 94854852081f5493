import type { IncomingMessage } from "node:http";

import { limits } from "./limits.ts";

/** The path and the query of a request target, below whichever base path; null when it has no path (`*`). */
export function splitTarget(target: string): { readonly path: string; readonly query: string } | null {
  // A proxy sends the whole address (RFC 9112, section 3.2.2).
  const local = target.replace(/^https?:\/\/[^/?#]*/i, "");
  const [, path = "", query = ""] = /^([^?#]*)\??([^#]*)/.exec(local) ?? [];
  return path.startsWith("/") ? { path, query } : null;
}

export type ReceivedBody =
  | { readonly kind: "bytes"; readonly bytes: Uint8Array }
  /** The rest is read and thrown away, so that a client that is still sending gets its answer. */
  | { readonly kind: "too-large" }
  /** The client hung up: nobody waits for an answer. */
  | { readonly kind: "gone" };

export async function readBody(request: IncomingMessage): Promise<ReceivedBody> {
  const chunks: Buffer[] = [];
  let size = Number(request.headers["content-length"] ?? 0) > limits.bodyBytes ? Infinity : 0;
  return new Promise((resolve) => {
    request.on("data", (chunk: Buffer) => {
      size += chunk.length;
      if (size <= limits.bodyBytes) chunks.push(chunk);
      else resolve({ kind: "too-large" });
    });
    request.on("end", () =>
      resolve(size <= limits.bodyBytes ? { kind: "bytes", bytes: Buffer.concat(chunks) } : { kind: "too-large" }),
    );
    request.on("error", () => resolve({ kind: "gone" }));
    request.on("close", () => resolve({ kind: "gone" }));
  });
}

/** Headers by lower-case name; one that came several times is joined by commas (RFC 9110, section 5.3). */
export function toHeaders({ headersDistinct }: IncomingMessage): ReadonlyMap<string, string> {
  return new Map(Object.entries(headersDistinct).map(([name, values]) => [name, (values ?? []).join(", ")] as const));
}
