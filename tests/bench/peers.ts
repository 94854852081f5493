import { cp, readFile, symlink, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";

import { runCommand } from "../support/run-command.ts";
import { writePages } from "./generated-site.ts";

/** A site generator, prepared in a folder with pages of its own. */
export interface Generator {
  readonly name: string;
  readonly folder: string;
  /** The folder of the Markdown, relative to `folder`. */
  readonly pages: string;
  /** What Node runs for a build. */
  readonly command: readonly string[];
  /** The page that an edit changes, below `pages`. */
  readonly edited?: string;
  /** Paths that a build writes, the site first. All are removed before a cold build. */
  readonly outputs: readonly string[];
}

interface Place {
  readonly folder: string;
  readonly modules: string;
}

/**
 * The folder of the peers' packages: those of the lock file, and the named ones, which only some benchmarks need.
 * PEERS_FOLDER says where all are installed already.
 */
export async function installPeers(folder: string, packages: readonly string[] = []): Promise<string> {
  const known = process.env["PEERS_FOLDER"];
  if (known !== undefined) return join(resolve(known), "node_modules");
  await cp("tests/bench/peers", folder, { recursive: true });
  const flags = ["--no-audit", "--no-fund", "--ignore-scripts", "--legacy-peer-deps"];
  const { code, stderr } = await runCommand("npm", ["install", ...flags, ...packages], { cwd: folder });
  if (code !== 0) throw new Error(`the peers could not be installed: ${stderr.slice(-2000)}`);
  return join(folder, "node_modules");
}

/** "VitePress 1.6.4" */
async function nameOf(modules: string, name: string, title: string): Promise<string> {
  const { version }: { version: string } = JSON.parse(await readFile(join(modules, name, "package.json"), "utf8"));
  return `${title} ${version}`;
}

export async function prepareDocsBuild(folder: string, size: number): Promise<Generator> {
  await writePages(join(folder, "content"), size);
  const command = [resolve("bin/docs-build.js"), "--quiet"];
  return { name: "docs-build", folder, pages: "content", command, outputs: ["dist", ".cache"] };
}

/** This repository's guides in place of generated pages; for docs-build with the contract that they are checked against. */
export async function withGuides(generator: Generator): Promise<Generator> {
  const { folder, pages } = generator;
  const isOurs = generator.name === "docs-build";
  // Partial pages, which others would publish.
  const filter = (path: string): boolean => isOurs || !path.includes("/_");
  await cp("content", join(folder, pages), { recursive: true, filter });
  if (isOurs) await cp("openapi", join(folder, "openapi"), { recursive: true });
  else {
    // Names a template of ours.
    const front = join(folder, pages, "index.md");
    await writeFile(front, (await readFile(front, "utf8")).replace(/^layout: .*\n/m, ""));
  }
  return { ...generator, edited: "broker-api.md" };
}

/** Includes plugins for highlighted code and for linkable headings, which the other generators have built in. */
export async function prepareEleventy({ folder, modules }: Place, size: number): Promise<Generator> {
  await writePages(join(folder, "pages"), size);
  const config = `import highlight from ${JSON.stringify(join(modules, "@11ty/eleventy-plugin-syntaxhighlight/.eleventy.js"))};
import anchors from ${JSON.stringify(join(modules, "markdown-it-anchor/dist/markdownItAnchor.mjs"))};
export default (config) => {
  config.addPlugin(highlight);
  config.amendLibrary("md", (library) => library.use(anchors));
  return { markdownTemplateEngine: false };
};
`;
  await writeFile(join(folder, "eleventy.config.mjs"), config);
  return {
    ...{ name: await nameOf(modules, "@11ty/eleventy", "Eleventy"), folder, pages: "pages" },
    command: [join(modules, "@11ty/eleventy/cmd.cjs"), "--quiet", "--input=pages"],
    outputs: ["_site", ".cache"],
  };
}

export async function prepareVitePress({ folder, modules }: Place, size: number): Promise<Generator> {
  await writePages(folder, size);
  // It looks for its own packages beside the pages.
  await symlink(modules, join(folder, "node_modules"));
  return {
    ...{ name: await nameOf(modules, "vitepress", "VitePress"), folder, pages: "." },
    command: [join(modules, "vitepress/bin/vitepress.js"), "build", "."],
    outputs: [".vitepress/dist", ".vitepress/cache", ".vitepress/.temp"],
  };
}

/** Docusaurus's packages: 350 MB, so they are installed only on request. */
export const docusaurusPackages = [
  ...["@docusaurus/core@3.10.2", "@docusaurus/faster@3.10.2", "@docusaurus/preset-classic@3.10.2"],
  ...["react@^19", "react-dom@^19"],
];

/** As its own starter sets it up, with its faster bundler and caches; the docs alone, without a blog. */
export async function prepareDocusaurus({ folder, modules }: Place, size: number): Promise<Generator> {
  await writePages(join(folder, "docs"), size);
  await symlink(modules, join(folder, "node_modules"));
  await writeFile(join(folder, "package.json"), '{ "private": true }');
  const config = `export default {
  ...{ title: "Docs", url: "https://docs.example.com", baseUrl: "/", future: { v4: true } },
  presets: [["classic", { docs: { routeBasePath: "/" }, blog: false }]],
};
`;
  await writeFile(join(folder, "docusaurus.config.js"), config);
  return {
    ...{ name: await nameOf(modules, "@docusaurus/core", "Docusaurus"), folder, pages: "docs" },
    command: [join(modules, "@docusaurus/core/bin/docusaurus.mjs"), "build"],
    outputs: ["build", ".docusaurus", "node_modules/.cache"],
  };
}
