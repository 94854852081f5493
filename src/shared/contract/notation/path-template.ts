import { decodePercent } from "#shared/percent.ts";

/** A name in braces, as paths, servers' addresses and composed texts have them: `{load_number}`. */
const placeholder = /\{([^{}]+)\}/g;

/** The names in braces, in order: `load_number` in `/loads/{load_number}/`. */
export function placeholdersIn(template: string): readonly string[] {
  return Array.from(template.matchAll(placeholder), ([, name = ""]) => name);
}

/** Replaces names in braces by their values. A name without a value stays. */
export function fillPlaceholders(template: string, valueOf: (name: string) => string | undefined): string {
  return template.replace(placeholder, (written, name: string) => valueOf(name) ?? written);
}

type PathMatch =
  /** The placeholders' texts by name, percent-decoded. */
  | { readonly kind: "match"; readonly values: ReadonlyMap<string, string> }
  | { readonly kind: "mismatch"; readonly hint: string | null };

/** Matches a path against a template: `/loads/LD-20417/` and `/loads/{load_number}/`. */
export function matchPath(template: string, path: string): PathMatch {
  const segments = template.split("/");
  const texts = path.split("/");
  const values = new Map<string, string>();
  const isMatch =
    segments.length === texts.length &&
    segments.every((segment, index) => {
      const text = texts[index] ?? "";
      // Parentheses and the like may be encoded in an address, and stand in a path as they are: `/Books({id})`.
      const decoded = text.replace(/%(?:2[1-46-9A-C]|3[ABD]|40)/gi, (code) => decodePercent(code) ?? code);
      return matchSegment(segment, text, values) || matchSegment(segment, decoded, values);
    });
  if (isMatch) return { kind: "match", values };
  const [needsSlash, hasSlash] = [template.endsWith("/"), path.endsWith("/")];
  if (segments.length === texts.length + 1) {
    return { kind: "mismatch", hint: needsSlash && !hasSlash ? "add the slash at the end" : null };
  }
  return { kind: "mismatch", hint: hasSlash && !needsSlash ? "leave out the slash at the end" : null };
}

function matchSegment(template: string, text: string, values: Map<string, string>): boolean {
  const names = placeholdersIn(template);
  if (names.length === 0) return template === text || template === decodePercent(text);
  // Every second piece is a name, which the pattern captures.
  const literals = template.split(placeholder).filter((_, index) => index % 2 === 0);
  let offset = 0;
  for (const [index, name] of names.entries()) {
    const before = literals[index] ?? "";
    const after = literals[index + 1] ?? "";
    if (!text.startsWith(before, offset)) return false;
    const start = offset + before.length;
    // Where nothing stands between two of them, the second is an extension: `/files/{name}{extension}`.
    const next = after === "" ? Math.max(start + 1, text.lastIndexOf(".")) : text.indexOf(after, start + 1);
    const end = index === names.length - 1 ? text.length - after.length : next;
    if (end <= start || !text.startsWith(after, end)) return false;
    const written = text.slice(start, end);
    values.set(name, decodePercent(written) ?? written);
    offset = end;
  }
  return true;
}
