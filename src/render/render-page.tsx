import { join } from "node:path";

import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";

import type { PageView } from "#shared/view.ts";

import { overridePlugin, ownOrPackaged, toCompileError } from "./overrides.ts";

/** The HTML of a page, with the origins of its links still in it. */
export function renderPage({ Page }: Templates, view: PageView): string {
  return `<!doctype html>\n${renderToStaticMarkup(<Page view={view} />)}\n`;
}

/** What a set of templates gives: the component of a whole page. */
export interface Templates {
  readonly Page: (props: { readonly view: PageView }) => ReactNode;
}

/**
 * The package's templates, compiled ahead of time; or, for a site with templates of its own, the same with each file
 * replaced that the site has under the same name. `files` are the texts of the site's, by path relative to the root.
 * @throws BuildError when a template does not compile.
 */
export async function loadTemplates(root: string, files: ReadonlyMap<string, string>): Promise<Templates> {
  if (files.size === 0) return import("#templates/page.tsx");
  const code = await compileTemplates(root, files);
  // A module is loaded once per address: the address is the code, so that an edit is a new module and nothing is written.
  const address = `data:text/javascript;base64,${Buffer.from(`${code}//# sourceURL=templates\n`).toString("base64")}`;
  const templates: Templates = await import(address);
  return templates;
}

async function compileTemplates(root: string, files: ReadonlyMap<string, string>): Promise<string> {
  const { build } = await import("esbuild");
  const result = await build({
    absWorkingDir: root,
    entryPoints: [ownOrPackaged(join(root, "templates"), "page.tsx")],
    bundle: true,
    write: false,
    format: "esm",
    platform: "node",
    jsx: "automatic",
    logLevel: "silent",
    plugins: [overridePlugin(root)],
  }).catch((error: unknown) => {
    throw toCompileError(error, files);
  });
  return result.outputFiles[0]?.text ?? "";
}
