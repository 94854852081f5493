import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { join, relative, resolve, sep } from "node:path";
import { pathToFileURL } from "node:url";

import type { BuildFailure, BuildOptions, Plugin } from "esbuild";

import { packageRoot } from "#package.ts";
import { BuildError, diagnose, startOf } from "#shared/diagnostics/diagnostic.ts";

const require = createRequire(import.meta.url);
export const packageTemplates = join(packageRoot, "templates");

/** The result of compiling the site's own files together with the package's. */
export interface Compiled<T> {
  readonly value: T;
  /** True if only the site's texts and the package's files were compiled. */
  readonly isWhole: boolean;
}

interface Overrides {
  readonly options: Pick<BuildOptions, "absWorkingDir" | "plugins" | "tsconfigRaw">;
  /** Returns the file that counts for a name below `templates/`. */
  readonly find: (name: string) => string;
  /** True if only the site's texts and the package's files were compiled so far. */
  readonly isWhole: () => boolean;
}

/**
 * Resolves imports of templates and styles: the site's file of a name, or else the package's. So a site can replace a
 * single file, and a copy of a package's file works unchanged. `texts` are the site's files by path relative to `root`;
 * they're compiled as they were read, even if a file has changed since.
 */
export function overridesOf(root: string, texts: ReadonlyMap<string, string>): Overrides {
  const folder = join(root, "templates");
  const foreign = new Set<string>();
  const textOf = (path: string): string | undefined => texts.get(relative(root, path).replaceAll(sep, "/"));
  const find = (name: string): string => {
    const [own, packaged] = [join(folder, name), join(packageTemplates, name)];
    if (textOf(own) !== undefined) return own;
    // A file outside of `templates/` isn't among the texts that were read.
    if (name.startsWith("..")) foreign.add(own);
    else if (existsSync(packaged)) return packaged;
    return existsSync(own) ? own : packaged;
  };
  const plugin: Plugin = {
    name: "overrides",
    setup(hooks) {
      hooks.onResolve({ filter: /^\.{1,2}\// }, ({ path, resolveDir }) => {
        const base = [folder, packageTemplates].find((candidate) => `${resolveDir}${sep}`.startsWith(candidate + sep));
        return base === undefined ? undefined : { path: find(relative(base, resolve(resolveDir, path))) };
      });
      // Imports of the package's modules work wherever the template lies. `hooks.resolve` comes here again.
      hooks.onResolve({ filter: /^#/ }, async ({ path, kind, pluginData }) =>
        pluginData === packageRoot
          ? undefined
          : hooks.resolve(path, { kind, resolveDir: packageRoot, pluginData: packageRoot }),
      );
      // The renderer and every template share one React, wherever the template lies.
      hooks.onResolve({ filter: /^react(-dom)?(\/|$)/ }, ({ path }) => ({ path: addressOf(path), external: true }));
      hooks.onLoad({ filter: /.*/ }, ({ path }) => {
        const contents = textOf(path);
        if (contents !== undefined) return { contents, loader: "default" };
        if (!isOfPackage(path, root)) foreign.add(path);
        return undefined;
      });
    },
  };
  // A tsconfig.json is meant for other compilers, and isn't among the texts.
  return {
    options: { absWorkingDir: root, plugins: [plugin], tsconfigRaw: {} },
    find,
    isWhole: () => foreign.size === 0,
  };
}

/** The package's files may change while somebody works on the package. */
function isOfPackage(path: string, root: string): boolean {
  if (join(root, sep) === packageRoot || !path.startsWith(packageRoot)) return false;
  return !relative(packageRoot, path).split(sep).includes("node_modules");
}

function addressOf(module: string): string {
  return pathToFileURL(require.resolve(module)).href;
}

/** The folders of the package and of React, which compiled templates name. */
export function namedFolders(root: string): readonly string[] {
  return [relative(root, packageRoot), addressOf("react"), addressOf("react-dom")];
}

/** Turns esbuild's errors into findings about the author's file. Other errors stay as they are. */
export function toCompileError(error: unknown, texts: ReadonlyMap<string, string>): unknown {
  if (!isCompileFailure(error)) return error;
  const findings = error.errors.map(({ text, location }) => {
    const position = location && { file: location.file, line: location.line, column: location.column + 1 };
    // If the package misses an export of the site's file, the finding is about the site's file.
    const [, file = ""] = /^No matching export in "(.+?)"/.exec(text) ?? [];
    return diagnose("template/invalid", text, texts.has(file) ? startOf(file) : position);
  });
  return new BuildError(findings, texts);
}

/** The paths in it are relative to esbuild's working folder. */
function isCompileFailure(error: unknown): error is Pick<BuildFailure, "errors"> {
  return typeof error === "object" && error !== null && "errors" in error && Array.isArray(error.errors);
}
