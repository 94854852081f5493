import type { Json } from "../../model/json.ts";
import { diagnose, type Diagnostic } from "../../model/diagnostic.ts";
import { LimitError } from "../../limits/limit-error.ts";
import { withinTime } from "../../limits/within-time.ts";
import { limits } from "./limits.ts";
import type { Origins } from "./origins.ts";
import { parseJson } from "./parse-json.ts";
import { parseYaml } from "./parse-yaml.ts";
import type { SourceText } from "./source-text.ts";

/** A file's value, or undefined when it has none; then at least one diagnostic is an error. */
export interface ParsedFile {
  readonly value: Json | undefined;
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Parses the text of one YAML or JSON file and records in `origins` where each object and list stands. Inputs that would
 * exhaust time or memory end in a `contract/limit` diagnostic, other faults in `contract/syntax`.
 */
export function parseFile(source: SourceText, origins: Origins): ParsedFile {
  const refusal = refuse(source);
  if (refusal) return { value: undefined, diagnostics: [refusal] };
  const parse = source.file.endsWith(".json") ? parseJson : parseYaml;
  try {
    return withinTime(limits.parseTime, () => parse(source, origins));
  } catch (error) {
    if (!(error instanceof LimitError)) throw error;
    const fault = diagnose("contract/limit", `the file ${error.message}`, source.positionAt(0));
    return { value: undefined, diagnostics: [fault] };
  }
}

function refuse(source: SourceText): Diagnostic | null {
  const { text } = source;
  const start = source.positionAt(0);
  if (text.length > limits.fileSize) {
    const message = `the file has ${text.length} characters; ${limits.fileSize} is the limit`;
    return diagnose("contract/limit", message, start, "split the document with $ref");
  }
  if (text.trim() === "") return diagnose("contract/syntax", "the file is empty", start);
  const nul = text.indexOf("\0");
  if (nul >= 0) {
    const hint = "save the file as UTF-8";
    return diagnose("contract/syntax", "the file contains NUL characters", source.positionAt(nul), hint);
  }
  return null;
}
