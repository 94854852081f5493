import { lastIndexWhere } from "#read/source-text.ts";
import type { Origins } from "#read/yaml/origins.ts";
import { requestLineOf } from "#shared/contract/contract.ts";
import { isItemMethod, parseMethod } from "#shared/contract/request.ts";
import {
  comparePositions,
  type Diagnostic,
  type DocumentPointer,
  type Position,
} from "#shared/diagnostics/diagnostic.ts";
import { toPointer } from "#shared/json/json-pointer.ts";
import { entriesAt, isObject, type Json, type JsonObject, memberOf } from "#shared/json/json.ts";
import { pathsAt } from "#shared/json/parse-json.ts";

/** The position at which a part of a document begins. It ends where the next part begins. */
export interface DocumentPart extends Position {
  /** `GET /loads`, `#/components/schemas/Load`; null for a part that is neither operation nor component. */
  readonly name: string | null;
}

/** The parts of a bundled document aren't in order: its members may come from several files. */
export function findParts(document: JsonObject, origins: Origins): readonly DocumentPart[] {
  const parts: DocumentPart[] = [];
  const add = (owner: Json | undefined, nameOf: (key: string) => string | null): void => {
    if (!isObject(owner)) return;
    for (const key of Object.keys(owner)) {
      const position = origins.ofKey(owner, key);
      if (position !== null) parts.push({ ...position, name: nameOf(key) });
    }
  };
  add(document, () => null);
  for (const section of ["paths", "webhooks"]) {
    add(document[section], () => null);
    for (const [path, item] of entriesAt(document, section)) {
      add(item, (key) => (isItemMethod(key) ? `${key.toUpperCase()} ${path}` : null));
      add(memberOf(item, "additionalOperations"), (key) => `${key.toUpperCase()} ${path}`);
    }
  }
  for (const [section, members] of entriesAt(document, "components")) {
    add(members, (name) => toPointer(["components", section, name]));
  }
  return parts;
}

/**
 * Adds to the findings in contracts the operation or component that they are in. In JSON documents of one line, where a
 * column is of no help, it adds the member too.
 */
export function nameParts(
  diagnostics: readonly Diagnostic[],
  texts: ReadonlyMap<string, string>,
  contracts: readonly { readonly parts: readonly DocumentPart[] }[],
): readonly Diagnostic[] {
  const pointers = new Map(
    [...texts].map(([file, text]) => [file, pointersInOneLine(file, text, diagnostics)] as const),
  );
  const parts = contracts.flatMap((contract) => contract.parts).sort(comparePositions);
  return diagnostics.map((diagnostic) => {
    const { code, position } = diagnostic;
    // A text that isn't JSON has no members.
    if (position === null || code === "contract/syntax") return diagnostic;
    const within = pointers.get(position.file)?.get(position.column);
    const part = parts[lastIndexWhere(parts, (start) => comparePositions(start, position) <= 0)];
    const isInside = texts.has(position.file) && part?.file === position.file && part.name !== null;
    return {
      ...diagnostic,
      ...(within !== undefined && { position: { ...position, within } }),
      ...(isInside && { part: part.name }),
    };
  });
}

function pointersInOneLine(
  file: string,
  text: string,
  diagnostics: readonly Diagnostic[],
): ReadonlyMap<number, DocumentPointer> {
  const columns = diagnostics.flatMap(({ position }) => (position?.file === file ? [position.column] : []));
  const isOneLine = /\.json$/i.test(file) && columns.some((column) => column > 1) && !/[\r\n]/.test(text.trimEnd());
  if (!isOneLine) return new Map();
  const paths = pathsAt(
    text,
    columns.map((column) => column - 1),
  );
  return new Map(Array.from(paths, ([offset, path]) => [offset + 1, toDocumentPointer(path)]));
}

function toDocumentPointer(path: readonly (string | number)[]): DocumentPointer {
  const [section, name = "", member = "", further = ""] = path.map(String);
  const isItem = section === "paths" || section === "webhooks";
  const word = member === "additionalOperations" ? further : isItemMethod(member) ? member : undefined;
  const method = isItem && word !== undefined ? parseMethod(word.toUpperCase()) : null;
  return { pointer: toPointer(path), operation: method && requestLineOf({ method, path: name }) };
}
