import { cp, mkdir, readdir, stat, symlink, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";

import { shippedFolder, type TemporaryFolder, temporaryFolder } from "../support/temporary-folder.ts";
import type { MeasuredDocument } from "./documents.ts";
import { runNode } from "./measure.ts";
import { docusaurusPackages, installPeers } from "./peers.ts";

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
  /** A site with Redoc, Scalar and Swagger UI on its contract beside `/api/`. */
  readonly dist: string;
}

/** For this repository's site, or for a document that gets a site of its own. */
export async function buildReferences(document: MeasuredDocument | null = null): Promise<References> {
  const folder = document === null ? await shippedFolder() : await temporaryFolder(filesOf(document));
  runNode([resolve("bin/docs-build.js"), "--quiet"], folder.path);
  const dist = join(folder.path, "dist");
  const modules = await installPeers(join(folder.path, "peers"), packages);
  for (const [name, path] of Object.entries(bundles)) await cp(join(modules, path), join(dist, name));
  for (const [name, body] of Object.entries(pages))
    await writeFile(join(dist, name), `<!doctype html><meta charset="utf-8"><title>${name}</title><body>${body}`);
  return { ...folder, dist };
}

function filesOf({ file, text }: MeasuredDocument): Readonly<Record<string, string>> {
  return { "content/index.md": "# Home\n", [`openapi/${file}`]: text };
}

/** For a document, with a page for every operation. */
export async function buildByOperation(document: MeasuredDocument): Promise<References> {
  const version = `id: v1, document: openapi/${document.file}, route: /api/, layout: operations`;
  const folder = await temporaryFolder({
    ...filesOf(document),
    "content/site.yaml": `contracts:\n  - { ${version} }\n`,
  });
  runNode([resolve("bin/docs-build.js"), "--quiet"], folder.path);
  return { ...folder, dist: join(folder.path, "dist") };
}

/** docusaurus-openapi-docs, which writes a page for every operation and needs all of Docusaurus: 350 MB and more. */
const openApiDocs = ["docusaurus-plugin-openapi-docs@^5", "docusaurus-theme-openapi-docs@^5"];

/** With its faster bundler: by webpack, 32 operations weren't done after 400 seconds. */
const docusaurusConfig = (file: string): string => `export default {
  ...{ title: "Docs", url: "https://docs.example.com", baseUrl: "/", onBrokenLinks: "ignore", onBrokenAnchors: "ignore" },
  future: { v4: true },
  presets: [["classic", { docs: { routeBasePath: "/", docItemComponent: "@theme/ApiItem" }, blog: false }]],
  plugins: [
    ["docusaurus-plugin-openapi-docs", {
      ...{ id: "openapi", docsPluginId: "classic" },
      config: { api: { specPath: "openapi/${file}", outputDir: "docs/api", sidebarOptions: { groupPathsBy: "tag" } } },
    }],
  ],
  themes: ["docusaurus-theme-openapi-docs"],
};
`;

interface DocusaurusReference extends References {
  /** The page of the operation with the most content. */
  readonly heaviest: string;
}

/** A document's site by Docusaurus with that plugin. */
export async function buildDocusaurusReference({ file, text }: MeasuredDocument): Promise<DocusaurusReference> {
  const folder = await temporaryFolder({
    "docs/index.md": "# Home\n",
    [`openapi/${file}`]: text,
    "package.json": '{ "private": true }',
    "docusaurus.config.js": docusaurusConfig(file),
  });
  await mkdir(join(folder.path, "peers"));
  const modules = await installPeers(join(folder.path, "peers"), [...docusaurusPackages, ...openApiDocs]);
  await symlink(modules, join(folder.path, "node_modules"));
  const command = join(modules, "@docusaurus/core/bin/docusaurus.mjs");
  runNode([command, "gen-api-docs", "all"], folder.path);
  runNode([command, "build"], folder.path);
  const heaviest = `/api/${await heaviestSource(join(folder.path, "docs/api"))}/`;
  return { ...folder, dist: join(folder.path, "build"), heaviest };
}

/** The operation whose files are largest together: a page's HTML doesn't tell, most of a page is printed in the browser. */
async function heaviestSource(folder: string): Promise<string> {
  const sizes = new Map<string, number>();
  // Only the text of pages counts: the sidebar grows with the contract.
  for (const file of (await readdir(folder)).filter((name) => /\.(?:mdx|json)$/.test(name))) {
    const [id = ""] = file.split(".");
    const { size } = await stat(join(folder, file));
    sizes.set(id, (sizes.get(id) ?? 0) + size);
  }
  const [[heaviest] = [""]] = [...sizes].toSorted(([, a], [, b]) => b - a);
  return heaviest;
}
