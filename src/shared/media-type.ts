/** True for the two notations of forms (WHATWG HTML, section 4.10.22). */
export function isFormType(type: string): boolean {
  return /^(?:multipart\/form-data|application\/x-www-form-urlencoded)\b/i.test(type);
}

export function isMultipart(type: string): boolean {
  return type.toLowerCase().startsWith("multipart/");
}

/** True for a JSON MIME type (WHATWG MIME Sniffing, section 4.6): `application/json`, `text/json`, and what ends in `+json`. */
export function isJsonType(mediaType: string): boolean {
  return /^(?:(?:application|text)\/json|[^/]+\/[^;]+\+json)\s*(?:;|$)/i.test(mediaType.trim());
}

/** RFC 6902 */
export function isJsonPatch(mediaType: string): boolean {
  return bareType(mediaType) === "application/json-patch+json";
}

/** A media type in lower case and without its parameters: `text/html` of `Text/HTML; charset=utf-8`. */
export function bareType(mediaType: string): string {
  return (mediaType.split(";")[0] ?? "").trim().toLowerCase();
}

/** True when a type, or a range like `image/*`, accepts what is sent; parameters don't matter (RFC 9110, section 12.5.1). */
export function takesType(accepted: string, sent: string): boolean {
  const [range, type] = [bareType(accepted), bareType(sent)];
  return range === type || range === "*/*" || (range.endsWith("/*") && type.startsWith(range.slice(0, -1)));
}
