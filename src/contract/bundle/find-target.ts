import { parsePointer, resolvePointer, toPointer } from "#shared/json/json-pointer.ts";
import { isObject, type Json, type JsonObject, textAt } from "#shared/json/json.ts";
import { nearest, nearestHint } from "#shared/diagnostics/nearest.ts";
import { decodePercent } from "#shared/percent.ts";

import { shapeOfComponent } from "../structure/specification.ts";
import type { DocumentPath } from "../structure/walk-document.ts";

/** A place in a file of the documents' folder. */
export interface DocumentLocation {
  readonly file: string;
  readonly path: DocumentPath;
}

/** What a `$ref` leads to; or why it leads nowhere. */
type ReferenceTarget =
  | {
      readonly kind: "found";
      readonly value: Json;
      readonly place: DocumentLocation;
      /** As what the file names it among its components; null when it does not. */
      readonly shape: string | null;
    }
  | { readonly kind: "lost"; readonly message: string; readonly hint: string | null };

/** Where a reference may lead. */
interface ReferenceScope {
  /** The folder that no reference may leave, relative to the root. */
  readonly folder: string;
  /** The files that may be named. */
  readonly files: readonly string[];
  /** The value of a file; undefined when it does not exist or holds no value. */
  readonly load: (file: string) => Json | undefined;
  /** True when the document has an address of its own, by which others may go as well. */
  readonly hasSelf: boolean;
  /** Schemas by what else a reference may call them: `file#anchor`, or their `$id`. */
  readonly schemaByName: ReadonlyMap<string, JsonObject>;
}

/**
 * Follows a `$ref` that stands in the file `from`. Only files of the folder are read: a contract must build the same
 * without a network, and must not be able to publish a file of the machine it is built on.
 */
export function findTarget(text: string, from: string, sources: ReferenceScope): ReferenceTarget {
  const { folder, schemaByName } = sources;
  const named = schemaByName.get(text);
  if (named) return { kind: "found", value: named, place: { file: from, path: [text] }, shape: null };
  const hash = text.indexOf("#");
  const [path, fragment] = hash < 0 ? [text, ""] : [text.slice(0, hash), text.slice(hash + 1)];
  const stated = path === "" ? from : resolveFile(path, from, folder);
  const isThere = typeof stated === "string" && sources.load(stated) !== undefined;
  const file = isThere || !sources.hasSelf ? stated : (findBySelf(path, from, sources) ?? stated);
  if (typeof file !== "string") {
    const hint = "copy what it names into the document's folder";
    return { kind: "lost", message: `\`${text}\` ${file.reason} and is not followed`, hint };
  }
  const tokens = parsePointer(fragment);
  if (tokens) return findByPointer(text, { file, path: tokens }, sources);
  const value = schemaByName.get(`${file}#${fragment}`);
  return value
    ? { kind: "found", value, place: { file, path: [fragment] }, shape: null }
    : { kind: "lost", message: `\`${text}\` leads nowhere: there is no $anchor of that name`, hint: null };
}

function resolveFile(path: string, from: string, folder: string): string | { readonly reason: string } {
  const decoded = decodePercent(path) ?? path;
  for (const text of [path, decoded]) {
    if (/^(?:[a-z][a-z0-9+.-]*:)?\/\//i.test(text) && !/^file:/i.test(text)) {
      return { reason: "leads to the network" };
    }
    if (/^[a-z][a-z0-9+.-]*:/i.test(text) || /^[/\\]/.test(text)) return { reason: "is not a relative path" };
  }
  const segments = from.split("/").slice(0, -1);
  for (const segment of decoded.split(/[/\\]/)) {
    if (segment === "..") {
      if (segments.length === 0) return { reason: "leads out of the document's folder" };
      segments.pop();
    } else if (segment !== "" && segment !== ".") segments.push(segment);
  }
  const file = segments.join("/");
  const isInside = folder === "" || file.startsWith(`${folder}/`);
  return isInside ? file : { reason: "leads out of the document's folder" };
}

/** The document whose own address (`$self`) a reference resolves to (OpenAPI 3.2.1, section 4.1.2.2); null where none is. */
function findBySelf(path: string, from: string, { folder, files, load }: ReferenceScope): string | null {
  const addressOf = (file: string): string | null => {
    const self = textAt(load(file), "$self");
    return self === null ? null : toAddress(self, `file:///${file}`);
  };
  const wanted = toAddress(path, addressOf(from) ?? `file:///${from}`);
  const inside = files.filter((file) => folder === "" || file.startsWith(`${folder}/`));
  return (wanted !== null && inside.find((file) => addressOf(file) === wanted)) || null;
}

function toAddress(text: string, base: string): string | null {
  return URL.canParse(text, base) ? new URL(text, base).href : null;
}

interface Pointed {
  readonly file: string;
  readonly path: readonly string[];
}

function findByPointer(text: string, place: Pointed, { files, load }: ReferenceScope): ReferenceTarget {
  const { file, path } = place;
  const root = load(file);
  if (root === undefined) {
    const isKnown = files.includes(file);
    const message = isKnown ? `\`${file}\` cannot be read` : `there is no \`${file}\``;
    return { kind: "lost", message, hint: isKnown ? null : nearestHint(file, files) };
  }
  const value = resolveThrough(root, path);
  return value === undefined
    ? { kind: "lost", message: `\`${text}\` leads nowhere`, hint: missingHint(root, path) }
    : { kind: "found", value, place, shape: shapeOfComponent(root, path) };
}

/** What a pointer leads to, through references of the same file that stand on the way. */
function resolveThrough(root: Json, tokens: readonly string[]): Json | undefined {
  let way = tokens;
  for (let hops = 0; hops < maxHops; hops += 1) {
    const value = resolvePointer(root, way);
    if (value !== undefined) return value;
    const end = way.findIndex((_, index) => resolvePointer(root, way.slice(0, index + 1)) === undefined);
    const reference = textAt(resolvePointer(root, way.slice(0, end)), "$ref");
    const further = reference?.startsWith("#/") === true ? parsePointer(reference.slice(1)) : null;
    if (further === null) return undefined;
    way = [...further, ...way.slice(end)];
  }
  return undefined;
}

const maxHops = 20;

/** The name nearest to the first token that does not exist, in full. */
function missingHint(root: Json, path: readonly string[]): string | null {
  const index = path.findIndex((_, end) => resolvePointer(root, path.slice(0, end + 1)) === undefined);
  const parent = resolvePointer(root, path.slice(0, index));
  if (!isObject(parent)) return null;
  const meant = nearest(path[index] ?? "", Object.keys(parent));
  if (meant === null) return null;
  return `did you mean ${toPointer([...path.slice(0, index), meant, ...path.slice(index + 1)])}?`;
}
