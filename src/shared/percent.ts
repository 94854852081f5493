/** Text without its percent-encoding (RFC 3986, section 2.1); null where that is malformed. */
export function decodePercent(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
