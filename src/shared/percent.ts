/**
 * Percent-encodes a name or value of a query (RFC 3986). Commas, colons, slashes and at signs have no meaning there, so
 * they stay readable.
 */
export function encodePart(text: string): string {
  return text.replace(/[^A-Za-z0-9\-._~/:@,]/gu, encodeCharacter);
}

/** Percent-encodes a single character, even one that `encodeURIComponent` leaves. A lone surrogate becomes U+FFFD. */
export function encodeCharacter(character: string): string {
  const text = encodeURIComponent(character.toWellFormed());
  return text.replace(/[!'()*]/g, (left) => `%${left.charCodeAt(0).toString(16).toUpperCase()}`);
}

/** Decodes percent-encoding (RFC 3986, section 2.1); null if it's malformed. */
export function decodePercent(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
