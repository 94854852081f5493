/** A Markdown file's front matter and body. The body keeps the file's line numbers: the front matter's lines are left empty. */
export interface SplitSource {
  /** YAML between the `---` lines; null when the file has none. */
  readonly frontMatter: string | null;
  readonly body: string;
}

const fence = /^---[ \t]*\n([\s\S]*?)(?:^|\n)---[ \t]*(?:\n|$)/;

/** Splits a Markdown text into front matter and body. Line ends become LF. */
export function splitFrontMatter(text: string): SplitSource {
  const source = text.replace(/\r\n?/g, "\n");
  const match = fence.exec(source);
  if (match === null) return { frontMatter: null, body: source };
  const lineCount = match[0].split("\n").length - 1;
  return { frontMatter: match[1] ?? "", body: "\n".repeat(lineCount) + source.slice(match[0].length) };
}
