import * as z from "zod";

import type { Outcome, SourceFile } from "#shared/diagnostic.ts";
import type { FrontMatter } from "#shared/document.ts";

import { parseSettings } from "./parse-settings.ts";

const nonEmpty = z.string().min(1);
const headingLevel = z.int().min(2).max(6);

/** The keys between the `---` lines of a page. `docs-build explain front-matter` prints them. */
export const frontMatterSchema = z.strictObject({
  title: nonEmpty.optional().describe("Title and only h1. Without it: the leading # heading, else the file's name."),
  description: nonEmpty.optional().describe("For search engines and link previews. Without it: the site's."),
  slug: nonEmpty
    .optional()
    .describe("The route, instead of the path: /x starts from the root, x from the folder. Without it: the path."),
  sidebar_label: nonEmpty.optional().describe("A shorter name for the navigation. Without it: the title."),
  unlisted: z
    .boolean()
    .optional()
    .describe("The page is built, but nothing leads to it and it asks not to be indexed. Without it: false."),
  aliases: z.array(z.string().startsWith("/")).optional().describe("Old paths that lead here."),
  sidebar: z.boolean().optional().describe("false keeps the sidebar off the page. Without it: true."),
  toc_min_heading_level: headingLevel
    .optional()
    .describe("The highest level of headings in the table of contents. Without it: 2."),
  toc_max_heading_level: headingLevel.optional().describe("The lowest one. Without it: 3."),
});

/** Reads the front matter of a Markdown file. With faults in it, the file is treated as having none. */
export function parseFrontMatter(source: SourceFile): Outcome<FrontMatter> {
  const { frontMatter } = splitFrontMatter(source.text);
  const parsed = parseSettings(frontMatterSchema, {
    file: source.file,
    text: frontMatter ?? "",
    firstLine: 2,
    code: "content/front-matter",
    unknownKeyCode: "content/front-matter",
    keys: Object.keys(frontMatterSchema.shape),
  });
  const settings = parsed.value.value ?? {};
  const value: FrontMatter = {
    title: settings.title ?? null,
    description: settings.description ?? null,
    slug: settings.slug ?? null,
    sidebarLabel: settings.sidebar_label ?? null,
    unlisted: settings.unlisted ?? false,
    aliases: (settings.aliases ?? []).map((path, index) => ({
      path,
      position: parsed.value.positionAt(["aliases", index]),
    })),
    sidebar: settings.sidebar ?? true,
    tocLevels: [settings.toc_min_heading_level ?? 2, settings.toc_max_heading_level ?? 3],
  };
  return { value, diagnostics: parsed.diagnostics };
}

/** A Markdown file's front matter and body. The body keeps the file's line numbers: the front matter's lines are left empty. */
interface SplitSource {
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
