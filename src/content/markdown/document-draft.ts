import { MarkdownBudget } from "#read/markdown-budget.ts";
import type { SupportSetting } from "#shared/config.ts";
import type { SampleFault } from "#shared/conformance/sample-fault.ts";
import {
  diagnose,
  type Diagnostic,
  type Fix,
  type Position,
  type SourceFile,
  withFix,
} from "#shared/diagnostics/diagnostic.ts";
import type { DiagnosticCode } from "#shared/diagnostics/diagnostic-codes.ts";
import type { DocumentUse, FrontMatter, UncheckedSample } from "#shared/document.ts";

import type { PageContract } from "../contract/contract-index.ts";
import { checkChoice, PageContracts } from "../contract/page-contracts.ts";
import type { Highlight } from "../highlight/highlight-code.ts";
import type { LoadedDirective } from "../own/load-directives.ts";
import type { OwnDirective } from "../own/own-directive.ts";
import { Placeholders } from "./placeholder.ts";
import { type Located, SourceLines } from "./source-lines.ts";

/** What a page is made from besides its own text. */
export interface DocumentParts {
  /** Blocks and figures, by path relative to the root. */
  readonly parts: ReadonlyMap<string, SourceFile>;
  /** What samples and mentions are held against, a version of an API each; `unread` when one of them has faults. */
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

/** What is loaded only where a page is parsed. */
export interface DocumentTools {
  readonly highlight: Highlight;
  /** The directives of the site's own, by name. */
  readonly loaded: ReadonlyMap<string, LoadedDirective>;
}

/** A document while it is being made, and what has been found so far. */
export class DocumentDraft {
  readonly parts: DocumentParts["parts"];
  /** Null for a site without one. */
  readonly contracts: PageContracts | "unread" | null;
  readonly support: SupportSetting | null;
  readonly own: OwnNames;
  readonly loaded: DocumentTools["loaded"];
  readonly highlight: Highlight;
  readonly lines = new SourceLines();
  readonly budget = new MarkdownBudget();
  readonly placeholders = new Placeholders();
  readonly diagnostics: Diagnostic[] = [];
  readonly uses: DocumentUse[] = [];
  readonly unchecked: UncheckedSample[] = [];
  /** Whether the page shows something whose styles only such pages load. */
  hasParts = false;
  #tabSets = 0;

  constructor(
    { parts, contracts, support, own }: DocumentParts,
    { highlight, loaded }: Pick<DocumentTools, "highlight" | "loaded">,
    { contract }: Pick<FrontMatter, "contract">,
  ) {
    this.parts = parts;
    this.support = support;
    this.own = own;
    this.loaded = loaded;
    this.highlight = highlight;
    if (contracts === "unread") this.contracts = contracts;
    else {
      this.contracts = contracts.length === 0 ? null : new PageContracts(contracts, contract?.name ?? null);
      this.diagnostics.push(...checkChoice({ contract }, contracts));
    }
  }

  /** Numbers the sets of tabs of the page, from 1. */
  nextTabSet(): number {
    return ++this.#tabSets;
  }

  /** Reports a fault of a node; a wrong word is mended where it stands in the node's first line. */
  report(code: DiagnosticCode, fault: SampleFault, node: Located): void {
    const fix = this.lines.fixIn(node, fault.slip ?? null);
    this.reportAt(code, fault, { position: this.lines.positionOf(node), fix });
  }

  reportAt(code: DiagnosticCode, { message, hint }: SampleFault, { position, fix }: FaultPlace): void {
    this.diagnostics.push(withFix(diagnose(code, message, position, hint), fix));
  }
}

/** Where a fault is, and what mends it. */
interface FaultPlace {
  readonly position: Position;
  readonly fix: Fix | null;
}
