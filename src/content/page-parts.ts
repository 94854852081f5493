import { posix } from "node:path";

import type { Sources } from "#read/sources.ts";
import type { SourceFile } from "#shared/diagnostics/diagnostic.ts";
import type { DiagnosticCode } from "#shared/diagnostics/diagnostic-codes.ts";
import { nearest, slipOf } from "#shared/diagnostics/nearest.ts";

import type { BlockDirective } from "./components/admonition.ts";
import type { DocumentDraft } from "./markdown/document-draft.ts";

/** A kind of files that pages include: their names or folders in `content/` start with `_`. */
interface PartKind {
  /** `block`, `figure`. */
  readonly name: string;
  /** The attribute that names the file. */
  readonly attribute: "file" | "src";
  readonly code: DiagnosticCode;
  readonly files: RegExp;
  readonly hint: string;
}

/** By the directive that names the file. */
export const partKinds = {
  include: {
    name: "block",
    attribute: "file",
    code: "content/include",
    files: /\.md$/i,
    hint: "blocks are files in content/ whose name or folder starts with _",
  },
  figure: {
    name: "figure",
    attribute: "src",
    code: "directive/invalid",
    files: /\.svg$/,
    hint: "figures are SVG files in content/_figures/",
  },
  program: {
    name: "program",
    attribute: "file",
    code: "directive/invalid",
    files: /\.(?!md$|svg$)\w+$/,
    hint: "programs are files of code in content/_programs/",
  },
} as const satisfies Readonly<Record<string, PartKind>>;

/** Finds the part that a directive names. A missing one is a finding; one that can't be read has its own already. */
export function findPart(node: BlockDirective, kind: PartKind, draft: DocumentDraft): SourceFile | null {
  const written = node.attributes?.[kind.attribute] ?? "";
  const part = draft.parts.get(posix.join("content", written));
  if (part !== undefined) return part;
  const names = [...draft.parts.keys()]
    .filter((path) => kind.files.test(path))
    .map((path) => path.slice("content/".length));
  const suggestion = nearest(written, names);
  const hint = suggestion === null ? kind.hint : `try ${suggestion}`;
  const [meant, another] = names.filter((name) => name.replace(/\.\w+$/, "") === written);
  const slip = meant !== undefined && another === undefined ? { written, meant } : slipOf(written, names);
  draft.report(kind.code, { message: `no ${kind.name} \`${written}\``, hint, slip }, node);
  return null;
}

const naming = /\b(?:file|src)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'}]+))/g;

/**
 * The blocks and figures that a page's text or its blocks name. A page that names a missing one gets all of them,
 * because the finding suggests another.
 */
export function partsNamedIn(text: string, parts: Sources["parts"]): Sources["parts"] {
  const named = new Map<string, SourceFile | null>();
  const texts = [text];
  for (const from of texts) {
    for (const [, double, single, bare = ""] of from.matchAll(naming)) {
      const path = posix.join("content", double ?? single ?? bare);
      const part = parts.get(path);
      if (part === undefined) return parts;
      if (named.has(path)) continue;
      named.set(path, part);
      if (part !== null) texts.push(part.text);
    }
  }
  return named;
}
