import { readFile } from "node:fs/promises";
import { posix, relative, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

import { toDocumentRequest } from "#read/fetch/document-request.ts";
import { type DocumentFormat, fetchDocument } from "#read/fetch/fetch-document.ts";
import { refusalOf } from "#read/written-address.ts";
import { defaultVariable } from "#settings/settings-schema.ts";
import type { Contract } from "#shared/contract/contract.ts";
import { diagnose, type Diagnostic, hasErrors, type Outcome } from "#shared/diagnostics/diagnostic.ts";
import { isList, isObject, type Json } from "#shared/json/json.ts";
import { decodePercent } from "#shared/percent.ts";
import type { OutputFile } from "#write/output-file.ts";

import { formatDocument, loadText } from "./document-text.ts";
import { readContract } from "./read-contract.ts";

/** The contract of a new site, with the files of its document as they will lie in the site. */
export interface OwnContract {
  readonly contract: Contract;
  readonly document: GatheredDocument;
  readonly files: readonly OutputFile[];
}

/** `texts` are for code frames. */
export type ReadContract = Outcome<OwnContract | null> & { readonly texts: ReadonlyMap<string, string> };

/** Reads a document from a file or an address. It reports no faults of a contract that can be read: every build does. */
export async function readOwnContract(source: string): Promise<ReadContract> {
  const { value: document, diagnostics } = await gatherDocument(source);
  return document === null ? { value: null, diagnostics, texts: new Map() } : toOwnContract(document);
}

export async function toOwnContract(document: GatheredDocument): Promise<ReadContract> {
  const { file, files: texts, sources } = document;
  const tools = { authentication: { header: null, variable: defaultVariable } };
  const { value: contract, diagnostics } = await readContract({ file, files: texts }, tools);
  if (contract !== null) {
    const files = Array.from(texts, ([path, content]) => ({ path, content }));
    return { value: { contract, document, files }, diagnostics: [], texts };
  }
  // The files of the new site don't exist yet: the findings name the files in which the author mends them.
  const sourceOf = (path: string): string => sources.get(path) ?? path;
  const atSources = diagnostics.map((finding) => {
    const { position } = finding;
    return { ...finding, position: position && { ...position, file: sourceOf(position.file) } };
  });
  const textBySource = new Map(Array.from(texts, ([path, text]) => [sourceOf(path), text]));
  return { value: null, diagnostics: atSources, texts: textBySource };
}

/** An OpenAPI document with the files that it refers to, as they will lie below `openapi/`. */
export interface GatheredDocument {
  /** `openapi/openapi.yaml` */
  readonly file: string;
  /** Texts by path relative to the root, the document's among them. */
  readonly files: ReadonlyMap<string, string>;
  /** The author's files or addresses, by the same paths. */
  readonly sources: ReadonlyMap<string, string>;
  /** The address that it was fetched from; null for a file. */
  readonly address: string | null;
}

/** Reads a document and the files that its references name: from disk, or from the same host. */
export async function gatherDocument(source: string): Promise<Outcome<GatheredDocument | null>> {
  if (/^https?:\/\//i.test(source)) return gatherFromWeb(source);
  const path = resolve(source);
  if (!/\.(?:json|ya?ml)$/i.test(path))
    return refuse(`${path} isn't a document: its name ends neither in .yaml nor in .json`);
  // The build reports a missing file at the position of its reference.
  const gathered = await gatherFiles(path, async (file) =>
    // The decoder leaves out a byte-order mark, which no parser takes.
    readFile(file).then(
      (bytes) => new TextDecoder().decode(bytes),
      () => null,
    ),
  );
  return gathered === null ? refuse(`${path} can't be read`) : { value: gathered, diagnostics: [] };
}

/** Null when the document can't be read. */
export async function gatherFiles(
  path: string,
  read: (file: string) => Promise<string | null>,
): Promise<GatheredDocument | null> {
  const root = await read(path);
  if (root === null) return null;
  const texts = await gather(pathToFileURL(path).href, root, async (address) => read(fileURLToPath(address)));
  const gathered = underOneFolder(texts);
  const sources = Array.from(gathered.sources, ([file, key]) => [file, relative(".", fileURLToPath(key))] as const);
  return { ...gathered, sources: new Map(sources), address: null };
}

async function gatherFromWeb(address: string): Promise<Outcome<GatheredDocument | null>> {
  const fetched = await fetchText(address);
  if (fetched.value === null) return { value: null, diagnostics: fetched.diagnostics };
  const { text, notation } = fetched.value;
  const { origin, pathname } = new URL(address);
  const root = origin + pathname;
  const texts = await gather(root, text, async (file) => (await fetchText(file)).value?.text ?? null);
  if (texts.size === 1) {
    // One line a value, as `pull` writes it: a diff then shows the provider's changes line by line.
    const kept = hasErrors(loadText(`received.${notation}`, text).diagnostics) ? text : formatDocument(text, "yaml");
    const sources = new Map([[single, address]]);
    return { value: { file: single, files: new Map([[single, kept]]), sources, address }, diagnostics: [] };
  }
  return { value: { ...underOneFolder(texts), address: null }, diagnostics: [] };
}

const single = "openapi/openapi.yaml";

async function fetchText(address: string): Promise<Outcome<{ text: string; notation: DocumentFormat } | null>> {
  const flags = { url: address, timeout: 30, retries: 2 };
  const request = toDocumentRequest({ setting: null, flags, environment: {} });
  return request.value === null ? { value: null, diagnostics: request.diagnostics } : fetchDocument(request.value);
}

function refuse(message: string): { value: null; diagnostics: readonly Diagnostic[] } {
  const hint = "name an OpenAPI document, as a file or as an address of http or https";
  return { value: null, diagnostics: [diagnose("init/source", message, null, hint)] };
}

/** No real document has more files. */
const maxFiles = 500;

/**
 * The texts of a document and of all that it refers to, by address: files on disk have addresses too (`file:`), which look
 * the same on every system. `read` returns null for an address that leads to no text.
 */
async function gather(
  root: string,
  text: string,
  read: (address: string) => Promise<string | null>,
): Promise<ReadonlyMap<string, string>> {
  const texts = new Map([[root, text]]);
  // The loop also visits the texts that it adds to the map, and so the files that these refer to.
  for (const [from, own] of texts) {
    for (const reference of referencesIn(loadText(from, own).value)) {
      const address = addressOf(reference, new URL(from));
      if (address === null || texts.has(address) || texts.size >= maxFiles) continue;
      const found = await read(address);
      if (found !== null) texts.set(address, found);
    }
  }
  return texts;
}

function addressOf(reference: string, from: URL): string | null {
  const path = (decodePercent(reference) ?? reference).replace(/[%?]/g, encodeURIComponent);
  const target = URL.canParse(path, from.href) ? new URL(path, from) : null;
  const isNear = target?.origin === from.origin && target.host === from.host;
  return isNear && /\.(?:json|ya?ml)$/i.test(target.pathname) ? target.href : null;
}

function referencesIn(value: Json | undefined): readonly string[] {
  if (isList(value)) return value.flatMap(referencesIn);
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([key, member]) => {
    if (key !== "$ref" || typeof member !== "string") return referencesIn(member);
    const [path = ""] = member.split("#");
    return path === "" || /^[a-z][a-z0-9+.-]*:|^[/\\]/i.test(path) ? [] : [path];
  });
}

/**
 * Files keep their paths relative to each other, so that their references stay valid. A file is left out if its name
 * may not be written. The first file is the document.
 */
function underOneFolder(texts: ReadonlyMap<string, string>): Omit<GatheredDocument, "address"> {
  const paths = Array.from(texts.keys(), (key) => toPath(new URL(key)));
  const folder = paths.map((path) => posix.dirname(path)).reduce(commonFolder);
  const files = new Map<string, string>();
  const sources = new Map<string, string>();
  for (const [index, [key, text]] of [...texts].entries()) {
    const path = posix.relative(folder, paths[index] ?? "");
    if (index > 0 && refusalOf(path) !== null) continue;
    // The build knows documents by their extension; an address may have none.
    const target = `openapi/${path}${index === 0 && posix.extname(path) === "" ? ".yaml" : ""}`;
    files.set(target, text);
    sources.set(target, key);
  }
  const [file = single] = files.keys();
  return { file, files, sources };
}

/** A name stays encoded where it would mean another file. */
function toPath({ pathname }: URL): string {
  return pathname
    .split("/")
    .map((name) => {
      const decoded = decodePercent(name) ?? name;
      return /[/\\\p{Cc}]/u.test(decoded) ? name : decoded;
    })
    .join("/");
}

function commonFolder(first: string, second: string): string {
  const inside = posix.relative(first, second);
  return inside === "" || !inside.startsWith("..") ? first : commonFolder(posix.dirname(first), second);
}
