/*
 * The pictures' font, Inter, has Latin, Greek and Cyrillic. What else a text holds would be drawn as boxes.
 */
const letters = /^(?:\P{L}|[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}])*$/u;
const others = /[^\p{L}\p{M}\u0020-\u007e\u00a1-\u00ff\u2010-\u2026\u2030-\u203a\u20ac\u2122\u2190-\u2193\u2212]/gu;

/** A text as the pictures' font can draw it, without emoji and the like; null when it is of another script, or nothing is left. */
export function drawableText(text: string): string | null {
  const composed = text.normalize("NFKC");
  if (!letters.test(composed)) return null;
  const drawable = composed.replace(others, " ").replace(/\s+/g, " ").trim();
  return drawable === "" ? null : drawable;
}
