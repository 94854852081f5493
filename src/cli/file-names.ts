import { isAbsolute, relative, resolve, sep } from "node:path";

import { workTreeOf } from "#read/git/git-state.ts";
import type { NameFile } from "#shared/diagnostics/format-diagnostic.ts";

/**
 * Reports on a terminal name files by the path from the working directory, which editors open, and files of a site
 * elsewhere by the path from the site's root.
 */
export function namesOnTerminal(root: string): NameFile {
  return naming(process.cwd(), root);
}

/** Annotations name files from the root of the repository, or of GitHub's checkout without one. */
export function namesInRepository(root: string, environment: NodeJS.ProcessEnv): NameFile {
  const top = workTreeOf(resolve(root)) ?? environment["GITHUB_WORKSPACE"] ?? "";
  return top === "" ? (file) => file : naming(resolve(top), root);
}

/** A position in the provider's document names an address rather than a file. */
function naming(top: string, root: string): NameFile {
  return (file) => (/^[a-z][a-z0-9+.-]+:\/\//i.test(file) ? file : (below(top, resolve(root, file)) ?? file));
}

function below(folder: string, path: string): string | null {
  const name = relative(folder, path);
  return name === "" || name === ".." || name.startsWith(`..${sep}`) || isAbsolute(name)
    ? null
    : name.replaceAll(sep, "/");
}
