import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** Absolute path of the package, with a trailing slash. This module lies one level below it, compiled or not. */
export const packageRoot = fileURLToPath(new URL("..", import.meta.url));

/** What browsers run comes from these folders of the package: the client, the sandbox, and what they share with Node. */
export const browserFolders: readonly string[] = ["src/client", "src/sandbox", "src/shared"];

const manifest: { readonly version: string } = JSON.parse(readFileSync(join(packageRoot, "package.json"), "utf8"));

export const { version } = manifest;

const idFile = join(packageRoot, "lib/build-id");

/** Tells one compilation of the package from every other. */
export const buildId = existsSync(idFile) ? readFileSync(idFile, "utf8") : "not compiled";
