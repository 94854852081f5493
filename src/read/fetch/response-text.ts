import { type FetchFailure, toResponseFailure } from "./fetch-failure.ts";

interface TextLimit {
  readonly address: string;
  /** In bytes, after decompression. */
  readonly limit: number;
  readonly hint: string | null;
}

/** Stops reading and closes the connection when the body exceeds the limit. */
export async function readText(
  response: Response,
  { address, limit, hint }: TextLimit,
): Promise<string | FetchFailure> {
  const bytes = await readBody(response, limit);
  if (bytes === null) return toResponseFailure(`${address} answered more than ${limit / 1_000_000} MB`, hint);
  const text = decode(bytes);
  return text ?? toResponseFailure(`${address} answered bytes that aren't UTF-8 text`, hint);
}

async function readBody(response: Response, limit: number): Promise<Uint8Array | null> {
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

function decode(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

export function isRedirect({ status }: Response): boolean {
  return [301, 302, 303, 307, 308].includes(status);
}
