import type { Highlight } from "./draft/highlight-code.ts";

/**
 * A highlighter whose library is loaded when code first wants it. Loading takes a moment and pages are parsed in one go:
 * so the first page with code that is parsed before that ends with this error, and is parsed again.
 */
export class HighlighterMissing extends Error {
  override readonly name = "HighlighterMissing";
}

export class LazyHighlighter {
  #loaded: Highlight | null = null;

  /** @throws HighlighterMissing before it is loaded. */
  readonly highlight: Highlight = (code, language, marked) => {
    if (this.#loaded === null) throw new HighlighterMissing();
    return this.#loaded(code, language, marked);
  };

  async load(): Promise<Highlight> {
    const { createHighlighter } = await import("./draft/highlight-code.ts");
    this.#loaded ??= createHighlighter();
    return this.#loaded;
  }
}
