import type { Location } from "vscode-languageserver";

import { linesOf } from "#read/source-text.ts";
import { splitAddress } from "#read/written-address.ts";
import type { Contract } from "#shared/contract/contract.ts";
import { type Position, startOf } from "#shared/diagnostics/diagnostic.ts";
import { decodePercent } from "#shared/percent.ts";
import { type ContractPart, type SiteModel, usesOf } from "#shared/site-model.ts";

import { pageOfPath } from "./complete-links.ts";
import { type NameAt, nameAt, nameInDocument, positionOfName } from "./name-at.ts";
import type { OpenFiles } from "./open-files.ts";
import { fenceAt, cursorInBody } from "./sample-cursor.ts";
import { type Cursor, toPosition } from "./cursor.ts";

/** Finds the definition of the name at the cursor, in the contract's document or on a page. */
export async function findDefinition(cursor: Cursor, model: SiteModel, files: OpenFiles): Promise<Location | null> {
  const named = nameAt(cursor, model);
  const target =
    named?.kind === "link"
      ? await positionOfLink(named.address, { cursor, model, files })
      : positionOf(named, cursor, model);
  return target && toLocation(await toKey(target, files), files);
}

function positionOf(
  named: Exclude<NameAt, { readonly kind: "link" }> | null,
  { text, position }: Cursor,
  model: SiteModel,
): NamedPosition | null {
  if (named?.kind === "file") return startOf(`content/${named.path}`);
  if (named !== null) {
    const defined = positionOfName(named, model);
    return defined && { ...defined, name: named.name.slice(named.name.lastIndexOf(".") + 1) };
  }
  const fence = fenceAt(text, position);
  const member = fence === null ? undefined : cursorInBody(model, fence)?.member;
  return member?.schema.position ? { ...member.schema.position, name: member.name } : null;
}

interface NamedPosition extends Position {
  /** The key of the value. */
  readonly name?: string;
}

/** A schema's position is usually below the line with its key, but the key is the better target. */
async function toKey({ name, ...position }: NamedPosition, files: OpenFiles): Promise<Position> {
  const lines = name === undefined ? [] : linesOf(await files.read(position.file));
  const above = lines[position.line - 2] ?? "";
  const isKey = above.trim().replace(/["']/g, "") === `${name}:`;
  return isKey ? { ...position, line: position.line - 1, column: above.search(/\S/) + 1 } : position;
}

async function positionOfLink(
  address: string,
  { cursor, model, files }: { readonly cursor: Cursor; readonly model: SiteModel; readonly files: OpenFiles },
): Promise<Position | null> {
  const { path, suffix } = splitAddress(address);
  const anchor = decodePercent(suffix.replace(/^[^#]*#?/, "")) ?? "";
  const linked = pageOfPath(path, cursor.file, model);
  if (linked === null) return null;
  if (linked.kind === "reference") return positionInReference(linked.contract, anchor);
  const { file } = linked;
  if (anchor === "") return startOf(file);
  const headings = model.documents.find((document) => document.file === file)?.headings ?? [];
  const heading = headings.find(({ id }) => id === anchor);
  if (heading !== undefined) return heading.position;
  const element = linesOf(await files.read(file)).findIndex((line) => line.includes(`id="${anchor}"`)) + 1;
  return { file, line: element || 1, column: 1 };
}

function positionInReference({ operations, schemas, file }: Contract, anchor: string): Position {
  return [...operations, ...schemas].find((part) => part.anchor === anchor)?.position ?? startOf(file);
}

/**
 * Finds the pages that mention the name at the cursor and, if the editor wants it, the contract's line that defines it.
 */
export function findReferences(
  cursor: Cursor,
  model: SiteModel,
  { files, withDeclaration }: { readonly files: OpenFiles; readonly withDeclaration: boolean },
): Location[] {
  const name = cursor.file.startsWith("openapi/") ? nameInDocument(cursor, model) : contractNameAt(cursor, model);
  if (name === null) return [];
  const declared = withDeclaration ? positionOfName(name, model) : null;
  const uses = usesOf(model, name).map(({ position }) => position);
  return [...(declared ? [declared] : []), ...uses].map((position) => toLocation(position, files));
}

function contractNameAt(cursor: Cursor, model: SiteModel): ContractPart | null {
  const name = nameAt(cursor, model);
  return name === null || name.kind === "link" || name.kind === "file" ? null : name;
}

function toLocation(position: Position, files: OpenFiles): Location {
  const start = toPosition(position);
  return { uri: files.uriOf(position.file), range: { start, end: start } };
}
