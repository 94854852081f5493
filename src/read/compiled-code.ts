import { SourceMap, type SourceMapPayload } from "node:module";

import type { Position } from "#shared/diagnostics/diagnostic.ts";

/**
 * The address of a module that a site's own files were compiled into. A module is loaded once per address: the address is
 * the code, so that an edit is a new module and nothing is written. In stacks it has the given name.
 */
export function addressOfCode(code: string, name: string): string {
  return `data:text/javascript;base64,${Buffer.from(`${code}//# sourceURL=${name}\n`).toString("base64")}`;
}

export type ToSourcePosition = (line: number, column: number) => Position | null;

/** The source of each place of compiled code, which counts from 1. */
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

/** Where the innermost call of a compiled module stands. */
export function placeInStack({ stack = "" }: Error, name: string, sources: ToSourcePosition): Position | null {
  const [, line, column] = new RegExp(`\\b${name}:(\\d+):(\\d+)`).exec(stack) ?? [];
  return line === undefined ? null : sources(Number(line), Number(column));
}
