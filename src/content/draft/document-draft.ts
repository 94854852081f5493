import type { Root as MdastRoot } from "mdast";

import type { ContractGuide, SampleFault } from "#shared/conformance/contract-guide.ts";
import type { DiagnosticCode } from "#shared/diagnostic-codes.ts";
import { diagnose, type Diagnostic, type Position, type SourceFile } from "#shared/diagnostic.ts";
import type { ContractUse, UncheckedSample } from "#shared/document.ts";
import type { LinkResolver } from "#shared/link.ts";

import { ContractIndex } from "./contract-index.ts";
import { MarkdownBudget } from "./markdown-budget.ts";
import { Placeholders } from "./placeholder.ts";
import { SourceLines } from "./source-lines.ts";

/** What the pages of a site have in common while they are parsed. */
export interface DocumentTools {
  /** `parseMarkdown`, or one that remembers. */
  readonly parseMarkdown: (text: string) => MdastRoot;
  readonly resolveLink: LinkResolver;
  /** Blocks and figures, by path relative to the root. */
  readonly parts: ReadonlyMap<string, SourceFile>;
  /** The contract that samples and mentions are held against; null for a site without one, `unread` when it has faults. */
  readonly guide: ContractGuide | "unread" | null;
}

/** A document while it is being made: the site's tools and what has been found so far. */
export interface Draft extends DocumentTools {
  readonly index: ContractIndex | null;
  readonly lines: SourceLines;
  readonly budget: MarkdownBudget;
  readonly placeholders: Placeholders;
  readonly diagnostics: Diagnostic[];
  readonly uses: ContractUse[];
  readonly unchecked: UncheckedSample[];
  /** Numbers the sets of tabs of the page, from 1. */
  readonly nextTabSet: () => number;
  readonly report: (code: DiagnosticCode, fault: SampleFault, position: Position) => void;
}

export function createDraft(tools: DocumentTools): Draft {
  let tabSets = 0;
  const diagnostics: Diagnostic[] = [];
  const { guide } = tools;
  return {
    ...tools,
    index: guide === null || guide === "unread" ? null : new ContractIndex(guide),
    lines: new SourceLines(),
    budget: new MarkdownBudget(),
    placeholders: new Placeholders(),
    diagnostics,
    uses: [],
    unchecked: [],
    nextTabSet: () => ++tabSets,
    report: (code, { message, hint }, position) => diagnostics.push(diagnose(code, message, position, hint)),
  };
}
