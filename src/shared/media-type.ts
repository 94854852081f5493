/** True for the two notations of forms (WHATWG HTML, section 4.10.22). */
export function isFormType(type: string): boolean {
  return /^(?:multipart\/form-data|application\/x-www-form-urlencoded)\b/i.test(type);
}

/** True for a JSON MIME type (WHATWG MIME Sniffing, section 4.6): `application/json`, `text/json`, and what ends in `+json`. */
export function isJsonType(mediaType: string): boolean {
  return /^(?:(?:application|text)\/json|[^/]+\/[^;]+\+json)\s*(?:;|$)/i.test(mediaType.trim());
}
