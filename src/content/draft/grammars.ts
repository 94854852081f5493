import type { HighlightJs, Language, LanguageFn } from "highlight.js";
import core from "highlight.js/lib/core";
import bash from "highlight.js/lib/languages/bash";
import c from "highlight.js/lib/languages/c";
import cpp from "highlight.js/lib/languages/cpp";
import csharp from "highlight.js/lib/languages/csharp";
import css from "highlight.js/lib/languages/css";
import dart from "highlight.js/lib/languages/dart";
import diff from "highlight.js/lib/languages/diff";
import dockerfile from "highlight.js/lib/languages/dockerfile";
import elixir from "highlight.js/lib/languages/elixir";
import go from "highlight.js/lib/languages/go";
import graphql from "highlight.js/lib/languages/graphql";
import http from "highlight.js/lib/languages/http";
import ini from "highlight.js/lib/languages/ini";
import java from "highlight.js/lib/languages/java";
import javascript from "highlight.js/lib/languages/javascript";
import json from "highlight.js/lib/languages/json";
import kotlin from "highlight.js/lib/languages/kotlin";
import lua from "highlight.js/lib/languages/lua";
import makefile from "highlight.js/lib/languages/makefile";
import markdown from "highlight.js/lib/languages/markdown";
import nginx from "highlight.js/lib/languages/nginx";
import objectivec from "highlight.js/lib/languages/objectivec";
import perl from "highlight.js/lib/languages/perl";
import php from "highlight.js/lib/languages/php";
import powershell from "highlight.js/lib/languages/powershell";
import properties from "highlight.js/lib/languages/properties";
import python from "highlight.js/lib/languages/python";
import r from "highlight.js/lib/languages/r";
import ruby from "highlight.js/lib/languages/ruby";
import rust from "highlight.js/lib/languages/rust";
import scala from "highlight.js/lib/languages/scala";
import scss from "highlight.js/lib/languages/scss";
import shell from "highlight.js/lib/languages/shell";
import sql from "highlight.js/lib/languages/sql";
import swift from "highlight.js/lib/languages/swift";
import typescript from "highlight.js/lib/languages/typescript";
import xml from "highlight.js/lib/languages/xml";
import yaml from "highlight.js/lib/languages/yaml";

import type { Grammar } from "./languages.ts";

/** A grammar is made when code in its language first appears: most sites show a few of them. */
const grammars: Readonly<Record<Grammar, LanguageFn>> = {
  ...{ bash, c, cpp, csharp, css, dart, diff, dockerfile, elixir, go, graphql, http, ini, java, javascript, json },
  ...{ kotlin, lua, makefile, markdown, nginx, objectivec, perl, php, powershell, properties, python, r, ruby, rust },
  ...{ scala, scss, shell, sql, swift, typescript, xml, yaml },
};

/** Which grammars a language hands pieces of its code to. Others that could match are not tried. */
const embedded: Readonly<Record<string, readonly Grammar[]>> = {
  http: ["json", "xml"],
  xml: ["css", "javascript"],
  markdown: ["xml"],
  php: ["xml"],
  shell: ["bash"],
};

/** highlight.js with one grammar, and those that it hands pieces of its code to. */
export function createHighlightJs(grammar: Grammar): HighlightJs {
  const made = core.newInstance();
  for (const name of [grammar, ...(embedded[grammar] ?? [])]) made.registerLanguage(name, toLanguage(name));
  return made;
}

/** What the grammars of highlight.js leave plain or take for something else, and readers of an API's samples see often. */
function toLanguage(name: Grammar): LanguageFn {
  const define = grammars[name];
  if (name === "bash") return (hljs) => withFirst(define(hljs), [commandAtLineStart]);
  if (name !== "javascript" && name !== "typescript") return define;
  return (hljs) => {
    const language = define(hljs);
    // A key that begins with a capital letter is a key all the same: the grammar would call it a class.
    return withFirst(
      language,
      language.contains.filter(({ scope }) => scope === "attr"),
    );
  };
}

/** A command that is no part of the shell, which the grammar does not know. */
const commandAtLineStart = {
  scope: "title",
  begin: /^(?:curl|docs-build|jq|node|npm|npx|openssl|pip|python3)\b/,
};

function withFirst(language: Language, modes: Language["contains"]): Language {
  return { ...language, contains: [...modes, ...language.contains] };
}
