import type { Outcome } from "#shared/diagnostic.ts";
import type { Document } from "#shared/document.ts";
import type { Memory } from "#shared/memory.ts";

import type { DocumentParts } from "./draft/document-draft.ts";
import type { Highlight } from "./draft/highlight-code.ts";
import type { PageSource } from "./parse-document.ts";

/** What all pages of a site are made from besides their own texts. */
type Surroundings = Omit<DocumentParts, "parts">;

/** Parses the pages of a site. The libraries are loaded for the first one. */
export class DocumentParser {
  readonly #around: Surroundings;
  readonly #memory: Memory;
  #tools: ReturnType<typeof loadTools> | null = null;

  constructor(around: Surroundings, memory: Memory) {
    this.#around = around;
    this.#memory = memory;
  }

  async parse(page: PageSource, parts: DocumentParts["parts"]): Promise<Outcome<Document>> {
    const { parseDocument, sections, highlight } = await (this.#tools ??= loadTools(this.#memory));
    return parseDocument(page, { ...this.#around, parts }, { parseMarkdown: sections.parse, highlight });
  }

  /** To be called when all pages are parsed. */
  async end(): Promise<void> {
    const tools = await this.#tools;
    tools?.sections.sweep();
  }
}

async function loadTools(memory: Memory) {
  const { parseDocument } = await import("./parse-document.ts");
  const sections = await memory.keep("sections", [], async () => {
    const { SectionMemory } = await import("./section-memory.ts");
    return new SectionMemory();
  });
  return { parseDocument, sections, highlight: await loadHighlight(memory) };
}

/** The highlighter, which knows the code that it has seen. */
export async function loadHighlight({ keep }: Memory): Promise<Highlight> {
  return keep("highlighter", [], async () => (await import("./draft/highlight-code.ts")).createHighlighter());
}
