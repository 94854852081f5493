import type { Diagnostic } from "../model/diagnostic.ts";
import type { ContractUse, UncheckedSample } from "../model/document.ts";
import type { LinkResolver } from "../model/link.ts";
import type { SourceFile } from "../model/position.ts";
import type { Highlighter } from "./highlight.ts";
import { Placeholders } from "./placeholder.ts";
import { SourceLines } from "./source-lines.ts";

/** What the pages of a site have in common while they are parsed. */
export interface DocumentTools {
  readonly resolveLink: LinkResolver;
  readonly highlighter: Highlighter;
  /** Blocks and figures, by path relative to the root. */
  readonly parts: ReadonlyMap<string, SourceFile>;
}

/** A document while it is being made: the site's tools and what has been found so far. */
export interface Draft extends DocumentTools {
  readonly lines: SourceLines;
  readonly placeholders: Placeholders;
  readonly diagnostics: Diagnostic[];
  readonly uses: ContractUse[];
  readonly unchecked: UncheckedSample[];
  /** Numbers the sets of tabs of the page, from 1. */
  readonly nextTabSet: () => number;
}

export function createDraft(tools: DocumentTools): Draft {
  let tabSets = 0;
  return {
    ...tools,
    lines: new SourceLines(),
    placeholders: new Placeholders(),
    diagnostics: [],
    uses: [],
    unchecked: [],
    nextTabSet: () => ++tabSets,
  };
}
