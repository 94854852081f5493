export type Notation = "json" | "yaml";

/**
 * The notation of an answer by its content type (RFC 6839 suffixes included), and by its first character where the type
 * says nothing. Null when it is something else: a web page, say.
 */
export function detectNotation(contentType: string, text: string): Notation | null {
  const type = mediaTypeOf(contentType);
  const first = text.trimStart().charAt(0);
  if (first === "<" || !isDocumentType(contentType)) return null;
  if (/[/+]json$/.test(type)) return "json";
  if (/[/+](x-)?yaml$/.test(type)) return "yaml";
  return first === "{" ? "json" : "yaml";
}

/** True for content types that an OpenAPI document may come with. */
export function isDocumentType(contentType: string): boolean {
  const type = mediaTypeOf(contentType);
  return /[/+]json$|[/+](x-)?yaml$/.test(type) || untold.has(type);
}

/** `application/vnd.oai.openapi` is YAML or JSON; the others are what servers say of files they do not know. */
const untold = new Set([
  "",
  "text/plain",
  "application/octet-stream",
  "binary/octet-stream",
  "application/vnd.oai.openapi",
]);

function mediaTypeOf(contentType: string): string {
  return (contentType.split(";")[0] ?? "").trim().toLowerCase();
}
