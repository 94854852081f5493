import { readFile } from "node:fs/promises";
import { join } from "node:path";

import type { ClientManifest } from "../model/client-manifest.ts";
import type { OutputFile } from "../model/output-file.ts";
import { packageRoot } from "../package-root.ts";

/** The package's compiled browser part. */
export interface Client {
  readonly manifest: ClientManifest;
  /** By name, ready to be published: in the site's `assets/`, but for `favicon.ico`. */
  readonly files: readonly OutputFile[];
}

const folder = join(packageRoot, "lib/client");

/** Reads the browser part that was compiled with the package. */
export async function readClient(): Promise<Client> {
  const manifest: ClientManifest = JSON.parse(await readFile(join(folder, "manifest.json"), "utf8"));
  const files = await Promise.all(
    manifest.files.map(async (name) => ({ path: toPath(name), content: await readFile(join(folder, name)) })),
  );
  return { manifest, files };
}

function toPath(name: string): string {
  return name === "favicon.ico" ? name : `assets/${name}`;
}
