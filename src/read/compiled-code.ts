import { SourceMap, type SourceMapPayload } from "node:module";

import type { Position } from "#shared/diagnostics/diagnostic.ts";

/**
 * The address of a module that a site's own files were compiled into. Node loads a module once per address. This address
 * holds the code itself, so that an edit is a new module and no file is written. Stacks show the name.
 */
export function addressOfCode(code: string, name: string): string {
  return `data:text/javascript;base64,${Buffer.from(`${code}//# sourceURL=${name}\n`).toString("base64")}`;
}

export type ToSourcePosition = (line: number, column: number) => Position | null;

/** Maps positions in compiled code to the sources. Lines and columns count from 1. */
export function sourcesOf(code: string): ToSourcePosition {
  const [, map = ""] = /\/\/# sourceMappingURL=[^,]*,(\S+)\s*$/.exec(code) ?? [];
  if (map === "") return () => null;
  const payload: SourceMapPayload = JSON.parse(Buffer.from(map, "base64").toString());
  const sources = new SourceMap(payload);
  return (line, column) => {
    const entry = sources.findEntry(line - 1, column - 1);
    if (!("originalSource" in entry)) return null;
    return { file: entry.originalSource, line: entry.originalLine + 1, column: entry.originalColumn + 1 };
  };
}

/** The position of a compiled module's innermost call. */
export function positionInStack({ stack = "" }: Error, name: string, sources: ToSourcePosition): Position | null {
  const [, line, column] = new RegExp(`\\b${name}:(\\d+):(\\d+)`).exec(stack) ?? [];
  return line === undefined ? null : sources(Number(line), Number(column));
}
