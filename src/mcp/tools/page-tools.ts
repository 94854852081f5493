import { z } from "zod";

import { nearest } from "#shared/diagnostics/nearest.ts";
import { excerptOf } from "#shared/search/excerpt.ts";
import { searchKinds } from "#shared/search/search-index.ts";

import { findPage } from "../site/find-page.ts";
import { McpFault } from "../site/site-files.ts";
import { asData, fitItems, fitText, next, note, paging } from "./answer.ts";
import { addTool, type ToolContext } from "./tool.ts";

/** Finding what to read, and reading it. */
export function addPageTools(context: ToolContext): void {
  addSearch(context);
  addReadPage(context);
}

const mostHits = 20;
const longestExcerpt = 240;

const searchInput = z.object({
  query: z
    .string()
    .min(1)
    .max(200)
    .meta({ examples: ["invoice a shipment", "carrier_id", "401"] }),
  version: z.string().optional().describe("One of `versions` of list_operations; the first without it"),
  ...paging,
});

const hit = z.object({
  title: z.string(),
  kind: z.enum(searchKinds),
  trail: z.string().describe("The page it is on; of an operation, what `get_operation` takes"),
  excerpt: z.string(),
  address: z.string().describe("What `read_page` takes"),
});

const searchOutput = z.object({ note, hits: z.array(hit), didYouMean: z.array(z.string()).optional(), next });

function addSearch(context: ToolContext): void {
  const { site } = context;
  const form = {
    name: "search",
    title: "Search the documentation",
    description: "Finds guides, operations and fields by words or names, as the site's own search does. Best first.",
    ...{ input: searchInput, output: searchOutput },
  };
  addTool(context, form, async ({ query, version, ...page }) => {
    const { hits, words, typed, suggestions } = await site.search(query, mostHits, version);
    const shown = hits.map(({ title, kind, trail, text, href }) => {
      return { title, kind, trail, excerpt: excerptOf(text, words, typed).slice(0, longestExcerpt), address: href };
    });
    const rest = { note: asData, ...(suggestions.length > 0 && { didYouMean: [...suggestions] }) };
    const { items, ...more } = fitItems(rest, shown, page);
    return { ...rest, hits: [...items], ...more };
  });
}

const pageInput = z.object({
  address: z
    .string()
    .max(2_000)
    .describe("As `search` gives it; with an anchor, that section alone")
    .meta({ examples: ["/broker-api", "/broker-api#attach-documents", "/api/#post-loads"] }),
  ...paging,
});

const pageOutput = z.object({ note, address: z.string(), text: z.string().describe("Markdown"), next });

function addReadPage(context: ToolContext): void {
  const { site } = context;
  const form = {
    name: "read_page",
    title: "Read a page",
    description: "A page of the documentation in Markdown, a section of it, or what it says of an operation.",
    ...{ input: pageInput, output: pageOutput },
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
