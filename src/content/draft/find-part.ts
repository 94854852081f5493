import { posix } from "node:path";

import type { SampleFault } from "#shared/conformance/sample-fault.ts";
import type { SourceFile } from "#shared/diagnostic.ts";
import { nearest } from "#shared/nearest.ts";

/** What a page may be made of besides its own text: files in `content/` whose name or folder starts with `_`. */
export interface PartKind {
  /** `block`, `figure`. */
  readonly name: string;
  readonly files: RegExp;
  /** Where to put one. */
  readonly hint: string;
}

/** The part that a directive names by its path from `content/`; without one, what to say instead. */
export function findPart(
  parts: ReadonlyMap<string, SourceFile>,
  written: string,
  kind: PartKind,
): SourceFile | SampleFault {
  const part = parts.get(posix.join("content", written));
  if (part !== undefined) return part;
  const names = [...parts.keys()].filter((path) => kind.files.test(path)).map((path) => path.slice("content/".length));
  const suggestion = nearest(written, names);
  return { message: `no ${kind.name} \`${written}\``, hint: suggestion === null ? kind.hint : `try ${suggestion}` };
}
