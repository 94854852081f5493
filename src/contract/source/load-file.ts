import { LimitError, withinTime } from "#read/within-time.ts";
import { diagnose, type Diagnostic } from "#shared/diagnostic.ts";
import type { Json } from "#shared/json/json.ts";

import { parseJson } from "./load-json.ts";
import { parseYaml } from "./load-yaml.ts";
import type { Origins } from "./origins.ts";
import { limits, type SourceText, toSourceText } from "./source-text.ts";

interface FileLoader {
  /** The value of a file, parsed once; undefined when there is no such file or it holds no value. */
  readonly load: (file: string) => Json | undefined;
  /** What was wrong with the files loaded so far. */
  readonly diagnostics: readonly Diagnostic[];
}

/** Parses files on demand from texts that were read before. */
export function createFileLoader(files: ReadonlyMap<string, string>, origins: Origins): FileLoader {
  const values = new Map<string, Json | undefined>();
  const diagnostics: Diagnostic[] = [];
  const load = (file: string): Json | undefined => {
    const text = files.get(file);
    if (values.has(file) || text === undefined) return values.get(file);
    const parsed = parseFile(toSourceText(file, text), origins);
    values.set(file, parsed.value);
    diagnostics.push(...parsed.diagnostics);
    return parsed.value;
  };
  return { load, diagnostics };
}

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
