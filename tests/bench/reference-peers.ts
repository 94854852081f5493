import { cp, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";

import { shippedFolder, type TemporaryFolder } from "../support/temporary-folder.ts";
import { runNode } from "./measure.ts";
import { installPeers } from "./peers.ts";

const packages = ["redoc@^2", "@scalar/api-reference@^1", "swagger-ui-dist@^5"];

const bundles: Readonly<Record<string, string>> = {
  "redoc.js": "redoc/bundles/redoc.standalone.js",
  "scalar.js": "@scalar/api-reference/dist/browser/standalone.js",
  "swagger.js": "swagger-ui-dist/swagger-ui-bundle.js",
  "swagger.css": "swagger-ui-dist/swagger-ui.css",
};

const pages: Readonly<Record<string, string>> = {
  "redoc.html": '<redoc spec-url="/api/openapi.json"></redoc><script src="/redoc.js"></script>',
  "scalar.html": '<script id="api-reference" data-url="/api/openapi.json"></script><script src="/scalar.js"></script>',
  "swagger.html":
    '<link rel="stylesheet" href="/swagger.css"><div id="ui"></div><script src="/swagger.js"></script><script>SwaggerUIBundle({ url: "/api/openapi.json", dom_id: "#ui" })</script>',
};

export interface References extends TemporaryFolder {
  /** This repository's site, with Redoc, Scalar and Swagger UI on its contract beside `/api/`. */
  readonly dist: string;
}

export async function buildReferences(): Promise<References> {
  const folder = await shippedFolder();
  runNode([resolve("bin/docs-build.js"), "--quiet"], folder.path);
  const dist = join(folder.path, "dist");
  const modules = await installPeers(join(folder.path, "peers"), packages);
  for (const [name, path] of Object.entries(bundles)) await cp(join(modules, path), join(dist, name));
  for (const [name, body] of Object.entries(pages))
    await writeFile(join(dist, name), `<!doctype html><meta charset="utf-8"><title>${name}</title><body>${body}`);
  return { ...folder, dist };
}
