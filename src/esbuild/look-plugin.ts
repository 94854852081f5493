import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { join, relative, resolve, sep } from "node:path";
import { pathToFileURL } from "node:url";

import type { Plugin } from "esbuild";

import { packageRoot } from "../package-root.ts";

export const packageTemplates = join(packageRoot, "templates");

/**
 * Resolves what templates and styles import: the site's file where it has one of that name, the package's elsewhere.
 * So a site replaces one file and keeps the rest, and a copy of a package's file works unchanged.
 */
export function lookPlugin(root: string): Plugin {
  const folder = join(root, "templates");
  const require = createRequire(import.meta.url);
  return {
    name: "look",
    setup(hooks) {
      hooks.onResolve({ filter: /^\.{1,2}\// }, ({ path, resolveDir }) => {
        const place = [folder, packageTemplates].find((candidate) => `${resolveDir}${sep}`.startsWith(candidate + sep));
        return place === undefined
          ? undefined
          : { path: ownOrPackaged(folder, relative(place, resolve(resolveDir, path))) };
      });
      // One React for the renderer and every template, wherever the template lies.
      hooks.onResolve({ filter: /^react(-dom)?(\/|$)/ }, ({ path }) => ({
        path: pathToFileURL(require.resolve(path)).href,
        external: true,
      }));
    },
  };
}

/** The file that counts under a name below `templates/`. */
export function ownOrPackaged(folder: string, name: string): string {
  const own = join(folder, name);
  return existsSync(own) ? own : join(packageTemplates, name);
}
