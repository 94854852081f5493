import { z } from "zod";

import { searchFilePath, type SearchIndex } from "#shared/search/search-index.ts";
import { type IndexFiles, Searcher } from "#shared/search/searcher.ts";

import { parsePublished } from "./parse-published.ts";

const index = z.object({
  root: z.string(),
  ends: z.array(z.number()),
  terms: z.array(z.tuple([z.string(), z.string()])),
  records: z.array(z.tuple([z.number(), z.string()])),
  texts: z.array(z.tuple([z.number(), z.string()])),
});

const manifest = z.object({ indexes: z.array(index), synonyms: z.array(z.array(z.string())) });

const parts = {
  terms: z.array(z.tuple([z.string()]).rest(z.array(z.number()))),
  records: z.array(z.tuple([z.string(), z.string(), z.string(), z.string()])),
  texts: z.array(z.string()),
};

/** The search of one contract, and the address of its reference. */
export interface SearchOfContract extends Pick<SearchIndex, "root"> {
  readonly searcher: Searcher;
}

/** The searches that a `search.json` tells of. `read` gives the text of a part by its path. @throws McpFault */
export function readSearch(text: string, read: (path: string) => Promise<string>): readonly SearchOfContract[] {
  const { indexes, synonyms } = parsePublished("search.json", text, manifest);
  const load =
    <T>(schema: z.ZodType<T>) =>
    async (name: string): Promise<T> => {
      const path = searchFilePath(name);
      return parsePublished(path, await read(path), schema);
    };
  const files: IndexFiles = { terms: load(parts.terms), records: load(parts.records), texts: load(parts.texts) };
  return indexes.map((one) => ({ root: one.root, searcher: new Searcher(one, files, synonyms) }));
}
