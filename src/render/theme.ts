import { createHash } from "node:crypto";

import type { Memory } from "#shared/memory.ts";

import { bundleStyles } from "./bundle-client.ts";
import { type Client, compileScripts, hashTheme, readClient, replaceIn } from "./client-assets.ts";
import { type Compiled, placesOf } from "./overrides.ts";
import { compileTemplates, importTemplates, type Templates, toTemplateError } from "./templates.ts";

/** What pages are made with, and what browsers get beside them. */
export interface Theme {
  readonly client: Client;
  /** Tells sets of templates apart. The package's have none. */
  readonly templatesId: string;
  readonly loadTemplates: () => Promise<Templates>;
  /** What an error that they throw says to the site's author. */
  readonly toError: (error: unknown) => unknown;
}

/**
 * The theme as it was compiled with the package, but for what the site has of its own. `sources` are the texts of a
 * site's templates and styles, and of the browser's scripts while the package itself is worked on, by path relative to the
 * root.
 * @throws BuildError when one does not compile.
 */
export async function loadTheme(root: string, sources: Texts, memory: Memory): Promise<Theme> {
  const packaged = await memory.keep("packaged client", [], readClient);
  // What the package was compiled from needs no compiling.
  const isPackaged = sources.size === 0 || hashTheme(sources) === packaged.manifest.themeHash;
  const own: Texts = isPackaged ? new Map() : sources;
  const [css, browser, modules] = [only(own, isStyle), only(own, isScript), only(own, isTemplateSource)];
  const places = own.size === 0 ? [] : placesOf(root);
  const compiled = rememberWhole(memory);
  const [styles, scripts, code] = await Promise.all([
    css.size === 0 ? null : compiled("styles", [css, places], async () => bundleStyles(root, css)),
    // They are bundled with libraries, which no input names.
    browser.size === 0 ? null : memory.keep("scripts", [browser], async () => compileScripts(browser)),
    modules.size === 0 ? null : compiled("templates", [modules, places], async () => compileTemplates(root, modules)),
  ]);
  const client = replaceIn(packaged, { styles, scripts });
  const templatesId = code === null ? "" : createHash("sha256").update(code).digest("base64url");
  return {
    ...{ client, templatesId, loadTemplates: async () => importTemplates(code) },
    toError: (error) => toTemplateError(error, code, modules),
  };
}

/** What was made of other files as well, which are known to who compiles them only, does not outlive the process. */
function rememberWhole({ remember, keep }: Memory) {
  return async <T>(key: string, inputs: readonly unknown[], make: () => Promise<Compiled<T>>): Promise<T> => {
    const made: Compiled<T>[] = [];
    const whole = await remember(key, inputs, async () => {
      const compiled = await make();
      made.push(compiled);
      return compiled.isWhole ? compiled.value : null;
    });
    return whole ?? keep(`${key} of other files`, inputs, async () => (made[0] ?? (await make())).value);
  };
}

type Texts = ReadonlyMap<string, string>;

function only(texts: Texts, isWanted: (path: string) => boolean): Texts {
  return new Map([...texts].filter(([path]) => isWanted(path)));
}

function isStyle(path: string): boolean {
  return path.endsWith(".css");
}

function isScript(path: string): boolean {
  return path.startsWith("src/");
}

/** Templates, the islands that stand in them, and the model that they show. */
function isTemplateSource(path: string): boolean {
  if (isStyle(path)) return false;
  return ["templates/", "src/client/islands/", "src/shared/"].some((folder) => path.startsWith(folder));
}
