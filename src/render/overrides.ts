import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { join, relative, resolve, sep } from "node:path";
import { pathToFileURL } from "node:url";

import type { BuildOptions, Plugin } from "esbuild";

import { packageRoot } from "#package.ts";
import { BuildError, diagnose, startOf } from "#shared/diagnostics/diagnostic.ts";

const require = createRequire(import.meta.url);
export const packageTemplates = join(packageRoot, "templates");

/** What was compiled of a site's own files and the package's. */
export interface Compiled<T> {
  readonly value: T;
  /** Whether nothing but the given texts and the package's files decided it. */
  readonly isWhole: boolean;
}

interface Overrides {
  readonly options: Pick<BuildOptions, "absWorkingDir" | "plugins" | "tsconfigRaw">;
  /** The file that counts under a name below `templates/`. */
  readonly find: (name: string) => string;
  /** Whether nothing that was compiled so far came from elsewhere. */
  readonly isWhole: () => boolean;
}

/**
 * Resolves what templates and styles import: the site's file where it has one of that name, the package's elsewhere.
 * So a site replaces one file and keeps the rest, and a copy of a package's file works unchanged. `texts` are the site's,
 * by path relative to `root`; they are compiled as they were read, whatever has become of the files since.
 */
export function overridesOf(root: string, texts: ReadonlyMap<string, string>): Overrides {
  const folder = join(root, "templates");
  const foreign = new Set<string>();
  const textOf = (path: string): string | undefined => texts.get(relative(root, path).replaceAll(sep, "/"));
  const find = (name: string): string => {
    const [own, packaged] = [join(folder, name), join(packageTemplates, name)];
    if (textOf(own) !== undefined) return own;
    // What lies beside the templates is no text that was read.
    if (name.startsWith("..")) foreign.add(own);
    else if (existsSync(packaged)) return packaged;
    return existsSync(own) ? own : packaged;
  };
  const plugin: Plugin = {
    name: "overrides",
    setup(hooks) {
      hooks.onResolve({ filter: /^\.{1,2}\// }, ({ path, resolveDir }) => {
        const place = [folder, packageTemplates].find((candidate) => `${resolveDir}${sep}`.startsWith(candidate + sep));
        return place === undefined ? undefined : { path: find(relative(place, resolve(resolveDir, path))) };
      });
      // What templates import of the package, wherever the template lies. `hooks.resolve` comes here again.
      hooks.onResolve({ filter: /^#/ }, async ({ path, kind, pluginData }) =>
        pluginData === packageRoot
          ? undefined
          : hooks.resolve(path, { kind, resolveDir: packageRoot, pluginData: packageRoot }),
      );
      // One React for the renderer and every template, wherever the template lies.
      hooks.onResolve({ filter: /^react(-dom)?(\/|$)/ }, ({ path }) => ({ path: addressOf(path), external: true }));
      hooks.onLoad({ filter: /.*/ }, ({ path }) => {
        const contents = textOf(path);
        if (contents !== undefined) return { contents, loader: "default" };
        if (!isOfPackage(path, root)) foreign.add(path);
        return undefined;
      });
    },
  };
  // A tsconfig.json is there for another compiler; no text tells of it.
  return {
    options: { absWorkingDir: root, plugins: [plugin], tsconfigRaw: {} },
    find,
    isWhole: () => foreign.size === 0,
  };
}

/** While somebody works on the package, its files change as a site's do. */
function isOfPackage(path: string, root: string): boolean {
  if (join(root, sep) === packageRoot || !path.startsWith(packageRoot)) return false;
  return !relative(packageRoot, path).split(sep).includes("node_modules");
}

function addressOf(module: string): string {
  return pathToFileURL(require.resolve(module)).href;
}

/** Where the package and React lie, as compiled templates name them. */
export function placesOf(root: string): readonly string[] {
  return [relative(root, packageRoot), addressOf("react"), addressOf("react-dom")];
}

/** What esbuild rejects with when a file doesn't compile. Files are relative to the working folder it was given. */
interface CompileFailure {
  readonly errors: readonly {
    readonly text: string;
    readonly location: { readonly file: string; readonly line: number; readonly column: number } | null;
  }[];
}

/** A file that doesn't compile is its author's to mend: esbuild's findings as ours. Other errors stay what they are. */
export function toCompileError(error: unknown, texts: ReadonlyMap<string, string>): unknown {
  if (!isCompileFailure(error)) return error;
  const findings = error.errors.map(({ text, location }) => {
    const position = location && { file: location.file, line: location.line, column: location.column + 1 };
    // What the package looks for in a site's file is missing there, not where it is asked for.
    const [, file = ""] = /^No matching export in "(.+?)"/.exec(text) ?? [];
    return diagnose("template/invalid", text, texts.has(file) ? startOf(file) : position);
  });
  return new BuildError(findings, texts);
}

function isCompileFailure(error: unknown): error is CompileFailure {
  return typeof error === "object" && error !== null && "errors" in error && Array.isArray(error.errors);
}
