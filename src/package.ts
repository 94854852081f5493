import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** The absolute path of the package, with a trailing slash. This module lies one level below it, compiled or not. */
export const packageRoot = fileURLToPath(new URL("..", import.meta.url));

/**
 * Folders of the package that browsers run code from: the client, the sandbox, and the code that they share with Node.
 */
export const browserFolders: readonly string[] = ["src/client", "src/sandbox", "src/shared"];

const manifest: { readonly version: string } = JSON.parse(readFileSync(join(packageRoot, "package.json"), "utf8"));

export const { version } = manifest;

const idFile = join(packageRoot, "lib/build-id");

/** Identifies the compilation of the package. */
export const buildId = existsSync(idFile) ? readFileSync(idFile, "utf8") : "not compiled";
