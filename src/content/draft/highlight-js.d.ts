/*
 * What is used of highlight.js (tsconfig.json, `paths`): its own types bring those of browsers into every Node file.
 */

interface Mode {
  readonly scope?: string;
}

export interface Language {
  readonly contains: readonly Mode[];
}

export type LanguageFn = (hljs: unknown) => Language;

/** What takes the text and the scopes of code, one after the other. */
export interface Emitter {
  addText(text: string): void;
  openNode(scope: string): void;
  closeNode(): void;
  startScope(scope: string): void;
  endScope(): void;
  __addSublanguage(other: Emitter): void;
  finalize(): void;
  toHTML(): string;
}

export interface HighlightJs {
  newInstance(): HighlightJs;
  registerLanguage(name: string, language: LanguageFn): void;
  configure(options: { readonly __emitter: new () => Emitter }): void;
  highlight(
    code: string,
    options: { readonly language: string; readonly ignoreIllegals: boolean },
  ): { readonly _emitter: Emitter; readonly errorRaised?: Error };
}
