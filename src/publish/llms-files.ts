import type { OutputFile } from "#shared/files.ts";
import { escapeText } from "#shared/markdown-forms.ts";

/** A page in Markdown, as the lists for assistants name it. */
export interface ListedPage {
  readonly title: string;
  /** Empty when there is none. */
  readonly description: string;
  /** Where its Markdown is. */
  readonly address: string;
  /** The list that it stands in; null for what only the whole text holds. */
  readonly section: string;
  /** The whole file. */
  readonly content: string;
}

/** `llms.txt` (llmstxt.org): what there is to read, a line a page; and `llms-full.txt`: all of it. */
export function toLlmsFiles(
  site: { readonly title: string; readonly description: string },
  pages: readonly ListedPage[],
): readonly OutputFile[] {
  const sections = new Map<string, ListedPage[]>();
  for (const page of pages) sections.set(page.section, [...(sections.get(page.section) ?? []), page]);
  const lists = Array.from(sections, ([name, listed]) => `## ${escapeText(name)}\n\n${listed.map(toLine).join("")}`);
  const summary = site.description === "" ? [] : [`> ${escapeText(site.description)}\n`];
  const list = [`# ${escapeText(site.title)}\n`, ...summary, ...lists].join("\n");
  return [
    { path: "llms.txt", content: list },
    { path: "llms-full.txt", content: pages.map(({ content }) => content).join("\n") },
  ];
}

function toLine({ title, description, address }: ListedPage): string {
  return `- [${escapeText(title)}](${address})${description === "" ? "" : `: ${escapeText(description)}`}\n`;
}
