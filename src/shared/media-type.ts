/** True for the two media types of forms (WHATWG HTML, section 4.10.22). */
export function isFormType(type: string): boolean {
  return /^(?:multipart\/form-data|application\/x-www-form-urlencoded)\b/i.test(type);
}

export function isMultipart(type: string): boolean {
  return type.toLowerCase().startsWith("multipart/");
}

/**
 * True for a JSON MIME type (WHATWG MIME Sniffing, section 4.6): `application/json`, `text/json`, or anything that ends
 * in `+json`.
 */
export function isJsonType(mediaType: string): boolean {
  return /^(?:(?:application|text)\/json|[^/]+\/[^;]+\+json)\s*(?:;|$)/i.test(mediaType.trim());
}

/** True for types whose values are data: JSON and forms. The value of another type is a text or a file. */
export function isDataType(mediaType: string): boolean {
  return isJsonType(mediaType) || isFormType(mediaType);
}

/** RFC 6902 */
export function isJsonPatch(mediaType: string): boolean {
  return bareType(mediaType) === "application/json-patch+json";
}

/** A media type in lower case without parameters: `text/html` for `Text/HTML; charset=utf-8`. */
export function bareType(mediaType: string): string {
  return (mediaType.split(";")[0] ?? "").trim().toLowerCase();
}

/**
 * True if a type, or a range such as `image/*`, accepts the sent type; parameters don't matter (RFC 9110, section
 * 12.5.1).
 */
export function takesType(accepted: string, sent: string): boolean {
  const [range, type] = [bareType(accepted), bareType(sent)];
  return range === type || range === "*/*" || (range.endsWith("/*") && type.startsWith(range.slice(0, -1)));
}

interface FileType {
  /** The usual one first. */
  readonly extensions: readonly string[];
  /** The first bytes of such files, a character per byte. Those of HEIC have another form (`isHeic`). */
  readonly signatures: readonly string[];
  /** A whole beginning. */
  readonly beginning: string;
}

/** Types that can be recognized by content. */
// prettier-ignore
const fileTypes: ReadonlyMap<string, FileType> = new Map([
  ["application/pdf", { extensions: ["pdf"], signatures: ["%PDF-"], beginning: "%PDF-1.7\n" }],
  ["image/gif", { extensions: ["gif"], signatures: ["GIF87a", "GIF89a"], beginning: "GIF89a" }],
  ["image/heic", { extensions: ["heic", "heif"], signatures: [], beginning: "\0\0\0\x10ftypheic\0\0\0\0" }],
  ["image/jpeg", { extensions: ["jpg", "jpeg"], signatures: ["\xff\xd8\xff"], beginning: "\xff\xd8\xff" }],
  ["image/png", { extensions: ["png"], signatures: ["\x89PNG\r\n\x1a\n"], beginning: "\x89PNG\r\n\x1a\n" }],
  ["image/tiff", { extensions: ["tif", "tiff"], signatures: ["II*\0", "II+\0", "MM\0*", "MM\0+"], beginning: "II*\0" }],
]);

/** In bytes, enough to recognize a file. */
export const signatureLength = 256;

/** The media type by a file's first bytes; null if it's unknown. */
export function typeOfContent(bytes: Uint8Array): string | null {
  const text = String.fromCharCode(...bytes.subarray(0, signatureLength));
  const found = [...fileTypes].find(([, { signatures }]) => signatures.some((start) => text.startsWith(start)));
  return found?.[0] ?? (isHeic(text) ? "image/heic" : null);
}

/** The first bytes of files of a type; empty for types that can't be recognized by content. */
export function signatureOf(type: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(fileTypes.get(type)?.beginning ?? "", (character) => character.charCodeAt(0));
}

/** The file type box has an HEVC brand as its own or a compatible one (ISO/IEC 23008-12). */
function isHeic(text: string): boolean {
  if (text.slice(4, 8) !== "ftyp") return false;
  const length = (text.charCodeAt(2) << 8) | text.charCodeAt(3);
  const brands = text.slice(8, Math.max(length, 12)).match(/.{4}/gs) ?? [];
  return brands.some((brand) => /^he(?:ic|ix|im|is|vc|vx|vm|vs)$/.test(brand));
}

/**
 * Says why a file isn't one of the allowed types, by its first bytes or else its name; the sender's claim doesn't
 * count. Null if nothing is wrong, or if one of the types can't be recognized.
 */
export function fileTypeFault(
  { name, content }: { readonly name: string; readonly content: string | null },
  types: readonly string[],
): "content" | "name" | null {
  if (types.length === 0 || !types.every((type) => fileTypes.has(type))) return null;
  if (content === null || !types.includes(content)) return "content";
  return typeOfName(name) === content ? null : "name";
}

/** The media type by a file's extension; null if it's unknown. */
export function typeOfName(fileName: string): string | null {
  const extension = fileName.split(".").at(-1)?.toLowerCase() ?? "";
  return [...fileTypes].find(([, { extensions }]) => extensions.includes(extension))?.[0] ?? null;
}

/** The usual extension of files of a type; null for types that can't be recognized by content. */
export function extensionOf(type: string): string | null {
  return fileTypes.get(type)?.extensions[0] ?? null;
}

/**
 * The list for a file picker: the types, and extensions for systems that don't know them. Any file is allowed for bytes
 * of any type.
 */
export function toAccept(types: readonly string[]): string {
  if (types.includes("application/octet-stream")) return "";
  return types
    .flatMap((type) => [type, ...(fileTypes.get(type)?.extensions ?? []).map((extension) => `.${extension}`)])
    .join(",");
}
