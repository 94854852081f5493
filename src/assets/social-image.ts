import { createHash } from "node:crypto";

import { version } from "#package.ts";
import type { Config } from "#shared/config.ts";
import { diagnose, type Outcome } from "#shared/diagnostic.ts";
import type { OutputFile, StaticFile } from "#shared/files.ts";

import { drawImage } from "./draw-image.ts";
import { toSocialSvg } from "./social-svg.tsx";

/** The picture of a site's link previews before it is drawn. */
export interface SocialImage {
  /** Where it is published. */
  readonly path: string;
  /** What it is drawn from; null when it is the site's own PNG. */
  readonly svg: string | null;
  /** The site's own file; null for the package's drawing. */
  readonly file: string | null;
}

/** The picture's file; none when there is nothing to draw. */
export interface DrawnFiles {
  readonly files: readonly OutputFile[];
}

const size = { width: 1200, height: 630 };

/**
 * What a site's link previews show: its own `content/static/social.png`, a PNG of its own `social.svg`, or one of the
 * package's drawing with the site's title and description. Previews want an absolute address: without the site's there
 * is no picture. The name tells the drawing, so that pages know it before it is drawn.
 */
export function planSocialImage(config: SocialConfig, statics: readonly StaticFile[]): SocialImage | null {
  const { title, description, siteUrl } = config;
  if (siteUrl === null) return null;
  const own = (name: string): StaticFile | undefined => statics.find(({ path }) => path === name);
  const png = own("social.png");
  if (png !== undefined) return { path: png.path, svg: null, file: png.file };
  const source = own("social.svg");
  const svg =
    source === undefined
      ? toSocialSvg({ title, description, host: new URL(siteUrl).host })
      : new TextDecoder().decode(source.content);
  // Another version of the package may draw the same source in another way.
  const hash = createHash("sha256").update(`${version}\n${svg}`).digest("hex").slice(0, 8);
  return { path: `assets/social-${hash}.png`, svg, file: source?.file ?? null };
}

export type SocialConfig = Pick<Config, "title" | "description" | "siteUrl">;

/** Draws the picture, if there is one to be drawn. One that cannot be drawn is a finding. */
export async function drawSocialImage(image: SocialImage | null): Promise<Outcome<DrawnFiles>> {
  if (image === null || image.svg === null) return { value: { files: [] }, diagnostics: [] };
  const { path, svg, file } = image;
  const reply = await drawImage({ svg, size });
  if ("png" in reply) return { value: { files: [{ path, content: reply.png }] }, diagnostics: [] };
  if (file === null) throw new Error(`the package's own picture ${reply.fault}`);
  const [, fault = reply.fault, line = 1, column = 1] = /^(.*) at (\d+):(\d+)$/.exec(reply.fault) ?? [];
  const position = { file, line: Number(line), column: Number(column) };
  return { value: { files: [] }, diagnostics: [diagnose("content/social-image", `the picture ${fault}`, position)] };
}
