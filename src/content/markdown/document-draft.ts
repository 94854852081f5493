import { MarkdownBudget } from "#read/markdown-budget.ts";
import type { Sources } from "#read/sources.ts";
import type { SupportSetting } from "#settings/settings-schema.ts";
import type { SampleFault } from "#shared/conformance/sample-fault.ts";
import { diagnose, type Diagnostic, type Fix, type Position, withFix } from "#shared/diagnostics/diagnostic.ts";
import type { DiagnosticCode } from "#shared/diagnostics/diagnostic-codes.ts";
import type { CodeWord, Document, DocumentUse, FrontMatter, UncheckedSample } from "#shared/document.ts";

import type { PageContract } from "../contract/contract-index.ts";
import { checkChoice, PageContracts } from "../contract/page-contracts.ts";
import type { Highlight } from "../highlight/highlight-code.ts";
import type { LoadedDirective, OwnDirective } from "../own/own-directive.ts";
import { Placeholders } from "./placeholder.ts";
import { type Located, SourceLines } from "./source-lines.ts";

/** A page's inputs besides its own text. */
export interface DocumentParts {
  readonly parts: Sources["parts"];
  /** Each checks samples and mentions of one version of an API; `unread` if one of them has faults. */
  readonly contracts: readonly PageContract[] | "unread";
  readonly support: SupportSetting | null;
  /** Sources that the policy allows in frames. */
  readonly frames: readonly string[];
  /** The site's own directives that the page may use. */
  readonly directives: readonly OwnDirective[];
  /** All of the site's own names, whether the page uses them or not. */
  readonly own: OwnNames;
}

/** Names that a site's own templates add. */
export interface OwnNames {
  readonly directives: readonly string[];
  readonly islands: readonly string[];
}

/** Only parsing a page loads these. */
export interface DocumentTools {
  readonly highlight: Highlight;
  readonly loaded: ReadonlyMap<string, LoadedDirective>;
}

/** A document in the making, with the findings so far. */
export class DocumentDraft {
  readonly parts: DocumentParts["parts"];
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
  readonly codeWords: CodeWord[] = [];
  /** Pages load `styles/parts.css` (badges, films, tables of the contract) only if they show one of them. */
  hasParts = false;
  #tabSets = 0;

  constructor(
    { parts, contracts, support, own }: DocumentParts,
    { highlight, loaded }: DocumentTools,
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

  get names(): Document["names"] {
    return this.contracts === null || this.contracts === "unread" ? [] : this.contracts.names;
  }

  nextTabSet(): number {
    return ++this.#tabSets;
  }

  /** Reports a fault of a node, with a fix for a wrong word in its first line. */
  report(code: DiagnosticCode, fault: SampleFault, node: Located): void {
    const fix = this.lines.fixIn(node, fault.slip ?? null);
    this.reportAt(code, fault, { position: this.lines.positionOf(node), fix });
  }

  reportAt(
    code: DiagnosticCode,
    { message, hint }: SampleFault,
    { position, fix }: { readonly position: Position; readonly fix: Fix | null },
  ): void {
    this.diagnostics.push(withFix(diagnose(code, message, position, hint), fix));
  }
}
