import { diagnose, type Diagnostic, type DiagnosticCode } from "../../model/diagnostic.ts";
import { limits } from "./limits.ts";
import type { SourceText } from "./source-text.ts";

/** Ends the parsing of a file at once. Never leaves `parseYaml`. */
export class YamlFault extends Error {
  readonly diagnostic: Diagnostic;

  constructor(code: DiagnosticCode, message: string, place: { source: SourceText; offset: number }) {
    super(message);
    this.diagnostic = diagnose(code, message, place.source.positionAt(place.offset));
  }
}

/** Why nesting has a bound: every later stage recurses. */
export function tooDeep(place: { source: SourceText; offset: number }): YamlFault {
  return new YamlFault("contract/limit", `nested deeper than ${limits.depth} levels`, place);
}

/** A finding of the parser as a sentence at its place. */
export function syntaxFault(source: SourceText, offset: number, message: string): Diagnostic {
  return diagnose("contract/syntax", toSentence(message), source.positionAt(offset));
}

function toSentence(message: string): string {
  const text = message.replace(/\s+/g, " ").trim();
  return text.charAt(0).toLowerCase() + text.slice(1);
}
