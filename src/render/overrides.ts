import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { join, relative, resolve, sep } from "node:path";
import { pathToFileURL } from "node:url";

import type { Plugin } from "esbuild";

import { packageRoot } from "#package.ts";
import { BuildError, diagnose } from "#shared/diagnostic.ts";

const packageTemplates = join(packageRoot, "templates");

/**
 * Resolves what templates and styles import: the site's file where it has one of that name, the package's elsewhere.
 * So a site replaces one file and keeps the rest, and a copy of a package's file works unchanged.
 */
export function overridePlugin(root: string): Plugin {
  const folder = join(root, "templates");
  const require = createRequire(import.meta.url);
  return {
    name: "overrides",
    setup(hooks) {
      hooks.onResolve({ filter: /^\.{1,2}\// }, ({ path, resolveDir }) => {
        const place = [folder, packageTemplates].find((candidate) => `${resolveDir}${sep}`.startsWith(candidate + sep));
        return place === undefined
          ? undefined
          : { path: ownOrPackaged(folder, relative(place, resolve(resolveDir, path))) };
      });
      // What templates import of the package, wherever the template lies. `hooks.resolve` comes here again.
      hooks.onResolve({ filter: /^#/ }, async ({ path, kind, pluginData }) =>
        pluginData === packageRoot
          ? undefined
          : hooks.resolve(path, { kind, resolveDir: packageRoot, pluginData: packageRoot }),
      );
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

/** What esbuild rejects with when a file does not compile. Files are relative to the working folder it was given. */
interface CompileFailure {
  readonly errors: readonly {
    readonly text: string;
    readonly location: { readonly file: string; readonly line: number; readonly column: number } | null;
  }[];
}

/** A file that does not compile is its author's to mend: esbuild's findings as ours. Other errors stay what they are. */
export function toCompileError(error: unknown, texts: ReadonlyMap<string, string>): unknown {
  if (!isCompileFailure(error)) return error;
  const findings = error.errors.map(({ text, location }) => {
    const position = location && { file: location.file, line: location.line, column: location.column + 1 };
    return diagnose("template/invalid", text, position);
  });
  return new BuildError(findings, texts);
}

function isCompileFailure(error: unknown): error is CompileFailure {
  return typeof error === "object" && error !== null && "errors" in error && Array.isArray(error.errors);
}
