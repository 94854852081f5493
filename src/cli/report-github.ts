import type { Diagnostic, Position } from "#shared/diagnostic.ts";

/** A finding as a workflow command: an annotation at its place in the CI's view of the change. */
export function toGithubAnnotation({ severity, position, code, message, hint }: Diagnostic): string {
  const text = hint === null ? message : `${message} — ${hint}`;
  return toAnnotation({ level: severity === "error" ? "error" : "warning", position, title: code, text });
}

export interface Annotation {
  readonly level: "error" | "warning" | "notice";
  readonly position: Position | null;
  readonly title: string;
  readonly text: string;
}

/** A workflow command that annotates a place. */
export function toAnnotation({ level, position, title, text }: Annotation): string {
  const place =
    position === null
      ? []
      : [`file=${escapeProperty(position.file)}`, `line=${position.line}`, `col=${position.column}`];
  return `::${level} ${[...place, `title=${escapeProperty(title)}`].join(",")}::${escapeData(text)}`;
}

function escapeData(text: string): string {
  return text.replace(/%/g, "%25").replace(/\r/g, "%0D").replace(/\n/g, "%0A");
}

function escapeProperty(text: string): string {
  return escapeData(text).replace(/:/g, "%3A").replace(/,/g, "%2C");
}
