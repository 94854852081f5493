import { readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";

import { packageRoot } from "#package.ts";
import { type Json, textAt, memberOf } from "#shared/json/json.ts";

/**
 * What a `package.json` in a folder names to have this docs-build: the address that it was installed from, else the folder
 * where it is. Never a version: on the registry the name is somebody else's.
 */
export function installedFrom(folder: string, installed = packageRoot): string {
  const found = findDependency(dirname(resolve(installed)));
  if (found !== null && isAddress(found.written)) return found.written;
  const archive = found === null ? undefined : /^file:(.*\.tgz)$/.exec(found.written)?.[1];
  return `file:${pathFrom(folder, archive === undefined || found === null ? installed : join(found.folder, archive))}`;
}

interface Dependency {
  readonly folder: string;
  readonly written: string;
}

/** What the nearest project above asks for. */
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

/** The forms that npm knows for a repository, and the address of an archive. */
function isAddress(written: string): boolean {
  return /^(?:git(?:\+\w+)?:|git@|github:|gitlab:|bitbucket:|gist:|https?:|[\w-]+\/[\w.-]+(?:#|$))/.test(written);
}

function pathFrom(folder: string, target: string): string {
  return relative(folder, target).replaceAll("\\", "/") || ".";
}
