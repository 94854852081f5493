import { z } from "zod";

import { nearest } from "#shared/diagnostics/nearest.ts";
import { excerptOf } from "#shared/search/excerpt.ts";

import { findPage } from "../site/find-page.ts";
import { McpFault } from "../site/site-files.ts";
import { asData, fitItems, fitText, paging } from "./answer.ts";
import { version } from "./contract-tools.ts";
import { addTool, type ToolContext } from "./tool.ts";

/** Finding what to read, and reading it. */
export function addPageTools(context: ToolContext): void {
  addSearch(context);
  addReadPage(context);
}

const mostHits = 20;
const longestExcerpt = 240;

const searchInput = z.object({
  query: z.string().min(1).max(200).describe("Words, a name or a status"),
  version,
  ...paging,
});

function addSearch(context: ToolContext): void {
  const { site } = context;
  const form = {
    name: "search",
    title: "Search the documentation",
    description:
      "Finds guides, operations and fields, best first. `address` is for read_page, the `trail` of an operation for " +
      "get_operation.",
    input: searchInput,
  };
  addTool(context, form, async ({ query, version: asked, ...page }) => {
    const { hits, words, typed, suggestions } = await site.search(query, mostHits, asked);
    const shown = hits.map(({ title, kind, trail, text, href }) => {
      return { title, kind, trail, excerpt: excerptOf(text, words, typed).slice(0, longestExcerpt), address: href };
    });
    const rest = { note: asData, ...(suggestions.length > 0 && { didYouMean: [...suggestions] }) };
    const { items, ...more } = fitItems(rest, shown, page);
    return { ...rest, hits: [...items], ...more };
  });
}

const pageInput = z.object({ address: z.string().max(2_000).describe("As search gives it"), ...paging });

function addReadPage(context: ToolContext): void {
  const { site } = context;
  const form = {
    name: "read_page",
    title: "Read a page",
    description:
      "A page in Markdown; with an anchor, that section, operation, schema, field, tag, scheme or webhook alone.",
    input: pageInput,
  };
  addTool(context, form, async ({ address, ...page }) => {
    const found = await findPage(site, address);
    if (found === null) {
      const known = (await site.pages()).map((listed) => listed.address.replace(/\.md$/, ""));
      const meant = nearest(address, known);
      throw new McpFault(
        `There is no page at ${address}.${meant === null ? " Use search." : ` Did you mean ${meant}?`}`,
      );
    }
    const rest = { note: asData, address: `/${found.path}` };
    return { ...rest, ...fitText(rest, found.text, page) };
  });
}
