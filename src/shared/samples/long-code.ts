/** How many characters of one piece of code a page prints, unless it has room for less. */
export const longestCode = 50_000;

/** How many characters of a value stand in a line of text, and how many of a longer one. */
export const [longestValue, valueBeginning] = [1_000, 200];

/** As much of a piece of code as has room: whole lines, unless they are very long. */
export function beginningOf(code: string, most: number): string {
  if (code.length <= most) return code;
  const line = code.lastIndexOf("\n", most);
  return line > most / 2 ? code.slice(0, line) : code.slice(0, most).replace(/[\uD800-\uDBFF]$/, "");
}

/** `The first 400 of 9,310 lines.`, or characters where it is all one line. */
export function beginningWords(shown: string, code: string): string {
  const [some, all] = [linesIn(shown), linesIn(code)];
  return some < all
    ? `The first ${some.toLocaleString("en-US")} of ${all.toLocaleString("en-US")} lines.`
    : `The first ${shown.length.toLocaleString("en-US")} of ${code.length.toLocaleString("en-US")} characters.`;
}

export function linesIn(code: string): number {
  return code.trimEnd().split("\n").length;
}
