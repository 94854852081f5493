/** Markdown that libraries choke on, and the expected findings. It's generated, so that the file stays small. */
export interface HostileMarkdown {
  readonly name: string;
  readonly text: () => string;
  /** Part of the expected message; null if the text is harmless. */
  readonly finding: string | null;
  /** It takes long, up to a time limit, so it's in the slow layer. */
  readonly isSlow?: true;
  /** Blocks that the text includes. */
  readonly blocks?: Readonly<Record<string, string>>;
}

const lines = (count: number, line: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => line(index)).join("\n");

function table(columns: number, rows: number, cells = columns): string {
  return `${"|a".repeat(columns)}|\n${"|-".repeat(columns)}|\n${`${"|a".repeat(cells)}|\n`.repeat(rows)}`;
}

export const hostileMarkdown: readonly HostileMarkdown[] = [
  {
    name: "5,000 nested quotes",
    text: () => `${">".repeat(5000)} a`,
    finding: "nests quotes or lists more than 200 levels deep",
  },
  { name: "3,000 lists on one line", text: () => `${"* ".repeat(3000)}a`, finding: "nests quotes or lists" },
  {
    name: "1,000 lists by indentation",
    text: () => lines(1000, (depth) => `${"  ".repeat(depth)}- a`),
    finding: "nests quotes or lists",
  },
  { name: "numbered lists in quotes", text: () => `${"> 1. ".repeat(150)}a`, finding: "nests quotes or lists" },
  { name: "200 quotes", text: () => `${">".repeat(200)} a`, finding: null },
  { name: "5,000 nested <div>", text: () => "<div>".repeat(5000), finding: "is nested too deeply" },
  { name: "5,000 nested unknown elements", text: () => "<x-y>".repeat(5000), finding: "is nested too deeply" },
  {
    name: "a table of 500 by 500",
    text: () => table(500, 500),
    finding: "lines, marks and table cells; a page may have 100000",
  },
  { name: "short rows of a wide table", text: () => table(1000, 1000, 1), finding: "lines, marks and table cells" },
  { name: "a table of 100 by 100", text: () => table(100, 100), finding: null, isSlow: true },
  { name: "9 MB of one letter", text: () => "a".repeat(9_000_000), finding: "is larger than 8 MB" },
  { name: "300,000 lines", text: () => "a\n".repeat(300_000), finding: "lines, marks and table cells" },
  { name: "60,000 marks of emphasis", text: () => "*a_ ".repeat(60_000), finding: "lines, marks and table cells" },
  { name: "50,000 open brackets", text: () => "[".repeat(50_000), finding: null },
  { name: "a million spaces", text: () => `a${" ".repeat(1_000_000)}b`, finding: null, isSlow: true },
  {
    name: "formatting that is never closed",
    text: () => `<div>${lines(1000, (id) => `<b title="${id}">`)}</div>\n\n${"<p>a</p>\n".repeat(1000)}`,
    finding: "leaves 1000 formatting elements of raw HTML open",
  },
  {
    name: "one long definition, many references",
    text: () => `[a]: /${"x".repeat(100_000)}\n\n${"[a] ".repeat(1000)}`,
    finding: "repeats long link definitions too often",
  },
  {
    name: "6,000 directives",
    isSlow: true,
    text: () => "::enum{schema=A}\n\n".repeat(6000),
    finding: "holds more than 5000 directives and code blocks",
  },
  {
    name: "blocks that include ten blocks that include ten",
    text: () => "::include{file=_a0.md}",
    blocks: Object.fromEntries(
      Array.from({ length: 9 }, (_, level) => [
        `content/_a${level}.md`,
        level === 8 ? "text" : `::include{file=_a${level + 1}.md}\n\n`.repeat(10),
      ]),
    ),
    finding: "includes more than 1000 blocks",
  },
  {
    name: "blocks that include each other",
    text: () => "::include{file=_x.md}",
    blocks: { "content/_x.md": "::include{file=_x.md}" },
    finding: "a block that includes itself",
  },
  {
    name: "images in images, which take cubic time",
    text: () => `${"![".repeat(6000)}a${"](b)".repeat(6000)}`,
    isSlow: true,
    finding: "takes longer than 10 seconds",
  },
  {
    name: "2,000 backtick runs of different lengths",
    text: () => lines(300, (length) => `${"`".repeat(length + 1)} a`),
    finding: null,
  },
  {
    name: "1,000 footnotes",
    isSlow: true,
    text: () => `${lines(1000, (id) => `[^${id}] `)}\n\n${lines(1000, (id) => `[^${id}]: a\n`)}`,
    finding: null,
  },
  { name: "unclosed comments", text: () => "a <!-- ".repeat(1000), finding: null, isSlow: true },
  { name: "20,000 removed tags", text: () => "<select>\n\n".repeat(20_000), finding: null, isSlow: true },
  { name: "unclosed tags", text: () => 'a <kbd c=" '.repeat(1000), finding: null },
  {
    name: "directives in directives",
    text: () => lines(100, (depth) => `${":".repeat(103 - depth)}note`),
    finding: null,
  },
];
