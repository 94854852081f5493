import * as z from "zod";

import { withLineFeeds } from "#read/source-text.ts";
import { diagnose, type Diagnostic, type Outcome, type SourceFile } from "#shared/diagnostics/diagnostic.ts";
import type { FrontMatter } from "#shared/document.ts";

import { parseSettings } from "./parse-settings.ts";
import { fillPositions, keyPosition, orNull, type Positions, text } from "./schema-parts.ts";

const headingLevel = z.int().min(2).max(6);

/** The keys between the `---` lines of a page. `docs-build explain front-matter` prints them. */
export const frontMatterSchema = z.strictObject({
  title: orNull(text).describe("The title and only h1. Default: the # heading at the start, or else the file's name."),
  description: orNull(text).describe("A description for search engines and link previews. Default: the site's."),
  slug: orNull(text.transform((route) => ({ route, position: keyPosition() }))).describe(
    "The page's route: /x starts from the root, x from the folder. Default: the file's path.",
  ),
  sidebar_label: orNull(text).describe("A shorter name for the navigation. Default: the title."),
  unlisted: z
    .boolean()
    .default(false)
    .describe("true builds the page without any link to it, and asks search engines not to list it. Default: false."),
  aliases: z
    .array(
      z
        .string()
        .startsWith("/")
        .transform((path) => ({ path, position: keyPosition() })),
    )
    .default([])
    .describe("Old paths that redirect here."),
  layout: orNull(z.literal("home")).describe("home makes it a front page, whose hero has the full width."),
  sidebar: z.boolean().default(true).describe("false hides the sidebar on this page. Default: true."),
  contract: orNull(text.transform((name) => ({ name, position: keyPosition() }))).describe(
    "The API or version that the page is about, by its `api:` or `id:` in site.yaml. If several have the same name, this one's counts.",
  ),
  toc_min_heading_level: headingLevel
    .default(2)
    .describe("The highest level of headings in the table of contents. Default: 2."),
  toc_max_heading_level: headingLevel.default(3).describe("The lowest level. Default: 3."),
});

interface ReadFrontMatter {
  readonly frontMatter: FrontMatter;
  /** False for invalid YAML; then only its intact lines were read. */
  readonly isReadable: boolean;
}

/** Reads a Markdown file's front matter. Valid keys count even if others have faults. */
export function parseFrontMatter(source: SourceFile): Outcome<ReadFrontMatter> {
  const yaml = splitFrontMatter(source.text).frontMatter ?? "";
  const { value: parsed, diagnostics } = parseSettings(frontMatterSchema, {
    file: source.file,
    text: yaml,
    firstLine: 2,
    code: "content/front-matter",
    unknownKeyCode: "content/front-matter",
  });
  const settings = parsed.value ?? readableLines(yaml, parsed);
  const { sidebar_label: sidebarLabel, toc_min_heading_level: least, toc_max_heading_level: most, ...own } = settings;
  const frontMatter: FrontMatter = { ...own, sidebarLabel, tocLevels: [least, most] };
  const value = { frontMatter, isReadable: parsed.value !== null };
  return { value, diagnostics: [...diagnostics, ...misplacedFence(source)] };
}

function misplacedFence({ file, text: written }: SourceFile): readonly Diagnostic[] {
  const source = withLineFeeds(written);
  const fault = (line: number, message: string, hint: string): readonly Diagnostic[] => [
    diagnose("content/front-matter", message, { file, line, column: 1 }, hint),
  ];
  if (!fence.test(source) && unclosed.test(source))
    return fault(1, "the front matter that opens here isn't closed", "write --- below its last key");
  const [above] = /^\s+(?=---[ \t]*\n[\w-]+:(?: .*)?\n)/.exec(source) ?? belowComment.exec(source) ?? [];
  if (above !== undefined) {
    const hint = above.trim() === "" ? "remove what's above it" : "move what's above it below it";
    return fault(above.split("\n").length, "front matter begins on the first line", hint);
  }
  const published = (language: string, hint: string) =>
    fault(1, `front matter of ${language} is published as text`, `write it as YAML: ${hint}`);
  if (toml.test(source)) return published("TOML", "--- for +++, `title: …` for `title = …`");
  return json.test(source) ? published("JSON", '--- for { and }, `title: …` for `"title": …,`') : [];
}

/** This matches whole front matter only, because a rule and a list can look like its beginning. */
const belowComment =
  /^(?:\s*<!--(?:(?!-->)[\s\S])*-->)+\s*\n(?=---[ \t]*\n(?:[\w-]+:(?: .*)?\n(?:[ \t-].*\n)*)+---[ \t]*(?:\n|$))/;
const json = /^\{[ \t]*\n[ \t]*"[\w-]+"[ \t]*:[^]*?\n\}[ \t]*(?:\n|$)/;
const toml = /^\+{3}[ \t]*\n(?=[\w.-]+[ \t]*=|\[|#)(?:(?!\+{3}).*\n)+\+{3}[ \t]*(?:\n|$)/;

/**
 * Reads the intact lines of broken front matter, so that a slip in another line doesn't move the page to another
 * address.
 */
function readableLines(yaml: string, positions: Positions): z.output<typeof frontMatterSchema> {
  const lines = yaml.matchAll(/^(title|slug):[ \t]+([^\s"'#&*[{|>][^\n:#]*)$/gm);
  const settings = frontMatterSchema.parse(
    Object.fromEntries(Array.from(lines, ([, key, value = ""]) => [key, value.trim()])),
  );
  fillPositions(settings, positions);
  return settings;
}

/**
 * A Markdown file's front matter and body. The body starts with an empty line for each line of the front matter, so
 * line numbers stay the file's.
 */
interface SplitSource {
  /** The YAML between the `---` lines; null without front matter. */
  readonly frontMatter: string | null;
  readonly body: string;
}

const fence = /^---[ \t]*\n((?:[\s\S]*?\n)??)---[ \t]*(?:\n|$)/;
/** An opening `---` and keys, without a closing line. */
const unclosed = /^---[ \t]*\n((?:[\w-]+:(?: .*)?\n)+)/;

/** Splits a Markdown text into front matter and body. Line ends become LF. */
export function splitFrontMatter(written: string): SplitSource {
  const source = withLineFeeds(written);
  const match = fence.exec(source) ?? unclosed.exec(source);
  if (match === null) return { frontMatter: null, body: source };
  const lineCount = match[0].split("\n").length - 1;
  return { frontMatter: match[1] ?? "", body: "\n".repeat(lineCount) + source.slice(match[0].length) };
}
