import { Tinypool } from "tinypool";

import type { Outcome } from "#shared/diagnostics/diagnostic.ts";
import type { Document } from "#shared/document.ts";

import { highlightOnce } from "./highlight/highlight-once.ts";
import type { DocumentParts } from "./markdown/document-draft.ts";
import { loadDirectives } from "./own/own-directive.ts";
import { type PageSource, parseWithoutTimeout } from "./parse-document.ts";

/** A page to be parsed, with the parts and directives that it names. */
export interface PageTask extends Pick<DocumentParts, "parts" | "directives"> {
  readonly page: PageSource;
}

/** Inputs that all pages of a site share. */
export type SharedParts = Omit<DocumentParts, "parts" | "directives">;

/* A thread of the pool. What all pages share is handed over once, as it starts. */
const shared: SharedParts = Tinypool.workerData;
const tools = { highlight: highlightOnce };

export async function parse({ page, ...named }: PageTask): Promise<Outcome<Document>> {
  const loaded = await loadDirectives(named.directives);
  return parseWithoutTimeout(page, { ...shared, ...named }, { ...tools, loaded });
}
