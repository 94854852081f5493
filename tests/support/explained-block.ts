/** The block to copy below a heading of an explanation: its last lines before the next heading, without the indent. */
export function blockOf(text: string, heading: string): string {
  const [, section = ""] = new RegExp(`^${heading}\n([^]*?)(?=^\\S|$(?![^]))`, "m").exec(text) ?? [];
  const [, block = ""] = /\n\n([^]*?)(?:\n\n {2}A [^]*)?\n*$/.exec(section) ?? [];
  return block.replace(/^ {2}/gm, "").trimEnd();
}
