import { withBoundary } from "../contract/notation/stream.ts";
import type { NameValue, RequestValue } from "../contract/request.ts";
import { encodeCharacter, encodePart } from "../percent.ts";

/**
 * The path and query of a request, percent-encoded (RFC 3986). The remaining characters have no meaning in quoted
 * strings of a shell, JavaScript or Python, and curl doesn't expand them. Commas, colons and slashes stay readable.
 */
export function toAddress({ path, query }: Pick<RequestValue, "path" | "query">): string {
  const pairs = query.map(
    ({ name, value, encoded }) => (name === "" ? "" : `${encodePart(name)}=`) + (encoded ?? encodePart(value)),
  );
  return toPath(path) + (pairs.length === 0 ? "" : `${path.includes("?") ? "&" : "?"}${pairs.join("&")}`);
}

/** The path alone; its percent-encoding stays, and so does a query that its template states. */
export function toPath(path: string): string {
  return path.replace(/%(?![\dA-Fa-f]{2})|[^A-Za-z0-9\-._~/:@,;=+&%()?]/gu, encodeCharacter);
}

/**
 * A request's headers without credentials: its own and, with a body, the media type. A form's type is left to the
 * client, which knows the boundary. A header can't contain line breaks.
 */
export function toHeaders({ headers, body }: Pick<RequestValue, "headers" | "body">): readonly NameValue[] {
  const hasType = body.kind === "json" || body.kind === "text" || body.kind === "file";
  const type = hasType
    ? [{ name: "Content-Type", value: body.kind === "text" ? withBoundary(body) : body.mediaType }]
    : [];
  return [...type, ...headers].map(({ name, value }) => ({ name: oneLine(name), value: oneLine(value) }));
}

function oneLine(text: string): string {
  return text.replace(/[\r\n\0]+/g, " ");
}
