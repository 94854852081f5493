/** Width and height in pixels. */
export interface PictureSize {
  readonly width: number;
  readonly height: number;
}

/** PNG, GIF, JPEG, WebP or SVG. Null for other formats and for pictures without a size. */
export function pictureSize(bytes: Uint8Array): PictureSize | null {
  const size = readSize(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  return size !== null && size.width > 0 && size.height > 0 ? size : null;
}

function readSize(file: Buffer): PictureSize | null {
  const begins = file.toString("latin1", 0, 16);
  if (begins.startsWith("\x89PNG"))
    return fits(file, 24) ? { width: file.readUInt32BE(16), height: file.readUInt32BE(20) } : null;
  if (begins.startsWith("GIF8"))
    return fits(file, 10) ? { width: file.readUInt16LE(6), height: file.readUInt16LE(8) } : null;
  if (begins.startsWith("\xff\xd8")) return jpegSize(file);
  if (begins.startsWith("RIFF") && begins.slice(8, 12) === "WEBP") return fits(file, 30) ? webpSize(file) : null;
  return svgSize(file.toString("utf8", 0, longestHead));
}

function fits(file: Buffer, length: number): boolean {
  return file.byteLength >= length;
}

/** The segment that begins the frame (ITU T.81, B.2.2). */
function jpegSize(file: Buffer): PictureSize | null {
  for (let at = 2; fits(file, at + 9); at += 2 + file.readUInt16BE(at + 2)) {
    const marker = file.readUInt8(at + 1);
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) return { width: file.readUInt16BE(at + 7), height: file.readUInt16BE(at + 5) };
  }
  return null;
}

/** Lossy, lossless and extended files state it in three ways (RFC 9649). */
function webpSize(file: Buffer): PictureSize | null {
  const kind = file.toString("latin1", 12, 16);
  if (kind === "VP8 ") return { width: file.readUInt16LE(26) & 0x3fff, height: file.readUInt16LE(28) & 0x3fff };
  if (kind === "VP8X") return { width: file.readUIntLE(24, 3) + 1, height: file.readUIntLE(27, 3) + 1 };
  const bits = file.readUInt32LE(21);
  return kind === "VP8L" ? { width: (bits & 0x3fff) + 1, height: ((bits >> 14) & 0x3fff) + 1 } : null;
}

/** In this many characters a drawing has begun. */
const longestHead = 20_000;

function svgSize(text: string): PictureSize | null {
  const tag = /<svg\b(?:[^>"']|"[^"]*"|'[^']*')*>/.exec(text)?.[0] ?? "";
  const length = (name: string): number =>
    Number(new RegExp(`\\s${name}\\s*=\\s*["']\\s*([\\d.]+)(?:px)?\\s*["']`).exec(tag)?.[1]);
  const [width, height] = [length("width"), length("height")];
  if (width > 0 && height > 0) return { width, height };
  const [, , across, down] =
    /\sviewBox\s*=\s*["']\s*([^"']*)/
      .exec(tag)?.[1]
      ?.split(/[\s,]+/)
      .map(Number) ?? [];
  return across !== undefined && down !== undefined && across > 0 && down > 0 ? { width: across, height: down } : null;
}
