import type { Memory } from "#cache/memory.ts";
import type { Sources } from "#read/sources.ts";
import { bundleStyles } from "#render/bundle-client.ts";
import { checkTemplates } from "#render/check-templates.ts";
import { type ClientAssets, compileScripts, hashTheme, readClient, replaceIn } from "#render/client-assets.ts";
import { type Compiled, placesOf } from "#render/overrides.ts";
import { compileTemplates, toTemplateError } from "#render/templates.ts";
import type { Config } from "#shared/config.ts";
import type { Outcome } from "#shared/diagnostic.ts";

import { type LoadedLook, loadLook } from "./load-look.ts";

interface CompiledTemplates {
  readonly code: string | null;
  /** What a site's own write numbers and dates by, where they name no language or time zone. */
  readonly locale: string;
}

/** What pages are made with, and what browsers get beside them. */
export interface Theme {
  readonly client: ClientAssets;
  /** What the settings make of it. */
  readonly look: LoadedLook;
  /** Compiled; null stands for the package's. An object of its own, so that it is read once as an input of every page. */
  readonly templates: CompiledTemplates;
  /** Whether a page is decided by the templates and what they are given; others are printed anew at every build. */
  readonly isPure: boolean;
  /** What an error that they throw says to the site's author. */
  readonly toError: (error: unknown) => unknown;
}

interface ThemeInputs {
  readonly root: string;
  readonly config: Config;
  readonly sources: Pick<Sources, "theme" | "statics" | "settings">;
}

/**
 * The theme as it was compiled with the package, but for what the site has of its own: templates and styles, the browser's
 * scripts while the package itself is worked on, and what the settings say of its look.
 * @throws BuildError when one does not compile.
 */
export async function loadTheme(inputs: ThemeInputs, memory: Memory): Promise<Outcome<Theme>> {
  const { root } = inputs;
  const { theme: sources } = inputs.sources;
  const packaged = await memory.keep("packaged client", [], readClient);
  // What the package was compiled from needs no compiling.
  const isPackaged = sources.size === 0 || hashTheme(sources) === packaged.manifest.themeHash;
  const own: Texts = isPackaged ? new Map() : sources;
  const [css, browser, modules] = [only(own, isStyle), only(own, isScript), only(own, isTemplateSource)];
  const places = own.size === 0 ? [] : placesOf(root);
  const compiled = rememberWhole(memory);
  const [styles, scripts, module] = await Promise.all([
    css.size === 0 ? null : compiled("styles", [css, places], async (texts, _places) => bundleStyles(root, texts)),
    // They are bundled with libraries, which no input names.
    browser.size === 0 ? null : memory.keep("scripts", [browser], compileScripts),
    modules.size === 0
      ? null
      : compiled("templates", [modules, places], async (texts, _places) => compileTemplates(root, texts)),
  ]);
  const client = replaceIn(packaged, { styles, scripts });
  const templates = module === null ? packagedTemplates : { code: module.code, locale: localeOfMachine() };
  const toError = (error: unknown): unknown => toTemplateError(error, templates.code, modules);
  const look = await loadLook({ ...inputs, client }, memory);
  const value = { client, look: look.value, templates, isPure: module?.isPure ?? true, toError };
  return { value, diagnostics: [...checkTemplates(own), ...look.diagnostics] };
}

const packagedTemplates: CompiledTemplates = { code: null, locale: "" };

function localeOfMachine(): string {
  const { locale, timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  return `${locale} ${timeZone}`;
}

/** What was made of other files as well, which are known to who compiles them only, is made anew for every build. */
function rememberWhole({ remember }: Memory) {
  return async <Inputs extends unknown[], T>(
    key: string,
    inputs: readonly [...Inputs],
    make: (...inputs: NoInfer<Inputs>) => Promise<Compiled<T>>,
  ): Promise<T> => {
    const values: T[] = [];
    const whole = await remember(key, inputs, {
      shape: ["value"],
      make: async (...own) => {
        const { value, isWhole } = await make(...own);
        values.push(value);
        return { value: isWhole ? value : null };
      },
    });
    return whole.value ?? values[0] ?? (await make(...inputs)).value;
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
