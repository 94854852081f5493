import { escapeText } from "#content/markdown/markdown-forms.ts";
import { plural } from "#shared/english.ts";
import { groupBy } from "#shared/group-by.ts";
import type { ListedPage } from "#shared/site-manifest.ts";
import { splitBySize } from "#site/split-by-size.ts";
import type { OutputFile } from "#write/output-file.ts";

/** A page with its text and, if one file can't hold all texts, the part that has it. */
export interface PageWithText extends ListedPage {
  readonly part: TextPart;
  readonly text: Uint8Array;
}

export interface TextPart {
  readonly title: string;
  /** Its path below `llms-full/`, without the extension. */
  readonly path: string;
}

/** `llms.txt` (llmstxt.org) lists the pages, a line each; `llms-full.txt` has all their texts. */
export const llmsPaths = { list: "llms.txt", full: "llms-full.txt" } as const;

/** In bytes, for one file. A larger page gets a file of its own. */
const mostBytes = 2_000_000;

interface ListingSite {
  readonly title: string;
  readonly description: string;
  readonly addressOf: (path: string) => string;
}

/**
 * Writes the list and the texts. Texts that don't fit into one file go to parts, which the list names in its optional
 * section.
 */
export function toLlmsFiles(site: ListingSite, pages: readonly PageWithText[]): readonly OutputFile[] {
  const whole = sizeOf(pages) > mostBytes ? null : joinTexts(pages);
  const parts = whole === null ? toParts(pages) : [];
  const list = (section: string) =>
    parts.map(({ title, path, count, content }) => {
      const description = `${plural(count, "page")}, ${Math.ceil(content.byteLength / 1000)} kB`;
      return { title, description, address: site.addressOf(path), section };
    });
  return [
    { path: llmsPaths.list, content: toList(site, [...pages, ...list("Optional")]) },
    { path: llmsPaths.full, content: whole ?? toList(site, list("All pages, in parts")) },
    ...parts.map(({ path, content }) => ({ path, content })),
  ];
}

function toList(site: ListingSite, pages: readonly ListedPage[]): string {
  const lists = Array.from(
    groupBy(pages, ({ section }) => section),
    ([name, listed]) => `## ${escapeText(name)}\n\n${listed.map(toLine).join("")}`,
  );
  const summary = site.description === "" ? [] : [`> ${escapeText(site.description)}\n`];
  return [`# ${escapeText(site.title)}\n`, ...summary, ...lists].join("\n");
}

function toLine({ title, description, address }: ListedPage): string {
  return `- [${escapeText(title)}](${address})${description === "" ? "" : `: ${escapeText(description)}`}\n`;
}

function toParts(pages: readonly PageWithText[]) {
  return [...groupBy(pages, ({ part }) => part.path).values()].flatMap((group) =>
    splitBySize(group, (page) => sizeOf([page]), mostBytes).map((chunk, index) => {
      const { title = "", path = "" } = chunk[0]?.part ?? {};
      const isFirst = index === 0;
      return {
        title: isFirst ? title : `${title} (${index + 1})`,
        path: `llms-full/${path}${isFirst ? "" : `.${index + 1}`}.txt`,
        count: chunk.length,
        content: joinTexts(chunk),
      };
    }),
  );
}

function sizeOf(pages: readonly PageWithText[]): number {
  return pages.reduce((size, { text }) => size + text.byteLength + 1, 0);
}

function joinTexts(pages: readonly PageWithText[]): Uint8Array {
  const newline = Buffer.from("\n");
  return Buffer.concat(pages.flatMap(({ text }, index) => (index === 0 ? [text] : [newline, text])));
}
