import { Composer, Lexer, Parser, type Document } from "yaml";
import { Conversion } from "./convert-yaml.ts";
import { limits, mostTokens, tooDense } from "./limits.ts";
import type { Origins } from "./origins.ts";
import type { ParsedFile } from "./parse-file.ts";
import type { SourceText } from "./source-text.ts";
import { syntaxFault, tooDeep, YamlFault } from "./yaml-fault.ts";

/**
 * YAML to JSON values. The `yaml` package makes the syntax tree; the conversion is ours because its own one expands
 * aliases before it counts them, recurses without a bound, and does not say where a value was written.
 */
export function parseYaml(source: SourceText, origins: Origins): ParsedFile {
  try {
    const document = composeDocument(source);
    const faults = document.errors.map(({ pos, message }) => syntaxFault(source, pos[0], message));
    if (faults.length > 0) return { value: undefined, diagnostics: faults.slice(0, mostFaults) };
    const conversion = new Conversion(source, origins);
    const value = conversion.convert(document.contents, 0);
    return conversion.faults.length > 0
      ? { value: undefined, diagnostics: conversion.faults }
      : { value, diagnostics: [] };
  } catch (error) {
    if (error instanceof YamlFault) return { value: undefined, diagnostics: [error.diagnostic] };
    throw error;
  }
}

/** One slip can make every following line an error; the first ones tell. */
const mostFaults = 10;

/**
 * Lexes and parses step by step to watch the nesting: the composer recurses, and a stack that is nearly used up when it
 * compiles a regular expression ends the process, which no `catch` can stop.
 */
function composeDocument(source: SourceText): Document.Parsed {
  const parser = new Parser();
  const composer = new Composer({ uniqueKeys: false });
  const documents: Document.Parsed[] = [];
  let faults = 0;
  let lexemes = 0;
  const mostLexemes = mostTokens(source.text);
  for (const lexeme of new Lexer().lex(source.text)) {
    for (const token of parser.next(lexeme)) {
      documents.push(...composer.next(token));
      if (token.type === "error") faults += 1;
    }
    if (faults > mostFaults) break;
    lexemes += 1;
    if (lexemes > mostLexemes) {
      throw new YamlFault("contract/limit", tooDense(source.text), { source, offset: parser.offset });
    }
    if (parser.stack.length > limits.depth) throw tooDeep({ source, offset: parser.offset });
  }
  for (const token of parser.end()) documents.push(...composer.next(token));
  documents.push(...composer.end(true, source.text.length));
  const [first, second] = documents;
  if (first === undefined) throw new YamlFault("contract/syntax", "the file is empty", { source, offset: 0 });
  if (second) {
    const offset = second.range[0];
    throw new YamlFault("contract/syntax", "the file holds several YAML documents", { source, offset });
  }
  return first;
}
