/**
 * A name or value of a query, percent-encoded (RFC 3986). Commas, colons, slashes and at signs, which mean nothing there, stay
 * readable.
 */
export function encodePart(text: string): string {
  return text.replace(/[^A-Za-z0-9\-._~/:@,]/gu, encodeCharacter);
}

/** One character, with those that `encodeURIComponent` leaves; half of one is written as U+FFFD. */
export function encodeCharacter(character: string): string {
  const text = encodeURIComponent(character.replace(/\p{Surrogate}/u, "\uFFFD"));
  return text.replace(/[!'()*]/g, (left) => `%${left.charCodeAt(0).toString(16).toUpperCase()}`);
}

/** Text without its percent-encoding (RFC 3986, section 2.1); null where that is malformed. */
export function decodePercent(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
