import type { Remember } from "#shared/remember.ts";

import { type Client, compileClient, hashTheme, readClient } from "./client-assets.ts";
import { loadTemplates, type Templates } from "./render-page.tsx";

/** What pages are made with, and what browsers get beside them. */
export interface Theme {
  readonly client: Client;
  readonly templates: Templates;
}

/**
 * The theme as it was compiled with the package, but for what the site has of its own. `sources` are the texts of a
 * site's templates and styles, and of the browser's scripts while the package itself is worked on, by path relative to the
 * root.
 * @throws BuildError when one does not compile.
 */
export async function loadTheme(root: string, sources: Texts, remember: Remember): Promise<Theme> {
  const packaged = await remember("packaged client", [], readClient);
  // What the package was compiled from needs no compiling.
  const isPackaged = sources.size === 0 || hashTheme(sources) === packaged.manifest.themeHash;
  const own: Texts = isPackaged ? new Map() : sources;
  const [clientSources, templateSources] = [only(own, isClientSource), only(own, isTemplateSource)];
  const [client, templates] = await Promise.all([
    remember("client", [clientSources], async () => compileClient(root, clientSources, packaged)),
    remember("templates", [templateSources], async () => loadTemplates(root, templateSources)),
  ]);
  return { client, templates };
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
