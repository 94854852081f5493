/** The media types that are told apart, with the extensions of their names. */
const extensionsByType: ReadonlyMap<string, readonly string[]> = new Map([
  ["image/tiff", ["tif", "tiff"]],
  ["image/jpeg", ["jpg", "jpeg"]],
  ["application/pdf", ["pdf"]],
  ["image/heic", ["heic", "heif"]],
  ["image/png", ["png"]],
]);

/** What a file is by its first bytes; null for anything else. */
export function typeOfContent(content: Buffer): string | null {
  const hex = content.toString("hex", 0, 8);
  if (/^(?:49492a00|4d4d002a|49492b00|4d4d002b)/.test(hex)) return "image/tiff";
  if (hex.startsWith("ffd8ff")) return "image/jpeg";
  if (content.toString("latin1", 0, 5) === "%PDF-") return "application/pdf";
  if (hex === "89504e470d0a1a0a") return "image/png";
  return isHeic(content) ? "image/heic" : null;
}

/** What a file is by the extension of its name; null for anything else. */
export function typeOfName(fileName: string): string | null {
  const extension = fileName.split(".").at(-1)?.toLowerCase() ?? "";
  return [...extensionsByType].find(([, extensions]) => extensions.includes(extension))?.[0] ?? null;
}

/** True when the type is one that can be told by content. */
export function isTellable(type: string): boolean {
  return extensionsByType.has(type);
}

const heicBrands = new Set(["heic", "heix", "heim", "heis", "hevc", "hevx", "hevm", "hevs"]);

/** ISO/IEC 23008-12: a file type box that names a HEVC brand, itself or among the compatible ones. */
function isHeic(content: Buffer): boolean {
  if (content.toString("latin1", 4, 8) !== "ftyp") return false;
  const length = Math.min(content.readUInt32BE(0), 256, content.length);
  const brands = content.toString("latin1", 8, length).match(/.{4}/gs) ?? [];
  return brands.some((brand) => heicBrands.has(brand));
}
