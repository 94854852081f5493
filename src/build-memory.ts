import type { Client } from "./assets/read-client.ts";
import type { PageFacts } from "./check/read-html.ts";
import { startHighlighter } from "./content/start-highlighter.ts";
import type { VersionedContract } from "./contract/read-contracts.ts";
import { Memo } from "./memory/memo.ts";
import { SiteMemo } from "./memory/site-memo.ts";
import type { Config } from "./model/config.ts";
import type { ContractGuide } from "./model/contract-guide.ts";
import type { Document, FrontMatter } from "./model/document.ts";
import type { LinkResolver } from "./model/link.ts";
import type { Outcome } from "./model/outcome.ts";
import type { SourceDates } from "./model/sources.ts";
import type { Templates } from "./render/load-templates.ts";

/**
 * What a build leaves to the next one of the same folder: the result of every stage, by what it was made from. A build
 * with memory gives the same bytes and findings as one without. It also keeps the highlighting thread alive, with the
 * code it has coloured.
 */
export class BuildMemory {
  readonly highlighter = startHighlighter();
  readonly files = new Memo<Promise<Uint8Array>>(Object.is);
  /** Of the first build: a commit in between changes no page. */
  readonly dates = new Memo<Promise<SourceDates>>();
  readonly config = new Memo<Outcome<Config>>();
  readonly frontMatter = new Memo<Outcome<FrontMatter>>();
  readonly linkResolver = new Memo<LinkResolver>();
  readonly contracts = new SiteMemo<Promise<Outcome<readonly VersionedContract[]>>>();
  readonly guide = new Memo<ContractGuide>();
  readonly documents = new SiteMemo<Outcome<Document>>();
  readonly client = new Memo<Promise<Client>>();
  readonly templates = new Memo<Promise<Templates>>();
  readonly pages = new Memo<Promise<PageFacts>>();

  /** Forgets what the last build did not use. */
  sweep(): void {
    const { files, frontMatter, documents, pages } = this;
    for (const memo of [files, frontMatter, documents, pages]) memo.sweep();
  }
}
