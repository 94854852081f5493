/** True for `application/json` and its relatives (RFC 6838, structured syntax suffixes). */
export function isJsonType(mediaType: string): boolean {
  return /^(?:application\/json|[^/]+\/[^;]+\+json)\s*(?:;|$)/i.test(mediaType.trim());
}
