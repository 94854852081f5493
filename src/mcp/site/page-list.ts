/** A page that `llms.txt` lists (llmstxt.org). */
export interface ListedPage {
  readonly title: string;
  /** Empty when there is none. */
  readonly description: string;
  /** Where its Markdown is, as it is written there. */
  readonly address: string;
  readonly section: string;
}

/** The pages of an `llms.txt`, in order: not the texts that hold them once more. */
export function parsePageList(text: string): readonly ListedPage[] {
  let section = "";
  return text.split("\n").flatMap((line) => {
    section = /^## (.*)/.exec(line)?.[1] ?? section;
    const [, title, address, description = ""] = /^- \[((?:\\.|[^\\\]])+)\]\(([^)\s]+)\)(?:: (.*))?$/.exec(line) ?? [];
    if (title === undefined || address === undefined || address.endsWith(".txt")) return [];
    return [{ title: unescape(title), description: unescape(description), address, section: unescape(section) }];
  });
}

function unescape(markdown: string): string {
  return markdown.replace(/\\([!-/:-@[-`{-~])/g, "$1");
}
