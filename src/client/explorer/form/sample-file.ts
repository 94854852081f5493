/**
 * A small file of the first of some media types that can be made here, else a text: for readers who want to see a call
 * work and have no file at hand.
 */
export function makeSampleFile(types: readonly string[]): File {
  const type = types.find((accepted) => makers.has(accepted)) ?? "text/plain";
  const { extension, content } = makers.get(type) ?? { extension: "txt", content: "A sample.\n" };
  return new File([Uint8Array.from(content, (character) => character.charCodeAt(0))], `sample.${extension}`, { type });
}

interface SampleContent {
  readonly extension: string;
  /** One character a byte. */
  readonly content: string;
}

/** One empty page of a postage stamp's size, and one gray pixel. */
const pdf = `%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 72 72]>>endobj
trailer<</Root 1 0 R>>
%%EOF
`;
const png = atob("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg==");

const makers: ReadonlyMap<string, SampleContent> = new Map([
  ["application/pdf", { extension: "pdf", content: pdf }],
  ["image/png", { extension: "png", content: png }],
]);
