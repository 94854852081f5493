import { existsSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";

import { parse } from "yaml";

import { packageRoot } from "#package.ts";
import { workTreeOf } from "#read/git/git-history.ts";
import { runGit } from "#read/git/run-git.ts";
import { type Json, memberOf, textAt } from "#shared/json/json.ts";
import type { OutputFile } from "#write/output-file.ts";

/**
 * The files of a repository around a site: package.json, .gitignore, README.md and a workflow. GitHub never reads the
 * workflow in a folder of a larger repository.
 */
export async function planRepository(folder: string, site: readonly OutputFile[]): Promise<readonly OutputFile[]> {
  const dependency = await installedFrom(folder);
  const settings: Json = parse(String(site.find(({ path }) => path === "content/site.yaml")?.content ?? ""));
  const title = (textAt(settings, "title") ?? "Documentation").replace(/[\\`*_[\]<>#]/g, "\\$&");
  const manifest = {
    private: true,
    scripts: { dev: "docs-build serve --watch", check: "docs-build check", build: "docs-build" },
    dependencies: { "docs-build": dependency },
  };
  const readme = readPart("readme.md").replace("{{title}}", () => title);
  const source = dependency.startsWith("file:") ? ofThisMachine : "";
  return [
    { path: "package.json", content: `${JSON.stringify(manifest, null, 2)}\n` },
    { path: ".gitignore", content: readPart("gitignore") },
    { path: "README.md", content: readme.replace("{{source}}", source) },
    ...(workTreeOf(dirname(folder)) !== null && !existsSync(join(folder, ".git"))
      ? []
      : [{ path: ".github/workflows/docs.yml", content: readWorkflow() }]),
  ];
}

const ofThisMachine =
  "- `package.json` names docs-build by its folder on this machine; for others and for CI, put the address of a release\n  there, or a git address.\n";

/** `explain ci` shows the workflow as well. */
export function readWorkflow(): string {
  return readPart("workflow.yml");
}

function readPart(name: string): string {
  return readFileSync(join(packageRoot, "src/cli/init/repository", name), "utf8");
}

/**
 * The dependency on this docs-build for a `package.json`: the address that it was installed from, the commit of a clone
 * at its `origin`, or else its folder. Never a version, because the name belongs to somebody else on the registry.
 */
export async function installedFrom(folder: string, installed = packageRoot): Promise<string> {
  const found = findDependency(dirname(resolve(installed)));
  if (found !== null && isAddress(found.written)) return withoutSecret(found.written);
  const archive = found === null ? undefined : /^file:(.*\.tgz)$/.exec(found.written)?.[1];
  if (found !== null && archive !== undefined) return `file:${pathFrom(folder, join(found.folder, archive))}`;
  return (await addressOfClone(installed)) ?? `file:${pathFrom(folder, installed)}`;
}

async function addressOfClone(folder: string): Promise<string | null> {
  if (!existsSync(join(folder, ".git"))) return null;
  try {
    const origin = (await runGit(folder, ["config", "--get", "remote.origin.url"])).trim();
    // `git@host:team/repository` is the short form of `ssh://git@host/team/repository`.
    const address = origin.replace(/^([\w.-]+@[\w.-]+):(?!\/\/)\/*/, "ssh://$1/");
    const commit = (await runGit(folder, ["rev-parse", "HEAD"])).trim();
    const branches = await runGit(folder, ["for-each-ref", "--contains", "HEAD", "refs/remotes/origin"]);
    return /^(?:https|ssh):\/\//.test(address) && branches !== "" ? withoutSecret(`git+${address}#${commit}`) : null;
  } catch {
    return null;
  }
}

interface Dependency {
  readonly folder: string;
  readonly written: string;
}

function findDependency(folder: string): Dependency | null {
  const manifest = readManifest(folder);
  const kinds = ["dependencies", "devDependencies", "optionalDependencies"];
  const [written] = kinds.flatMap((kind) => textAt(memberOf(manifest, kind), "docs-build") ?? []);
  if (written !== undefined) return { folder, written };
  const above = dirname(folder);
  return above === folder ? null : findDependency(above);
}

function readManifest(folder: string): Json {
  try {
    const manifest: Json = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
    return manifest;
  } catch {
    return null;
  }
}

function isAddress(written: string): boolean {
  // An address with a query may be signed for a single reader.
  if (written.includes("?")) return false;
  return /^(?:git(?:\+\w+)?:|git@|github:|gitlab:|bitbucket:|gist:|https?:|[\w-]+\/[\w.-]+(?:#|$))/.test(written);
}

/** Removes passwords and tokens, so that the address can be committed. An SSH address needs its user. */
function withoutSecret(address: string): string {
  return address.replace(/^([\w+]+:(?:\/\/)?)([^/#]*)@/, (_, scheme: string, who: string) =>
    scheme.includes("ssh") ? `${scheme}${who.replace(/:.*/s, "")}@` : scheme,
  );
}

function pathFrom(folder: string, target: string): string {
  return relative(folder, target).replaceAll("\\", "/") || ".";
}
