import type { Json } from "../../model/json.ts";
import type { Diagnostic } from "../../model/diagnostic.ts";
import type { Origins } from "./origins.ts";
import { parseFile } from "./parse-file.ts";
import { toSourceText } from "./source-text.ts";

export interface FileLoader {
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
