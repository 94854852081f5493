import { readFileSync } from "node:fs";
import { join } from "node:path";

import { packageRoot } from "./package-root.ts";

const manifest: unknown = JSON.parse(readFileSync(join(packageRoot, "package.json"), "utf8"));

/** The package's version. */
export const version: string =
  typeof manifest === "object" && manifest !== null && "version" in manifest ? String(manifest.version) : "unknown";
