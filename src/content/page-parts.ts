import { posix } from "node:path";

import type { SampleFault } from "#shared/conformance/sample-fault.ts";
import type { SourceFile } from "#shared/diagnostics/diagnostic.ts";
import { nearest, type Slip, slipOf } from "#shared/diagnostics/nearest.ts";

/** Kinds of files that pages include: their names or folders in `content/` start with `_`. */
export interface PartKind {
  /** `block`, `figure`. */
  readonly name: string;
  readonly files: RegExp;
  readonly hint: string;
}

/** Finds the part at a path from `content/`, or returns a fault. */
export function findPart(
  parts: ReadonlyMap<string, SourceFile>,
  written: string,
  kind: PartKind,
): SourceFile | SampleFault {
  const part = parts.get(posix.join("content", written));
  if (part !== undefined) return part;
  const names = [...parts.keys()].filter((path) => kind.files.test(path)).map((path) => path.slice("content/".length));
  const suggestion = nearest(written, names);
  const hint = suggestion === null ? kind.hint : `try ${suggestion}`;
  return { message: `no ${kind.name} \`${written}\``, hint, slip: toSlip(written, names) };
}

function toSlip(written: string, names: readonly string[]): Slip | null {
  const [meant, another] = names.filter((name) => name.replace(/\.\w+$/, "") === written);
  return meant !== undefined && another === undefined ? { written, meant } : slipOf(written, names);
}

const naming = /\b(?:file|src)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'}]+))/g;

/**
 * The blocks and figures that a page's text or its blocks name. A page that names a missing one gets all of them,
 * because the finding suggests another.
 */
export function partsNamedIn(text: string, parts: ReadonlyMap<string, SourceFile>): ReadonlyMap<string, SourceFile> {
  const named = new Map<string, SourceFile>();
  const texts = [text];
  for (const from of texts) {
    for (const [, double, single, bare = ""] of from.matchAll(naming)) {
      const path = posix.join("content", double ?? single ?? bare);
      const part = parts.get(path);
      if (part === undefined) return parts;
      if (named.has(path)) continue;
      named.set(path, part);
      texts.push(part.text);
    }
  }
  return named;
}
