import { escapeText } from "#shared/markdown-forms.ts";

/** A page in Markdown, as the lists for assistants name it. */
export interface ListedPage {
  readonly title: string;
  /** Empty when there is none. */
  readonly description: string;
  /** Where its Markdown is. */
  readonly address: string;
  /** The list that it stands in. */
  readonly section: string;
}

/** `llms.txt` (llmstxt.org): what there is to read, a line a page; and `llms-full.txt`: all of it. */
export const llmsPaths = { list: "llms.txt", full: "llms-full.txt" } as const;

export function toLlmsList(
  site: { readonly title: string; readonly description: string },
  pages: readonly ListedPage[],
): string {
  const sections = new Map<string, ListedPage[]>();
  for (const page of pages) {
    const listed = sections.get(page.section);
    if (listed === undefined) sections.set(page.section, [page]);
    else listed.push(page);
  }
  const lists = Array.from(sections, ([name, listed]) => `## ${escapeText(name)}\n\n${listed.map(toLine).join("")}`);
  const summary = site.description === "" ? [] : [`> ${escapeText(site.description)}\n`];
  return [`# ${escapeText(site.title)}\n`, ...summary, ...lists].join("\n");
}

/** Texts one after the other, with an empty line between them. */
export function joinTexts(texts: readonly Uint8Array[]): Uint8Array {
  const newline = Buffer.from("\n");
  return Buffer.concat(texts.flatMap((text, place) => (place === 0 ? [text] : [newline, text])));
}

function toLine({ title, description, address }: ListedPage): string {
  return `- [${escapeText(title)}](${address})${description === "" ? "" : `: ${escapeText(description)}`}\n`;
}
