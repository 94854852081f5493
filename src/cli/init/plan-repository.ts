import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

import { parse } from "yaml";

import { packageRoot } from "#package.ts";
import { type Json, textAt } from "#shared/json/json.ts";
import type { OutputFile } from "#write/output-file.ts";

import { installedFrom } from "./installed-from.ts";

/**
 * The files of a repository around a site: scripts and the dependency, what git ignores, how to begin, and a workflow. In a
 * folder of a larger repository GitHub would never read the workflow.
 */
export function planRepository(folder: string, site: readonly OutputFile[]): readonly OutputFile[] {
  const dependency = installedFrom(folder);
  const title = titleOf(site).replace(/[\\`*_[\]<>#]/g, "\\$&");
  const source = dependency.startsWith("file:") ? ofThisMachine : "";
  return [
    { path: "package.json", content: toManifest(dependency) },
    { path: ".gitignore", content: readPart("gitignore") },
    {
      path: "README.md",
      content: readPart("readme.md")
        .replace("{{title}}", () => title)
        .replace("{{source}}", source),
    },
    ...(isInRepository(dirname(folder)) && !existsSync(join(folder, ".git"))
      ? []
      : [{ path: ".github/workflows/docs.yml", content: readWorkflow() }]),
  ];
}

const ofThisMachine =
  "- `package.json` names docs-build by its folder on this machine; for others and for CI, put its git address there.\n";

/** The workflow, which `explain ci` shows as well. */
export function readWorkflow(): string {
  return readPart("workflow.yml");
}

function readPart(name: string): string {
  return readFileSync(join(packageRoot, "src/cli/init/repository", name), "utf8");
}

function titleOf(site: readonly OutputFile[]): string {
  const settings: Json = parse(String(site.find(({ path }) => path === "content/site.yaml")?.content ?? ""));
  return textAt(settings, "title") ?? "Documentation";
}

function toManifest(dependency: string): string {
  const manifest = {
    private: true,
    scripts: { dev: "docs-build serve --watch", check: "docs-build check", build: "docs-build" },
    dependencies: { "docs-build": dependency },
  };
  return `${JSON.stringify(manifest, null, 2)}\n`;
}

function isInRepository(folder: string): boolean {
  if (existsSync(join(folder, ".git"))) return true;
  const above = dirname(folder);
  return above !== folder && isInRepository(above);
}
