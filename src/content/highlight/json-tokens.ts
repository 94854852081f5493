/** A piece of JSON, with the scope that highlight.js gives it; null where it gives none that is colored. */
export interface JsonToken {
  readonly text: string;
  readonly scope: "attr" | "string" | "number" | "literal" | null;
}

const token = /("(?:[^"\\]|\\.)*")(?=(\s*:)?)|(true|false|null)|(-?\d[\d.eE+-]*)|\s+|[{}[\],:]+/g;

/**
 * The tokens of JSON as the grammar of highlight.js finds them, which takes twenty times as long: most code of a reference
 * is JSON. Null for what is none, and may have comments.
 */
export function jsonTokensOf(code: string): readonly JsonToken[] | null {
  if (!isJson(code)) return null;
  return Array.from(code.matchAll(token), ([text, string, colon, literal, number]) => {
    if (string !== undefined) return { text, scope: colon === undefined ? "string" : "attr" };
    return { text, scope: literal !== undefined ? "literal" : number !== undefined ? "number" : null };
  });
}

function isJson(code: string): boolean {
  try {
    JSON.parse(code);
    return true;
  } catch {
    return false;
  }
}
