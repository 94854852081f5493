import type { Position } from "../model/position.ts";

/** Visual Studio Code's own links. `{file}` starts with a slash. */
export const defaultEditor = "vscode://file{file}:{line}:{column}";

export interface EditorOptions {
  /** Absolute path of the site's root. */
  readonly root: string;
  /** Address with `{file}`, `{line}` and `{column}` in it. */
  readonly pattern: string;
}

/** The address that opens a place of an author's file in the editor. */
export function toEditorUrl({ file, line, column }: Position, { root, pattern }: EditorOptions): string {
  const segments = `${root}/${file}`.split(/[/\\]/).filter((segment) => segment !== "");
  const path = segments.map((segment) => encodeURIComponent(segment).replace(/%3A/gi, ":")).join("/");
  return pattern
    .replaceAll("{file}", `/${path}`)
    .replaceAll("{line}", String(line))
    .replaceAll("{column}", String(column));
}

/** Whether a pattern names the file and is an address that opens something rather than running something. */
export function isEditorPattern(pattern: string): boolean {
  return (
    pattern.includes("{file}") &&
    /^[a-z][a-z0-9+.-]*:/i.test(pattern) &&
    !/^(?:javascript|data|vbscript|blob):/i.test(pattern)
  );
}
