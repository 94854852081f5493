import { z } from "zod";

import type { SearchHit } from "#shared/search/search-index.ts";
import { stemOf, toTerms, toWholeNames } from "#shared/search/search-terms.ts";

import { findPage } from "../site/find-page.ts";
import type { SiteReader } from "../site/site-reader.ts";
import { version } from "./contract-tools.ts";
import { defineTool, asData, excerptIn, fitItems, fitText, paging } from "./tool.ts";

const mostHits = 20;

const search = defineTool(
  {
    name: "search",
    title: "Search the documentation",
    description:
      "Finds guides, operations and fields, best first. `address` is for read_page, the `trail` of an operation for " +
      "get_operation.",
    input: z.object({
      query: z.string().min(1).max(200).describe("Words, a name or a status"),
      version,
      ...paging,
    }),
  },
  async ({ query, version: apiVersion, ...page }, { site }) => {
    const answer = await site.search(query, mostHits, apiVersion);
    const { hits, suggestions } = answer;
    const shown = operationsFirst(hits, query).map(({ title, kind, trail, text, href }) => {
      return { title, kind, trail, excerpt: excerptIn(answer, text), address: href };
    });
    const skill = await findSkill(site, query);
    const facts = { note: asData, ...(suggestions.length > 0 && { didYouMean: suggestions }) };
    return fitItems(facts, { hits: skill === null ? shown : [skill, ...shown] }, page);
  },
);

/**
 * A question in words is usually about an action, so operations come before fields, unless a field has these very
 * words.
 */
function operationsFirst(hits: readonly SearchHit[], query: string): readonly SearchHit[] {
  const question = toTerms(query).join(" ");
  const isQuestion = query.trim().split(/\s+/).length > 2 && toWholeNames(query).length === 0;
  const saysIt = ({ title, text }: SearchHit): boolean => toTerms(`${title}\n${text}`).join(" ").includes(question);
  const isDetail = (hit: SearchHit): boolean => isQuestion && hit.kind === "field" && !saysIt(hit);
  const later = new Set(hits.filter(isDetail));
  const lastOperation = hits.findLastIndex(({ kind }) => kind === "operation");
  const [before, after] = [hits.slice(0, lastOperation + 1), hits.slice(lastOperation + 1)];
  return [...before.filter((hit) => !later.has(hit)), ...before.filter((hit) => later.has(hit)), ...after];
}

/** The advice for integrators isn't a page, so the site's search never finds it. */
async function findSkill(site: SiteReader, query: string) {
  const page = (await site.pages()).find(({ address }) => address.endsWith("/skill.md"));
  const terms = toTerms(query).map(stemOf);
  if (page === undefined || terms.length === 0) return null;
  const { title, description } = page;
  const known = new Set(toTerms(`${title} ${skillWords}`).map(stemOf));
  if (!terms.every((term) => known.has(term))) return null;
  const { baseUrl } = await site.manifest();
  return { title, kind: "page", trail: "skill.md", excerpt: description, address: `${baseUrl}skill.md` };
}

/** How to ask for the page other than by its title. */
const skillWords =
  "skill.md skills advice assistant agents integrate integration integrators start begin first rules pitfalls";

const readPage = defineTool(
  {
    name: "read_page",
    title: "Read a page",
    description:
      "A page in Markdown; with an anchor, that section, operation, schema, field, tag, scheme or webhook alone.",
    input: z.object({ address: z.string().max(2_000).describe("As search gives it"), ...paging }),
  },
  async ({ address, ...page }, { site }) => {
    const { path, text } = await findPage(site, address);
    return fitText({ note: asData, address: `/${path}` }, text, page);
  },
);

export const pageTools = [search, readPage];
