import { parsePointer, resolvePointer, toPointer } from "#shared/json/json-pointer.ts";
import { isObject, type Json, type JsonObject, textAt } from "#shared/json/json.ts";
import { nearest, nearestHint } from "#shared/diagnostics/nearest.ts";
import { decodePercent } from "#shared/percent.ts";

import { sectionsOf, shapeOfComponent } from "../structure/specification.ts";
import type { DocumentPath } from "../structure/walk-document.ts";

export interface DocumentLocation {
  readonly file: string;
  readonly path: DocumentPath;
}

export function locationKey({ file, path }: DocumentLocation): string {
  return file + toPointer(path);
}

export type ReferenceTarget =
  | {
      readonly kind: "found";
      readonly value: Json;
      readonly location: DocumentLocation;
      /** The kind of component it is in its file; null when it isn't a component. */
      readonly shape: string | null;
    }
  | { readonly kind: "lost"; readonly message: string; readonly hint: string | null };

export interface ReferenceScope {
  /** The document's own file. */
  readonly document: string;
  /** The folder that no reference may leave, relative to the root. */
  readonly folder: string;
  readonly files: readonly string[];
  /** The value of a file; undefined when it doesn't exist or holds no value. */
  readonly load: (file: string) => Json | undefined;
  /** Schemas by `file#anchor` and by their `$id`. */
  readonly schemaByName: ReadonlyMap<string, JsonObject>;
}

/**
 * Follows a `$ref` of the file `from`. It reads only files of the folder: a contract must build the same without a
 * network, and must not publish a file of the machine that builds it.
 */
export function findTarget(text: string, from: string, sources: ReferenceScope): ReferenceTarget {
  const { document, folder, load, schemaByName } = sources;
  const named = schemaByName.get(text);
  if (named) return { kind: "found", value: named, location: { file: from, path: [text] }, shape: null };
  const hash = text.indexOf("#");
  const [path, fragment] = hash < 0 ? [text, ""] : [text.slice(0, hash), text.slice(hash + 1)];
  const stated = path === "" ? from : resolveFile(path, from, folder);
  const isThere = typeof stated === "string" && load(stated) !== undefined;
  const hasSelf = textAt(load(document), "$self") !== null;
  const file = isThere || !hasSelf ? stated : (findBySelf(path, from, sources) ?? stated);
  if (typeof file !== "string") {
    const hint = "copy what it names into the document's folder";
    return { kind: "lost", message: `\`${text}\` ${file.reason} and isn't followed`, hint };
  }
  const tokens = parsePointer(fragment);
  if (tokens) return findByPointer(text, { file, path: tokens }, sources);
  const value = schemaByName.get(`${file}#${fragment}`);
  return value
    ? { kind: "found", value, location: { file, path: [fragment] }, shape: null }
    : { kind: "lost", message: `\`${text}\` leads nowhere: there is no $anchor of that name`, hint: null };
}

function resolveFile(path: string, from: string, folder: string): string | { readonly reason: string } {
  const decoded = decodePercent(path) ?? path;
  for (const text of [path, decoded]) {
    if (/^(?:[a-z][a-z0-9+.-]*:)?\/\//i.test(text) && !/^file:/i.test(text)) {
      return { reason: "leads to the network" };
    }
    if (/^[a-z][a-z0-9+.-]*:/i.test(text) || /^[/\\]/.test(text)) return { reason: "isn't a relative path" };
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

/** A reference may resolve to the address (`$self`) of a document (OpenAPI 3.2.1, section 4.1.2.2). */
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

interface PointerLocation {
  readonly file: string;
  readonly path: readonly string[];
}

function findByPointer(text: string, location: PointerLocation, sources: ReferenceScope): ReferenceTarget {
  const { file, path } = location;
  const { files, load, document } = sources;
  const root = load(file);
  if (root === undefined) {
    const isKnown = files.includes(file);
    const message = isKnown ? `\`${file}\` can't be read` : `there is no \`${file}\``;
    const hint = nearestHint(file, files) ?? componentHint(load(document) ?? null, text);
    return { kind: "lost", message, hint: isKnown ? null : hint };
  }
  const found = resolveThroughReferences(location, sources);
  if (found === undefined) return { kind: "lost", message: `\`${text}\` leads nowhere`, hint: missingHint(root, path) };
  const shape = shapeOfComponent(root, path);
  // A component keeps its name where its section is a reference to another file.
  return { kind: "found", value: found.value, location: shape === null || file !== document ? found : location, shape };
}

/** Follows what is nothing but a further reference, as the lists of other files have them. A ring leads to itself. */
export function throughAliases(target: ReferenceTarget, sources: ReferenceScope): ReferenceTarget {
  let end = target;
  for (let hops = 0; hops < maxHops; hops += 1) {
    if (end.kind === "lost" || end.location.file === sources.document) return end;
    const text = isObject(end.value) && Object.keys(end.value).length === 1 ? textAt(end.value, "$ref") : null;
    if (text === null) return end;
    const next = findTarget(text, end.location.file, sources);
    if (next.kind === "lost") return end;
    end = next;
  }
  return target;
}

function resolveThroughReferences(start: PointerLocation, { folder, load }: ReferenceScope) {
  let { file, path } = start;
  for (let hops = 0; hops < maxHops; hops += 1) {
    const root = load(file) ?? null;
    const value = resolvePointer(root, path);
    if (value !== undefined) return { file, path, value };
    const end = path.findIndex((_, index) => resolvePointer(root, path.slice(0, index + 1)) === undefined);
    const reference = textAt(resolvePointer(root, path.slice(0, end)), "$ref") ?? "#lost";
    const [stated = "", fragment = ""] = reference.split("#");
    const further = parsePointer(fragment);
    const named = stated === "" ? file : resolveFile(stated, file, folder);
    if (!further || typeof named !== "string") return undefined;
    path = [...further, ...path.slice(end)];
    file = named;
  }
  return undefined;
}

const maxHops = 20;

function missingHint(root: Json, path: readonly string[]): string | null {
  const index = path.findIndex((_, end) => resolvePointer(root, path.slice(0, end + 1)) === undefined);
  const parent = resolvePointer(root, path.slice(0, index));
  const meant = isObject(parent) ? nearest(path[index] ?? "", Object.keys(parent)) : null;
  if (meant === null) return componentHint(root, path.at(-1) ?? "");
  return `did you mean ${toPointer([...path.slice(0, index), meant, ...path.slice(index + 1)])}?`;
}

/** Names alone, and the sections of other versions, are common slips. */
function componentHint(document: Json, name: string): string | null {
  const ways = [...sectionsOf(document).values()].map((section) => [...section, name]);
  const way = ways.find((tokens) => resolvePointer(document, tokens) !== undefined);
  return way === undefined ? null : `did you mean ${toPointer(way)}?`;
}

/** The rings of references, of which each has a target: a ring leads nowhere. */
export function findRings(targets: ReadonlyMap<JsonObject, Json>): readonly (readonly JsonObject[])[] {
  const seen = new Set<Json>();
  const rings: JsonObject[][] = [];
  for (const start of targets.keys()) {
    const chain: JsonObject[] = [];
    let next: Json | undefined = start;
    while (isObject(next) && targets.has(next) && !seen.has(next)) {
      seen.add(next);
      chain.push(next);
      next = targets.get(next);
    }
    const begin = chain.findIndex((node) => node === next);
    if (begin >= 0) rings.push(chain.slice(begin));
  }
  return rings;
}
