/**
 * True for addresses that a browser follows and does not run: `http:`, `https:`, `mailto:`, and relative ones.
 * Browsers drop control characters and leading spaces before they look for the scheme, and so does this (WHATWG URL, 4.4).
 */
export function isSafeUrl(url: string): boolean {
  // oxlint-disable-next-line no-control-regex -- control characters are the point
  const text = url.replace(/[\u0000-\u0020\u007f-\u009f\u00ad\u200b-\u200f\u2028\u2029\ufeff]/g, "");
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(text)?.[1];
  return scheme === undefined || ["http", "https", "mailto"].includes(scheme.toLowerCase());
}
