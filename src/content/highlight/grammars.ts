import type { Language, LanguageFn } from "highlight.js";
import dart from "highlight.js/lib/languages/dart";
import dockerfile from "highlight.js/lib/languages/dockerfile";
import elixir from "highlight.js/lib/languages/elixir";
import http from "highlight.js/lib/languages/http";
import nginx from "highlight.js/lib/languages/nginx";
import powershell from "highlight.js/lib/languages/powershell";
import properties from "highlight.js/lib/languages/properties";
import scala from "highlight.js/lib/languages/scala";
import { common, createLowlight } from "lowlight";

import type { Grammar } from "./languages.ts";

/** Grammars that lowlight's common set lacks. */
const lessCommon = { dart, dockerfile, elixir, http, nginx, powershell, properties, scala } satisfies Partial<
  Record<Grammar, LanguageFn>
>;

const grammars: Readonly<Record<string, LanguageFn>> = { ...common, ...lessCommon };

/** Grammars of embedded code by language. highlight.js would try all of them. */
const embedded: Readonly<Record<string, readonly Grammar[]>> = {
  http: ["json", "xml"],
  xml: ["css", "javascript"],
  markdown: ["xml"],
  php: ["xml"],
  shell: ["bash"],
};

export type Grammars = ReturnType<typeof createLowlight>;

/**
 * A highlighter with one grammar and the grammars of embedded code. The first code in a language makes it: most sites
 * show few languages.
 */
export function createGrammars(grammar: Grammar): Grammars {
  const names = [grammar, ...(embedded[grammar] ?? [])];
  const known = names.flatMap((name) => {
    const define = grammars[name];
    return define === undefined ? [] : [{ name, define: withMore(name, define) }];
  });
  return createLowlight(Object.fromEntries(known.map(({ name, define }) => [name, define])));
}

/** Adds what the grammars of highlight.js miss or get wrong and samples of an API show often. */
function withMore(name: string, define: LanguageFn): LanguageFn {
  if (name === "bash") return (hljs) => withFirst(define(hljs), [commandAtLineStart]);
  if (name !== "javascript" && name !== "typescript") return define;
  return (hljs) => {
    const language = define(hljs);
    // The grammar takes a key that begins with a capital letter for a class.
    return withFirst(
      language,
      language.contains.filter(({ scope }) => scope === "attr"),
    );
  };
}

/** The grammar knows only the shell's built-in commands. */
const commandAtLineStart = {
  scope: "title",
  begin: /^(?:curl|docs-build|jq|node|npm|npx|openssl|pip|python3)\b/,
};

function withFirst(language: Language, modes: Language["contains"]): Language {
  return { ...language, contains: [...modes, ...language.contains] };
}
