import { extensionOf, isJsonType, signatureOf, typeOfContent } from "#shared/media-type.ts";

import { type ExplorerOperation, fileTypesAt } from "../explorer-operation.ts";
import { type FileNode, type JsonNode, mapParts, type NodePath } from "../json/json-node.ts";
import type { BodyDraft, RequestDraft } from "./request-draft.ts";

/**
 * A call to a sandbox works before the reader has a file: wherever one is to be chosen, it sends a sample. A server
 * gets only files that the reader has chosen.
 */
export function withSampleFiles(
  draft: RequestDraft,
  { requestBody }: Pick<ExplorerOperation, "requestBody">,
  isSimulated: boolean,
): RequestDraft {
  const bodies = (requestBody?.content ?? []).flatMap((media): readonly (readonly [string, BodyDraft])[] => {
    const body = draft.bodies[media.type];
    if (isJsonType(media.type) || body === undefined || body.node === null) return [];
    const fill = (node: JsonNode, path: NodePath): JsonNode => {
      if (node.kind !== "file") return mapParts(node, (part, step) => fill(part, [...path, step]));
      return isSimulated ? withSample(node, fileTypesAt(media, path)) : withoutSample(node);
    };
    return [[media.type, { ...body, node: fill(body.node, []) }]];
  });
  return bodies.length === 0 ? draft : { ...draft, bodies: { ...draft.bodies, ...Object.fromEntries(bodies) } };
}

const samples = new Map<string, FileNode>();

function withSample(node: FileNode, types: readonly string[]): FileNode {
  if (node.file !== null) return node;
  const key = types.join();
  const sample = samples.get(key) ?? makeSampleFile(types);
  samples.set(key, sample);
  return sample;
}

function withoutSample(node: FileNode): FileNode {
  const isSample = [...samples.values()].some(({ file }) => file === node.file);
  return isSample ? { kind: "file", file: null, content: null } : node;
}

/**
 * The sample file has the first of the media types that the page can make. If it can make none, the file only begins
 * like one that's recognized by its beginning, or else it's a text.
 */
export function makeSampleFile(types: readonly string[]): FileNode & { readonly file: File } {
  const type =
    types.find((mediaType) => contents.has(mediaType)) ??
    types.find((mediaType) => extensionOf(mediaType) !== null) ??
    "text/plain";
  const extension = extensionOf(type) ?? (type === "text/plain" ? "txt" : "bin");
  const content = contents.get(type) ?? `${String.fromCharCode(...signatureOf(type))}A sample.\n`;
  const bytes = Uint8Array.from(content, (character) => character.charCodeAt(0));
  return { kind: "file", file: new File([bytes], `sample.${extension}`, { type }), content: typeOfContent(bytes) };
}

/** The samples are an empty page of a postage stamp's size, and a gray pixel. */
const pdf = `%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 72 72]>>endobj
trailer<</Root 1 0 R>>
%%EOF
`;
const png = atob("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg==");

/** Each character stands for a byte. */
const contents: ReadonlyMap<string, string> = new Map([
  ["application/pdf", pdf],
  ["image/png", png],
  ["application/octet-stream", "A sample.\n"],
]);
