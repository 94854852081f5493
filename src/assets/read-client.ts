import { readFile } from "node:fs/promises";
import { join } from "node:path";

import type { OutputFile } from "../model/output-file.ts";
import { packageRoot } from "../package-root.ts";

/** What `compile-client` leaves in `lib/client/manifest.json`. Names are file names in that folder. */
export interface ClientManifest {
  readonly files: readonly string[];
  readonly script: string;
  readonly styles: string;
  /** The script of the pages that lead on from old addresses. */
  readonly redirect: string;
  readonly icon: string;
  /** The icon with 32 pixels a side. */
  readonly iconImage: string;
  /** The icon with 180 pixels a side, for home screens. */
  readonly touchIcon: string;
  readonly socialImage: string;
  /** Text of the inline script. */
  readonly inlineScript: string;
}

/** The package's compiled browser part. */
export interface Client {
  readonly manifest: ClientManifest;
  /** By name, ready to be published in the site's `assets/`. */
  readonly files: readonly OutputFile[];
}

const folder = join(packageRoot, "lib/client");

/** Reads the browser part that was compiled with the package. */
export async function readClient(): Promise<Client> {
  const manifest: ClientManifest = JSON.parse(await readFile(join(folder, "manifest.json"), "utf8"));
  const files = await Promise.all(
    manifest.files.map(async (name) => ({ path: `assets/${name}`, content: await readFile(join(folder, name)) })),
  );
  return { manifest, files };
}
