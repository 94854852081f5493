import { parsePointer, resolvePointer, toPointer } from "#shared/json/json-pointer.ts";
import { isObject, type Json, textAt } from "#shared/json/json.ts";
import { nearest } from "#shared/nearest.ts";
import { decodePercent } from "#shared/percent.ts";

/** Where a `$ref` leads: a file of the documents' folder and a place in it; or why it may not be followed. */
export type ReferenceTarget =
  | { readonly kind: "pointer"; readonly file: string; readonly tokens: readonly string[] }
  | { readonly kind: "anchor"; readonly file: string; readonly name: string }
  | { readonly kind: "refused"; readonly reason: string };

/**
 * Reads a `$ref` that stands in `from`. Only files at or below `folder` may be named, both relative to the root: a contract
 * must build the same without a network, and must not be able to publish a file of the machine it is built on.
 */
export function parseReference(reference: string, from: string, folder: string): ReferenceTarget {
  const hash = reference.indexOf("#");
  const path = hash < 0 ? reference : reference.slice(0, hash);
  const fragment = hash < 0 ? "" : reference.slice(hash + 1);
  const file = path === "" ? from : resolveFile(path, from, folder);
  if (typeof file !== "string") return { kind: "refused", reason: file.reason };
  const tokens = parsePointer(fragment);
  return tokens ? { kind: "pointer", file, tokens } : { kind: "anchor", file, name: fragment };
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

/** What a pointer leads to, through references of the same file that stand on the way. */
export function resolveThrough(root: Json, tokens: readonly string[]): Json | undefined {
  let way = tokens;
  for (let hops = 0; hops < mostHops; hops += 1) {
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

const mostHops = 20;

/** The name nearest to the first token that does not exist, in full. */
export function missingHint(root: Json, path: readonly string[]): string | null {
  const index = path.findIndex((_, end) => resolvePointer(root, path.slice(0, end + 1)) === undefined);
  const parent = resolvePointer(root, path.slice(0, index));
  if (!isObject(parent)) return null;
  const meant = nearest(path[index] ?? "", Object.keys(parent));
  if (meant === null) return null;
  return `did you mean ${toPointer([...path.slice(0, index), meant, ...path.slice(index + 1)])}?`;
}
