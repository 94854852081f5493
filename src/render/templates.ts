import type { ReactNode } from "react";

import type { PageView } from "#shared/view.ts";

import { type Compiled, overridesOf, toCompileError } from "./overrides.ts";

/** What a set of templates gives: the component of a whole page. */
export interface Templates {
  readonly Page: (props: { readonly view: PageView }) => ReactNode;
}

/**
 * The package's templates with each file replaced that the site has under the same name, as one module. `files` are the
 * texts of the site's, by path relative to the root.
 * @throws BuildError when a template does not compile.
 */
export async function compileTemplates(root: string, files: ReadonlyMap<string, string>): Promise<Compiled<string>> {
  const { build } = await import("esbuild");
  const { options, find, isWhole } = overridesOf(root, files);
  const result = await build({
    ...options,
    entryPoints: [find("page.tsx")],
    bundle: true,
    write: false,
    format: "esm",
    platform: "node",
    jsx: "automatic",
    logLevel: "silent",
  }).catch((error: unknown) => {
    throw toCompileError(error, files);
  });
  return { value: result.outputFiles[0]?.text ?? "", isWhole: isWhole() };
}

/** Loads compiled templates; null stands for the package's, which were compiled ahead of time. */
export async function importTemplates(code: string | null): Promise<Templates> {
  if (code === null) return import("#templates/page.tsx");
  // A module is loaded once per address: the address is the code, so that an edit is a new module and nothing is written.
  const address = `data:text/javascript;base64,${Buffer.from(`${code}//# sourceURL=templates\n`).toString("base64")}`;
  const templates: Templates = await import(address);
  return templates;
}
