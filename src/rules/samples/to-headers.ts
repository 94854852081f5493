import type { NameValue, RequestValue } from "../../model/request.ts";

/**
 * The headers that a sample states, without the authentication header: the request's own and, when a body has one, its
 * media type. A form's type is left to the client, which knows the boundary. Line breaks cannot be part of a header.
 */
export function toHeaders({ headers, body }: Pick<RequestValue, "headers" | "body">): readonly NameValue[] {
  const hasType = body.kind === "json" || body.kind === "text" || body.kind === "file";
  const type = hasType ? [{ name: "Content-Type", value: body.mediaType }] : [];
  return [...type, ...headers].map(({ name, value }) => ({ name: oneLine(name), value: oneLine(value) }));
}

function oneLine(text: string): string {
  return text.replace(/[\r\n\0]+/g, " ");
}
