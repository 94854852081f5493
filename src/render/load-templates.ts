import { mkdir, readdir, realpath, writeFile } from "node:fs/promises";
import { createHash } from "node:crypto";
import { createRequire } from "node:module";
import { basename, dirname, join } from "node:path";
import { pathToFileURL } from "node:url";

import type { ReactNode } from "react";

import { diagnose } from "../model/diagnostic.ts";
import { BuildError } from "../model/outcome.ts";
import type { PageView } from "../model/view.ts";
import { packageRoot } from "../package-root.ts";

/** What a set of templates gives: the component of a whole page. */
export interface Templates {
  readonly Page: (props: { readonly view: PageView }) => ReactNode;
}

const packageTemplates = join(packageRoot, "templates");

/**
 * The package's templates, compiled ahead of time; or, for a site that has a `templates/` folder of its own, the
 * same with each file replaced that the site has under the same name.
 * @throws BuildError when a template of the site does not compile.
 */
export async function loadTemplates(root: string): Promise<Templates> {
  const overrides = await templateFiles(root);
  if (overrides.length === 0) return import("../../templates/page.tsx");
  const code = await compileTemplates(join(root, "templates"), overrides);
  // A module is loaded once per address: the content decides the address, so that an edit is a new module.
  const hash = createHash("sha256").update(code).digest("hex").slice(0, 16);
  const folder = join(packageRoot, "node_modules/.cache/docs-build");
  await mkdir(folder, { recursive: true });
  const file = join(folder, `templates-${hash}.mjs`);
  await writeFile(file, code);
  const templates: Templates = await import(pathToFileURL(file).href);
  return templates;
}

/** The site's own template files; none when its folder is the package's. */
async function templateFiles(root: string): Promise<readonly string[]> {
  const folder = join(root, "templates");
  const names = await readdir(folder).catch(() => []);
  if (names.length === 0) return [];
  const [own, packaged] = await Promise.all([realpath(folder), realpath(packageTemplates)]);
  return own === packaged ? [] : names.filter((name) => name.endsWith(".tsx")).sort();
}

async function compileTemplates(folder: string, overrides: readonly string[]): Promise<string> {
  const { build } = await import("esbuild");
  const require = createRequire(import.meta.url);
  const result = await build({
    entryPoints: [join(overrides.includes("page.tsx") ? folder : packageTemplates, "page.tsx")],
    bundle: true,
    write: false,
    format: "esm",
    platform: "node",
    jsx: "automatic",
    logLevel: "silent",
    plugins: [
      {
        name: "site-templates",
        setup(hooks) {
          hooks.onResolve({ filter: /^\.{1,2}\/.*\.tsx$/ }, ({ path, importer }) => {
            const inTemplates = [folder, packageTemplates].includes(dirname(importer));
            if (!inTemplates || dirname(path) !== ".") return undefined;
            const name = basename(path);
            return { path: join(overrides.includes(name) ? folder : packageTemplates, name) };
          });
          // One React for the renderer and every template, wherever the template lies.
          hooks.onResolve({ filter: /^react(-dom)?(\/|$)/ }, ({ path }) => ({
            path: pathToFileURL(require.resolve(path)).href,
            external: true,
          }));
        },
      },
    ],
  }).catch((error: unknown) => {
    throw toBuildError(error);
  });
  return result.outputFiles[0]?.text ?? "";
}

interface CompileFailure {
  readonly errors: readonly { readonly text: string; readonly location: { readonly file: string; readonly line: number; readonly column: number } | null }[];
}

function toBuildError(error: unknown): unknown {
  if (!isCompileFailure(error)) return error;
  return new BuildError(
    error.errors.map(({ text, location }) => {
      const position = location && { file: `templates/${basename(location.file)}`, line: location.line, column: location.column + 1 };
      return diagnose("template/invalid", text, position);
    }),
  );
}

function isCompileFailure(error: unknown): error is CompileFailure {
  return typeof error === "object" && error !== null && "errors" in error && Array.isArray(error.errors);
}
