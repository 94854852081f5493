/*
 * The used part of highlight.js (tsconfig.json, `paths`): its own types would bring those of browsers into every Node
 * file.
 */

interface Mode {
  readonly scope?: string;
}

export interface Language {
  readonly contains: readonly Mode[];
}

export type LanguageFn = (hljs: unknown) => Language;
