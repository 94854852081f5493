import { MarkdownBudget } from "#read/markdown-budget.ts";
import type { SupportSetting } from "#shared/config.ts";
import type { SampleFault } from "#shared/conformance/sample-fault.ts";
import { diagnose, type Diagnostic, type Fix, type Position, type SourceFile, withFix } from "#shared/diagnostic.ts";
import type { DiagnosticCode } from "#shared/diagnostic-codes.ts";
import type { DocumentUse, FrontMatter, UncheckedSample } from "#shared/document.ts";

import type { PageContract } from "../contract/contract-index.ts";
import { checkChoice, PageContracts } from "../contract/page-contracts.ts";
import type { Highlight } from "../highlight/highlight-code.ts";
import type { LoadedDirective } from "../own/load-directives.ts";
import type { OwnDirective } from "../own/own-directive.ts";
import { Addresses } from "./addresses.ts";
import type { ParseMarkdown } from "./markdown.ts";
import { Placeholders } from "./placeholder.ts";
import { type Located, SourceLines } from "./source-lines.ts";

/** What a page is made from besides its own text. */
export interface DocumentParts {
  /** Blocks and figures, by path relative to the root. */
  readonly parts: ReadonlyMap<string, SourceFile>;
  /** What samples and mentions are held against, one for each API; `unread` when one of them has faults. */
  readonly contracts: readonly PageContract[] | "unread";
  /** Whom readers ask; null when the site does not say. */
  readonly support: SupportSetting | null;
  /** The sources of the pages that a page may show in a frame. */
  readonly frames: readonly string[];
  /** The directives of the site's own that the page may hold. */
  readonly directives: readonly OwnDirective[];
  /** What there is of the site's own, whether the page holds it or not. */
  readonly own: OwnNames;
}

/** The names of what a site's own templates add. */
export interface OwnNames {
  readonly directives: readonly string[];
  readonly islands: readonly string[];
}

/** What takes long, and may be remembered by who parses a page again and again. */
export interface DocumentTools {
  readonly parseMarkdown: ParseMarkdown;
  readonly highlight: Highlight;
  /** The directives of the site's own, by name. */
  readonly loaded: ReadonlyMap<string, LoadedDirective>;
}

/** A document while it is being made, and what has been found so far. */
export interface DocumentDraft {
  readonly parts: DocumentParts["parts"];
  /** Null for a site without one. */
  readonly contracts: PageContracts | "unread" | null;
  readonly support: SupportSetting | null;
  readonly own: OwnNames;
  readonly loaded: DocumentTools["loaded"];
  readonly highlight: Highlight;
  readonly lines: SourceLines;
  readonly budget: MarkdownBudget;
  readonly placeholders: Placeholders;
  readonly addresses: Addresses;
  readonly diagnostics: Diagnostic[];
  readonly uses: DocumentUse[];
  readonly unchecked: UncheckedSample[];
  /** Notes that the page shows something whose styles only such pages load. */
  readonly usePart: () => void;
  readonly hasParts: () => boolean;
  /** Numbers the sets of tabs of the page, from 1. */
  readonly nextTabSet: () => number;
  /** Reports a fault of a node; a wrong word is mended where it stands in the node's first line. */
  readonly report: (code: DiagnosticCode, fault: SampleFault, node: Located) => void;
  readonly reportAt: (code: DiagnosticCode, fault: SampleFault, place: FaultPlace) => void;
}

/** Where a fault is, and what mends it. */
export interface FaultPlace {
  readonly position: Position;
  readonly fix: Fix | null;
}

export function createDraft(
  { parts, contracts, support, own }: DocumentParts,
  { highlight, loaded }: Pick<DocumentTools, "highlight" | "loaded">,
  { contract }: Pick<FrontMatter, "contract">,
): DocumentDraft {
  let tabSets = 0;
  let hasParts = false;
  const diagnostics: Diagnostic[] = contracts === "unread" ? [] : [...checkChoice({ contract }, contracts)];
  const lines = new SourceLines();
  const reportAt: DocumentDraft["reportAt"] = (code, { message, hint }, { position, fix }) =>
    diagnostics.push(withFix(diagnose(code, message, position, hint), fix));
  return {
    parts,
    contracts: toPageContracts(contracts, contract?.api ?? null),
    support,
    own,
    loaded,
    highlight,
    lines,
    budget: new MarkdownBudget(),
    placeholders: new Placeholders(),
    addresses: new Addresses(),
    diagnostics,
    uses: [],
    unchecked: [],
    usePart: () => (hasParts = true),
    hasParts: () => hasParts,
    nextTabSet: () => ++tabSets,
    report: (code, fault, node) =>
      reportAt(code, fault, { position: lines.positionOf(node), fix: lines.fixIn(node, fault.slip ?? null) }),
    reportAt,
  };
}

function toPageContracts(contracts: DocumentParts["contracts"], chosen: string | null): DocumentDraft["contracts"] {
  if (contracts === "unread") return contracts;
  return contracts.length === 0 ? null : new PageContracts(contracts, chosen);
}
