import type { Diagnostic } from "../model/diagnostic.ts";

/** A finding as a workflow command: an annotation at its place in the CI's view of the change. */
export function toGithubAnnotation({ severity, position, code, message, hint }: Diagnostic): string {
  const properties = [
    ...(position === null ? [] : [`file=${escapeProperty(position.file)}`, `line=${position.line}`, `col=${position.column}`]),
    `title=${escapeProperty(code)}`,
  ];
  return `::${severity === "error" ? "error" : "warning"} ${properties.join(",")}::${escapeData(hint === null ? message : `${message} — ${hint}`)}`;
}

function escapeData(text: string): string {
  return text.replace(/%/g, "%25").replace(/\r/g, "%0D").replace(/\n/g, "%0A");
}

function escapeProperty(text: string): string {
  return escapeData(text).replace(/:/g, "%3A").replace(/,/g, "%2C");
}
