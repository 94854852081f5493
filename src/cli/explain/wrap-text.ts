/** How wide a terminal may be taken to be. */
export const columns = 100;

/** Breaks prose into lines that fit a terminal, each with the indent before it. No text, no lines. */
export function wrapText(text: string, indent = ""): readonly string[] {
  const lines: string[] = [];
  for (const word of text.split(" ").filter((part) => part !== "")) {
    const last = lines.at(-1);
    if (last === undefined || last.length + 1 + word.length > columns) lines.push(`${indent}${word}`);
    else lines[lines.length - 1] = `${last} ${word}`;
  }
  return lines;
}
