import { stringify } from "yaml";

import type { OutputFile } from "#shared/files.ts";

import { type Entry, type IndexPage, routeOf } from "./sidebar.ts";

/** The page that Docusaurus makes of a category: a list of what is in it. */
export function toIndexPage(
  { route, title, description, items }: IndexPage,
  titles: ReadonlyMap<string, string>,
): OutputFile {
  const head = stringify({ title, ...(description === null ? {} : { description }) }, { lineWidth: 0 });
  const lines = items.map((entry) => toLine(entry, titles));
  const text = description === null ? "" : `${description}\n\n`;
  return {
    path: `content${route === "/" ? "/index" : route}.md`,
    content: `---\n${head}---\n\n${text}${lines.join("\n")}\n`,
  };
}

function toLine(entry: Entry, titles: ReadonlyMap<string, string>): string {
  const route = routeOf(entry);
  const label = (typeof entry === "string" ? null : entry.label) ?? titles.get(route ?? "") ?? route ?? "";
  return route === null ? `- ${label}` : `- [${label.replace(/[[\]]/g, "\\$&")}](${route})`;
}
