export type PathMatch =
  /** Texts of the placeholders by name, percent-decoded. */
  | { readonly kind: "match"; readonly values: ReadonlyMap<string, string> }
  | { readonly kind: "mismatch"; readonly hint: string | null };

/** Holds a path against a template: `/loads/LD-20417/` against `/loads/{load_number}/`. */
export function matchPath(template: string, path: string): PathMatch {
  const segments = template.split("/");
  const texts = path.split("/");
  const values = new Map<string, string>();
  const isMatch =
    segments.length === texts.length &&
    segments.every((segment, index) => matchSegment(segment, texts[index] ?? "", values));
  if (isMatch) return { kind: "match", values };
  if (template === `${path}/` || segments.length === texts.length + 1) {
    return {
      kind: "mismatch",
      hint: template.endsWith("/") && !path.endsWith("/") ? "add the slash at the end" : null,
    };
  }
  const hasExtraSlash = path.endsWith("/") && !template.endsWith("/");
  return { kind: "mismatch", hint: hasExtraSlash ? "leave out the slash at the end" : null };
}

function matchSegment(template: string, text: string, values: Map<string, string>): boolean {
  const names = Array.from(template.matchAll(/\{([^{}]+)\}/g), (match) => match[1] ?? "");
  if (names.length === 0) return template === text;
  const literals = template.split(/\{[^{}]+\}/);
  let offset = 0;
  for (const [index, name] of names.entries()) {
    const before = literals[index] ?? "";
    const after = literals[index + 1] ?? "";
    if (!text.startsWith(before, offset)) return false;
    const start = offset + before.length;
    const end = index === names.length - 1 ? text.length - after.length : text.indexOf(after, start + 1);
    if (end <= start || !text.startsWith(after, end)) return false;
    values.set(name, decode(text.slice(start, end)));
    offset = end;
  }
  return true;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
