import { posix } from "node:path";

import { decodeHTML } from "entities";

import { fixValue } from "#read/fixes.ts";
import type { StaticFile } from "#read/sources.ts";
import type { FileSetting } from "#settings/look-schema.ts";
import { diagnose, type Diagnostic, type Outcome, type SourceFile, withFix } from "#shared/diagnostics/diagnostic.ts";
import { nearest, type Slip, slipOf } from "#shared/diagnostics/nearest.ts";

export interface LookFiles {
  readonly statics: readonly StaticFile[];
  /** `content/site.yaml`; null without one. */
  readonly settings: SourceFile | null;
}

export interface FileKind {
  /** As `a font`. */
  readonly what: string;
  readonly extensions: readonly string[];
  /** The size in bytes above which a file slows pages too much. */
  readonly heavy: number;
}

/**
 * Finds the file that a setting names among the site's static files. A missing file, another kind of file, or one with
 * a script is a finding, and the result is null.
 */
export function planFile(setting: FileSetting | null, kind: FileKind, files: LookFiles): Outcome<StaticFile | null> {
  if (setting === null) return { value: null, diagnostics: [] };
  const { address, position } = setting;
  const found = files.statics.find(({ path }) => `/${path}` === address.normalize("NFC"));
  if (found === undefined) return { value: null, diagnostics: [missing(setting, files)] };
  const extension = posix.extname(found.path).toLowerCase();
  if (!kind.extensions.includes(extension)) {
    const message = `\`${address}\` isn't ${kind.what}`;
    const hint = `${kind.what} ends in ${alternatives.format(kind.extensions)}`;
    return { value: null, diagnostics: [diagnose("config/invalid", message, position, hint)] };
  }
  const diagnostics = found.content.byteLength > kind.heavy ? [heavy(setting, found, kind)] : [];
  if (!isActiveDrawing(found)) return { value: found, diagnostics };
  const message = `\`${address}\` holds a script, which would run where somebody opens the picture by itself`;
  const hint = "save the drawing without scripts, handlers and foreign objects";
  return { value: null, diagnostics: [...diagnostics, diagnose("config/invalid", message, position, hint)] };
}

const alternatives = new Intl.ListFormat("en", { type: "disjunction" });

function missing({ address, position }: FileSetting, { statics, settings }: LookFiles): Diagnostic {
  const addresses = statics.map(({ path }) => `/${path}`);
  const published = `/${address.replace(/^\/?content\/(?:static\/)?|^\//, "")}`;
  const slip: Slip | null = addresses.includes(published)
    ? { written: address, meant: published }
    : slipOf(address, addresses);
  const suggestion = slip?.meant ?? nearest(address, addresses);
  const hint =
    suggestion === null ? "files lie in content/static/: /x.svg is content/static/x.svg" : `try ${suggestion}`;
  const finding = diagnose("config/invalid", `there is no file \`${address}\``, position, hint);
  return withFix(finding, settings && fixValue({ ...settings, firstLine: 1 }, position, slip));
}

function heavy({ address, position }: FileSetting, { content }: StaticFile, kind: FileKind): Diagnostic {
  const message = `\`${address}\` has ${toKilobytes(content.byteLength)}, which every page loads`;
  const hint = `${kind.what} of up to ${toKilobytes(kind.heavy)} doesn't hold readers up`;
  return diagnose("look/heavy", message, position, hint);
}

function toKilobytes(bytes: number): string {
  return `${Math.ceil(bytes / 1000).toLocaleString("en-US")} kB`;
}

function isActiveDrawing({ path, content }: StaticFile): boolean {
  if (!/\.svg$/i.test(path)) return false;
  const text = Buffer.from(content).toString();
  // In XML an element may also have a prefix or come from an entity, and a handler may be a default.
  const isActive = /<(?:[\w.-]+:)?(?:script|foreignObject|iframe)|<!ENTITY[^>]{0,500}&|\son[a-z]+\s*(?:=|CDATA)/i.test(
    text,
  );
  // Addresses are read like browsers do: with the drawing's own entities, and without tabs and line breaks.
  const own = new Map(
    Array.from(text.matchAll(/<!ENTITY\s+([\w.:-]+)\s+["']([^"'<>]*)/g), ([, name = "", value = ""]) => [name, value]),
  );
  const decoded = decodeHTML(text.replace(/&([\w.:-]+);/g, (entity, name) => own.get(name) ?? entity));
  return isActive || /javascript:/i.test(decoded.replace(/[\t\n\r]/g, ""));
}

interface PictureSize {
  readonly width: number;
  readonly height: number;
}

/** In pixels, for PNG, GIF, JPEG, WebP or SVG; null for other formats and for pictures without a size. */
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

function jpegSize(file: Buffer): PictureSize | null {
  for (let at = 2; fits(file, at + 9); at += 2 + file.readUInt16BE(at + 2)) {
    // The segment that begins the frame (ITU T.81, B.2.2).
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

/** In characters; a drawing's root element starts within them. */
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
