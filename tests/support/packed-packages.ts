import { mkdir, readdir, readFile } from "node:fs/promises";
import { join } from "node:path";

import { packageRoot } from "#package.ts";

import { listen, type Listening } from "./listen.ts";
import { runCommand } from "./run-command.ts";

export interface PackedPackages extends Listening {
  /** Address of the package's archive, as a release has it. */
  readonly archive: string;
}

/** A server of the packed docs-build and, as a registry, of the installed packages that it needs. Archives lie in `folder`. */
export async function servePackages(folder: string): Promise<PackedPackages> {
  await mkdir(folder, { recursive: true });
  const needed = await runtimePackages();
  const sources = [packageRoot, ...needed.map((path) => join(packageRoot, path))];
  const packed = await runCommand(
    "npm",
    ["pack", "--json", "--ignore-scripts", "--loglevel=error", "--pack-destination", folder, ...sources],
    { cwd: packageRoot },
  );
  if (packed.code !== 0) throw new Error(packed.stderr);
  const archives: readonly { readonly name: string; readonly filename: string }[] = JSON.parse(packed.stdout);
  const fileOf = new Map(archives.map(({ name, filename }) => [name, filename.replace("@", "").replace("/", "-")]));
  const manifests = new Map(
    await Promise.all(
      needed.map(async (path): Promise<[string, Manifest]> => {
        const manifest: Manifest = JSON.parse(await readFile(join(packageRoot, path, "package.json"), "utf8"));
        return [manifest.name, manifest];
      }),
    ),
  );
  const server = await listen(async ({ url = "/", headers }, response) => {
    const name = decodeURIComponent(url.slice(1));
    const manifest = manifests.get(name);
    if (manifest !== undefined) {
      const dist = { tarball: `http://${headers.host ?? ""}/${fileOf.get(name) ?? ""}` };
      const { version } = manifest;
      const versions = { [version]: { ...manifest, dist } };
      return response.end(JSON.stringify({ name, "dist-tags": { latest: version }, versions }));
    }
    const archive = (await readdir(folder)).find((file) => file === name);
    return archive === undefined
      ? response.writeHead(404).end("{}")
      : response.end(await readFile(join(folder, archive)));
  });
  return { ...server, archive: `${server.origin}/${fileOf.get("docs-build") ?? ""}` };
}

interface Manifest {
  readonly name: string;
  readonly version: string;
}

/** Folders of the packages that are installed without development packages, according to the lock file, on this platform. */
async function runtimePackages(): Promise<readonly string[]> {
  const lock: { readonly packages: Readonly<Record<string, { readonly dev?: true }>> } = JSON.parse(
    await readFile(join(packageRoot, "package-lock.json"), "utf8"),
  );
  const installed = new Set(await readdir(join(packageRoot, "node_modules"), { recursive: false }));
  const scoped = new Set(await readdir(join(packageRoot, "node_modules/@esbuild")));
  return Object.entries(lock.packages).flatMap(([path, { dev }]) => {
    const [, first = "", second = ""] = path.split("/");
    const isInstalled = first.startsWith("@") ? first === "@esbuild" && scoped.has(second) : installed.has(first);
    return path === "" || dev === true || !isInstalled ? [] : [path];
  });
}
