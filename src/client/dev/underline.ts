/** The whole of what begins at a column: a link, a string, a word. */
const token = /^(?:!?\[[^\]]*\]\([^)]*\)|"[^"]*"|[^\s,;:()[\]{}]+)/;

/**
 * A line in three parts, of which the second is what a finding is about: what its message quotes, where that stands at the
 * column (from 1) or after it, else what begins there.
 */
export function underlinedIn(line: string, column: number, message: string): readonly [string, string, string] {
  const quoted = Array.from(message.matchAll(/`([^`]+)`/g), ([, text = ""]) => text);
  const places = quoted.map((text) => ({ text, start: line.indexOf(text, column - 1) }));
  const { text = "", start = column - 1 } = places.find((place) => place.start >= 0) ?? {};
  const fault = text === "" ? (token.exec(line.slice(start))?.[0] ?? line.slice(start, start + 1)) : text;
  return [line.slice(0, start), fault, line.slice(start + fault.length)];
}
