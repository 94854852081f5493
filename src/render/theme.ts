import { createHash } from "node:crypto";

import type { Memory } from "#shared/memory.ts";

import { type Client, compileClient, hashTheme, readClient } from "./client-assets.ts";
import { compileTemplates, importTemplates, type Templates } from "./templates.ts";

/** What pages are made with, and what browsers get beside them. */
export interface Theme {
  readonly client: Client;
  /** Tells sets of templates apart. The package's have none. */
  readonly templatesId: string;
  readonly loadTemplates: () => Promise<Templates>;
}

/**
 * The theme as it was compiled with the package, but for what the site has of its own. `sources` are the texts of a
 * site's templates and styles, and of the browser's scripts while the package itself is worked on, by path relative to the
 * root. What else they import is known to who compiles them only, so nothing of it is remembered beyond the process.
 * @throws BuildError when one does not compile.
 */
export async function loadTheme(root: string, sources: Texts, { keep }: Memory): Promise<Theme> {
  const packaged = await keep("packaged client", [], readClient);
  // What the package was compiled from needs no compiling.
  const isPackaged = sources.size === 0 || hashTheme(sources) === packaged.manifest.themeHash;
  const own: Texts = isPackaged ? new Map() : sources;
  const [clientSources, templateSources] = [only(own, isClientSource), only(own, isTemplateSource)];
  const [client, code] = await Promise.all([
    keep("client", [clientSources], async () => compileClient(root, clientSources, packaged)),
    keep("templates", [templateSources], async () => compileTemplates(root, templateSources)),
  ]);
  const templatesId = code === null ? "" : createHash("sha256").update(code).digest("base64url");
  return { client, templatesId, loadTemplates: async () => importTemplates(code) };
}

type Texts = ReadonlyMap<string, string>;

function only(texts: Texts, isWanted: (path: string) => boolean): Texts {
  return new Map([...texts].filter(([path]) => isWanted(path)));
}

/** Styles, and the package's scripts. */
function isClientSource(path: string): boolean {
  return path.endsWith(".css") || path.startsWith("src/");
}

/** Templates, the islands that stand in them, and the model that they show. */
function isTemplateSource(path: string): boolean {
  if (path.endsWith(".css")) return false;
  return ["templates/", "src/client/islands/", "src/shared/"].some((folder) => path.startsWith(folder));
}
