import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** Absolute path of the package, with a trailing slash. This module lies one level below it, compiled or not. */
export const packageRoot = fileURLToPath(new URL("..", import.meta.url));

/** What browsers run comes from these folders of the package: the client, the sandbox, and what they share with Node. */
export const browserFolders: readonly string[] = ["src/client", "src/sandbox", "src/shared"];

const manifest: unknown = JSON.parse(readFileSync(join(packageRoot, "package.json"), "utf8"));

export const version: string =
  typeof manifest === "object" && manifest !== null && "version" in manifest ? String(manifest.version) : "unknown";

/** Tells one compilation of the package from every other. */
export const buildId = readId();

function readId(): string {
  const file = join(packageRoot, "lib/build-id");
  return existsSync(file) ? readFileSync(file, "utf8") : "not compiled";
}
