import { type Diagnostic, type Position, startOf } from "./diagnostics/diagnostic.ts";

/**
 * What becomes of an address in an author's file. `site`: an address on this site, base URL included, to be judged
 * on the final HTML. `external`: left alone. `text`: no link at all, because of the finding.
 */
export type ResolvedLink =
  | { readonly kind: "site"; readonly href: string }
  | { readonly kind: "external"; readonly href: string }
  | { readonly kind: "text"; readonly finding: Diagnostic };

/** Turns an address as written into one that works from every page. */
export type LinkResolver = (address: string, position: Position) => ResolvedLink;

/** The form in which markup carries the origin of a link until the check stage has read it. */
export function toOrigin({ file, line, column }: Position): string {
  return `${file}:${line}:${column}`;
}

/** Reads an origin back. */
export function parseOrigin(origin: string): Position | null {
  const match = /^(.*):(\d+):(\d+)$/s.exec(origin);
  if (match === null) return origin === "" ? null : startOf(origin);
  const [, file = "", line = "1", column = "1"] = match;
  return { file, line: Number(line), column: Number(column) };
}
