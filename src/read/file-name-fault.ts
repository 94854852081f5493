/** Why a file of that name cannot be published; null when it can. Names that are no text come from the system with U+FFFD in them. */
export function fileNameFault(name: string): string | null {
  if (name.includes("\u{FFFD}")) return "is not valid UTF-8";
  if (/\p{Cc}/u.test(name)) return `holds a control character: ${JSON.stringify(name)}`;
  return name.includes("\\") ? "holds a backslash, which browsers take for a slash" : null;
}
