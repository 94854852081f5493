/** In characters: the most that a page prints of a piece of code, unless it has less room. */
export const longestCode = 50_000;

/** In characters: the longest value in a line of text, and the part that's shown of a longer one. */
export const [longestValue, valueBeginning] = [1_000, 200];

/** The part of a piece of code that fits: whole lines, unless they're very long. */
export function beginningOf(code: string, most: number): string {
  if (code.length <= most) return code;
  const line = code.lastIndexOf("\n", most);
  return line > most / 2 ? code.slice(0, line) : code.slice(0, most).replace(/[\uD800-\uDBFF]$/, "");
}

/** `The first 400 of 9,310 lines.`, or characters if it's a single line. */
export function beginningWords(shown: string, code: string): string {
  const [some, all] = [linesIn(shown), linesIn(code)];
  return some < all
    ? `The first ${some.toLocaleString("en-US")} of ${all.toLocaleString("en-US")} lines.`
    : `The first ${shown.length.toLocaleString("en-US")} of ${code.length.toLocaleString("en-US")} characters.`;
}

export function linesIn(code: string): number {
  return code.trimEnd().split("\n").length;
}
