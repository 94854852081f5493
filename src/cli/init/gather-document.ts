import { readFile } from "node:fs/promises";
import { basename, dirname, extname, relative, resolve, sep } from "node:path";

import { toDocumentRequest } from "#compare/document-request.ts";
import { formatDocument } from "#compare/fetch-contract.ts";
import { fetchDocument, type Notation } from "#compare/fetch-document.ts";
import { loadText } from "#contract/load-file.ts";
import { diagnose, type Diagnostic, hasErrors, type Outcome } from "#shared/diagnostic.ts";
import { isList, isObject, type Json } from "#shared/json/json.ts";
import { decodePercent } from "#shared/percent.ts";

/** An OpenAPI document with the files that it refers to, as they will lie below `openapi/`. */
export interface GatheredDocument {
  /** `openapi/openapi.yaml` */
  readonly file: string;
  /** Texts by path relative to the root, the document's among them. */
  readonly files: ReadonlyMap<string, string>;
  /** Where they are until then, by the same paths: what one opens to mend them. */
  readonly sources: ReadonlyMap<string, string>;
  /** Where it was fetched from; null when it was a file. */
  readonly address: string | null;
}

/** Reads a document from a file or an address, and the files that its references name from the same place. */
export async function gatherDocument(source: string): Promise<Outcome<GatheredDocument | null>> {
  return /^https?:\/\//i.test(source) ? gatherFromWeb(source) : gatherFromDisk(resolve(source));
}

async function gatherFromDisk(path: string): Promise<Outcome<GatheredDocument | null>> {
  if (!/\.(json|ya?ml)$/i.test(path))
    return refuse(`${path} is no document: its name ends neither in .yaml nor in .json`);
  const root = await readFile(path, "utf8").catch(() => null);
  if (root === null) return refuse(`${path} cannot be read`);
  const texts = await gather(
    { key: path, text: root },
    {
      // A document that leads to what is not there is told about by the build, at the place of the reference.
      read: async (key) => readFile(key, "utf8").catch(() => null),
      resolve: (reference, from) => resolve(dirname(from), decodePercent(reference) ?? reference),
    },
  );
  const gathered = underOneFolder(path, texts, sep);
  const sources = new Map(Array.from(gathered.sources, ([file, source]) => [file, relative(".", source)]));
  return { value: { ...gathered, sources, address: null }, diagnostics: [] };
}

async function gatherFromWeb(address: string): Promise<Outcome<GatheredDocument | null>> {
  const fetched = await fetchText(address);
  if (fetched.value === null) return { value: null, diagnostics: fetched.diagnostics };
  const { text, notation } = fetched.value;
  const { origin } = new URL(address);
  const texts = await gather(
    { key: address, text },
    {
      read: async (key) => (await fetchText(key)).value?.text ?? null,
      resolve: (reference, from) => {
        if (!URL.canParse(reference, from)) return null;
        const target = new URL(reference, from);
        return target.origin === origin ? target.origin + target.pathname : null;
      },
    },
  );
  if (texts.size === 1) {
    // One line a value, as `pull` keeps it: then what the provider changes is told line by line.
    const kept = hasErrors(loadText(`received.${notation}`, text).diagnostics) ? text : formatDocument(text, "yaml");
    const sources = new Map([[single, address]]);
    return { value: { file: single, files: new Map([[single, kept]]), sources, address }, diagnostics: [] };
  }
  const named = new Map([...texts].map(([key, value]) => [new URL(key).pathname, value]));
  return { value: { ...underOneFolder(new URL(address).pathname, named, "/"), address: null }, diagnostics: [] };
}

const single = "openapi/openapi.yaml";

async function fetchText(address: string): Promise<Outcome<{ text: string; notation: Notation } | null>> {
  const flags = { url: address, timeout: 30, retries: 2 };
  const request = toDocumentRequest({ setting: null, flags, environment: {} });
  return request.value === null ? { value: null, diagnostics: request.diagnostics } : fetchDocument(request.value);
}

function refuse(message: string): { value: null; diagnostics: readonly Diagnostic[] } {
  const hint = "name an OpenAPI document, as a file or as an address of http or https";
  return { value: null, diagnostics: [diagnose("init/source", message, null, hint)] };
}

interface Place {
  /** The text behind a key; null when there is none. */
  readonly read: (key: string) => Promise<string | null>;
  /** The key of what a reference names; null when it leads elsewhere. */
  readonly resolve: (reference: string, from: string) => string | null;
}

/** More files than this are no document that somebody wrote. */
const mostFiles = 500;

async function gather(
  root: { readonly key: string; readonly text: string },
  place: Place,
): Promise<ReadonlyMap<string, string>> {
  const texts = new Map([[root.key, root.text]]);
  // A map yields what is added while it is walked: the files that a file brings are looked into in their turn.
  for (const [from, text] of texts) {
    const { value } = loadText(basename(from), text);
    for (const reference of referencesIn(value)) {
      const key = place.resolve(reference, from);
      if (key === null || texts.has(key) || texts.size >= mostFiles || !/\.(json|ya?ml)$/i.test(key)) continue;
      const found = await place.read(key);
      if (found !== null) texts.set(key, found);
    }
  }
  return texts;
}

/** The relative files that the references in a value name. */
function referencesIn(value: Json | undefined): readonly string[] {
  if (isList(value)) return value.flatMap(referencesIn);
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([key, member]) => {
    if (key !== "$ref" || typeof member !== "string") return referencesIn(member);
    const [path = ""] = member.split("#");
    return path === "" || /^[a-z][a-z0-9+.-]*:|^[/\\]/i.test(path) ? [] : [path];
  });
}

/** Files keep their places beside each other, so that the references between them hold. */
function underOneFolder(
  root: string,
  texts: ReadonlyMap<string, string>,
  separator: string,
): Omit<GatheredDocument, "address"> {
  const folder = [...texts.keys()].map(dirname).reduce(commonFolder);
  // The build knows documents by these endings; an address may have none.
  const ending = extname(root) === "" ? ".yaml" : "";
  const place = (path: string): string =>
    `openapi/${relative(folder, path).split(separator).join("/")}${path === root ? ending : ""}`;
  const files = new Map([...texts].map(([path, text]) => [place(path), text]));
  const sources = new Map([...texts.keys()].map((path) => [place(path), path]));
  return { file: place(root), files, sources };
}

function commonFolder(one: string, other: string): string {
  const inside = relative(one, other);
  return inside === "" || !inside.startsWith("..") ? one : commonFolder(dirname(one), other);
}
