import type { ContractVersion } from "#settings/resolve-config.ts";
import { diagnose, type Diagnostic, startOf } from "#shared/diagnostics/diagnostic.ts";
import { collisionKey, outputPathOf, routeKey } from "#shared/route.ts";

import type { RenderedPage } from "./check-site.ts";

/** A path in the output with the author's file behind it. */
interface ClaimedPath {
  readonly path: string;
  readonly file?: string;
}

/**
 * Checks the output's paths on any file system: no two may be equal apart from letter case and Unicode form, none may
 * be a file where another needs a folder, and only the tool may write the folder that caches keep forever. The routes
 * of pages are unique already.
 */
export function checkPaths(
  pages: readonly Pick<RenderedPage, "route" | "file">[],
  files: readonly ClaimedPath[],
): readonly Diagnostic[] {
  const written: readonly ClaimedPath[] = pages.map(({ route, file }) => ({ path: outputPathOf(route), file }));
  const claimByKey = new Map(written.map((page) => [collisionKey(page.path), page]));
  const diagnostics: Diagnostic[] = [];
  for (const claim of files) {
    const earlier = claimByKey.get(collisionKey(claim.path));
    if (earlier === undefined) claimByKey.set(collisionKey(claim.path), claim);
    else diagnostics.push(collision(claim, earlier));
    if (claim.file !== undefined && collisionKey(claim.path).startsWith("assets/")) {
      const message = "the site's `assets/` holds files that never change and are cached forever; this one may change";
      diagnostics.push(diagnose("route/collision", message, startOf(claim.file), "put it into another folder"));
    }
  }
  for (const claim of [...written, ...files]) {
    const segments = claim.path.split("/");
    const folders = segments.slice(1).map((_, index) => segments.slice(0, index + 1).join("/"));
    const file = folders.map((folder) => claimByKey.get(collisionKey(folder))).find((known) => known !== undefined);
    if (file !== undefined) diagnostics.push(collision(claim, file));
  }
  return diagnostics;
}

function collision(first: ClaimedPath, second: ClaimedPath): Diagnostic {
  const [blamed, kept] = first.file === undefined ? [second, first] : [first, second];
  const message = `two files of the site can't both be there: ${describe(kept)} and ${describe(blamed)}`;
  const position = blamed.file === undefined ? null : startOf(blamed.file);
  return diagnose("route/collision", message, position, "rename one of them");
}

function describe({ path, file }: ClaimedPath): string {
  return file === undefined ? `\`${path}\`` : `\`${path}\` (${file})`;
}

export interface MeasuredPage extends RenderedPage {
  readonly bytes: number;
}

/** As much as a phone draws at once: HTML elements, and bytes of uncompressed HTML. */
const atOnce = { elements: 10_000, bytes: 450_000 } as const;

/**
 * Reports pages of a reference that are too large for a phone, because the settings ask for a single page or because
 * one text is too long.
 */
export function checkLayouts(
  contracts: readonly ContractVersion[],
  pages: readonly MeasuredPage[],
): readonly Diagnostic[] {
  const heavy = pages.filter(({ elements, bytes }) => elements > atOnce.elements || bytes > atOnce.bytes);
  return contracts.flatMap(({ layout, route, document, position }) => {
    if (layout === "page") {
      const whole = heavy.filter((page) => routeKey(page.route) === routeKey(route));
      const message = `the reference at ${route} is one page of`;
      return whole.map((page) => diagnose("page/heavy", `${message} ${sizeOf(page)}`, position, spread));
    }
    return heavy
      .filter(({ file }) => file === document)
      .map((page) => {
        const message = `one text of ${page.route} makes it a page of ${sizeOf(page)}`;
        return diagnose("page/heavy", message, startOf(document), shorten);
      });
  });
}

const spread = "without `layout: page` it is spread over pages that have room";
const shorten = "keep its description to what a reader needs there, and tell the rest in a guide";

function sizeOf({ elements, bytes }: MeasuredPage): string {
  const size = `${elements.toLocaleString("en-US")} elements and ${Math.round(bytes / 1000).toLocaleString("en-US")} kB`;
  return `${size}, more than a phone draws at once`;
}
