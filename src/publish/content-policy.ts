import { createHash } from "node:crypto";

/** What a page of the site may load besides the site's own files. */
export interface PolicyInputs {
  /** Text of the one inline script. */
  readonly inlineScript: string;
  /** Addresses of the API servers that the explorer may call. */
  readonly servers: readonly string[];
}

/**
 * The Content-Security-Policy (W3C CSP 3) of every page: the site's own files, one inline script by its hash, and
 * calls to the configured servers. It is what a `<meta>` may say; `frame-ancestors` needs a response header.
 */
export function toContentPolicy({ inlineScript, servers }: PolicyInputs): string {
  const hash = createHash("sha256").update(inlineScript).digest("base64");
  const origins = [...new Set(servers.flatMap(originOf))];
  return [
    "default-src 'none'",
    `script-src 'self' 'sha256-${hash}'`,
    "style-src 'self'",
    "img-src 'self' data:",
    ["connect-src 'self'", ...origins].join(" "),
    "base-uri 'none'",
    "form-action 'none'",
    "object-src 'none'",
  ].join("; ");
}

function originOf(address: string): string[] {
  const url = URL.canParse(address) ? new URL(address) : null;
  return url !== null && /^https?:$/.test(url.protocol) ? [url.origin] : [];
}
