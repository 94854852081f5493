import type { Memory } from "#cache/memory.ts";
import { ownFiles } from "#content/own/own-directive.ts";
import type { Sources } from "#read/sources.ts";
import { bundleIslands, bundleStyles, type NamedFile } from "#render/bundle-client.ts";
import { checkTemplates, compileTemplates, toTemplateError } from "#render/templates.ts";
import { type ClientAssets, compileScripts, hashTheme, readClient, replaceIn } from "#render/client-assets.ts";
import { type Compiled, namedFolders } from "#render/overrides.ts";
import type { Config } from "#settings/resolve-config.ts";
import type { LogoView } from "#shared/assets-view.ts";
import { BuildError, type Outcome } from "#shared/diagnostics/diagnostic.ts";
import { planLook, type SiteLook } from "#site/look/plan-look.ts";
import { hashedFile } from "#site/site-assets.ts";
import type { OutputFile } from "#write/output-file.ts";

interface CompiledTemplates {
  readonly code: string | null;
  /** The machine's locale and time zone, which a site's own templates use by default to format numbers and dates. */
  readonly locale: string;
}

/** The templates that pages are rendered with, and the files for browsers. */
export interface Theme {
  readonly client: ClientAssets;
  readonly look: LoadedLook;
  /**
   * The compiled code, or null for the package's templates. Every page shares this object, so that its id is computed
   * once.
   */
  readonly templates: CompiledTemplates;
  /** True if the output of the templates depends on their props alone. Otherwise pages are rendered at every build. */
  readonly isPure: boolean;
  /** Turns an error that a template threw into one that names the author's line. */
  readonly toError: (error: unknown) => unknown;
}

interface ThemeInputs {
  readonly root: string;
  readonly config: Config;
  readonly sources: Pick<Sources, "theme" | "statics" | "settings">;
}

/**
 * Loads the theme that was compiled with the package, and compiles what the site or the working tree changes:
 * templates, styles, the browser's scripts, the look from the settings.
 * @throws BuildError if a file doesn't compile.
 */
export async function loadTheme(inputs: ThemeInputs, memory: Memory): Promise<Outcome<Theme>> {
  const { root } = inputs;
  const { theme: sources } = inputs.sources;
  const packaged = await memory.memo("packaged client", [], readClient);
  // The sources equal those that the package was compiled from, so nothing has to be compiled.
  const isPackaged = sources.size === 0 || hashTheme(sources) === packaged.manifest.themeHash;
  const own: Texts = isPackaged ? new Map() : sources;
  const css = only(own, isStyle);
  const browser = only(own, (path) => path.startsWith("src/"));
  const modules = only(own, isTemplateSource);
  const isReplaced = ![...modules.keys()].every((path) => /^templates\/(?:directives|islands)\//.test(path));
  const folders = own.size === 0 ? [] : namedFolders(root);
  const compiled = memoWhole(memory);
  const [styles, scripts, module] = await Promise.all([
    css.size === 0 ? null : compiled("theme styles", [css, folders], async () => bundleStyles(root, css)),
    // Scripts are bundled with libraries, which aren't among the inputs, so this result never goes to disk.
    browser.size === 0 ? null : memory.memo("scripts", [browser], async () => compileScripts(browser)),
    isReplaced ? compiled("theme templates", [modules, folders], async () => compileTemplates(root, modules)) : null,
  ]);
  const names = scripts?.files.map(({ name }) => name) ?? packaged.manifest.files;
  const islands = await loadIslands(root, modules, { folders, packaged: names, memory });
  const client = replaceIn(packaged, { styles, scripts, islands: islands.value });
  const templates = module === null ? packagedTemplates : { code: module.code, locale: localeOfMachine() };
  const toError = (error: unknown): unknown => toTemplateError(error, templates.code, modules);
  const look = await loadLook(inputs, client, memory);
  const value = { client, look: look.value, templates, isPure: module?.isPure ?? true, toError };
  return { value, diagnostics: [...checkTemplates(own), ...islands.diagnostics, ...look.diagnostics] };
}

interface IslandTools {
  readonly folders: readonly string[];
  /** Names of the package's files. */
  readonly packaged: readonly string[];
  readonly memory: Memory;
}

async function loadIslands(
  root: string,
  texts: Texts,
  { folders, packaged, memory }: IslandTools,
): Promise<Outcome<readonly NamedFile[]>> {
  const files = ownFiles("islands", texts.keys());
  if (files.size === 0) return { value: [], diagnostics: [] };
  const named = { files, packaged };
  const bundle = async (): Promise<Compiled<Outcome<readonly NamedFile[]>>> => {
    try {
      const { value, isWhole } = await bundleIslands(root, texts, named);
      return { value: { value, diagnostics: [] }, isWhole };
    } catch (error) {
      if (!(error instanceof BuildError)) throw error;
      return { value: { value: [], diagnostics: error.diagnostics }, isWhole: false };
    }
  };
  return memoWhole(memory)("theme islands", [named, texts, folders], bundle);
}

const packagedTemplates: CompiledTemplates = { code: null, locale: "" };

export function localeOfMachine(): string {
  const { locale, timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  return `${locale} ${timeZone}`;
}

/** Remembers a compilation only if its inputs name every file that was compiled. */
export function memoWhole({ memo }: Memory) {
  return async <T>(name: string, inputs: readonly unknown[], make: () => Promise<Compiled<T>>): Promise<T> => {
    const fresh: Compiled<T>[] = [];
    const known = await memo(name, inputs, async () => {
      const compiled = await make();
      fresh.push(compiled);
      return compiled;
    });
    return (known.isWhole ? known : (fresh[0] ?? (await make()))).value;
  };
}

type Texts = ReadonlyMap<string, string>;

export function only(texts: Texts, isWanted: (path: string) => boolean): Texts {
  return new Map([...texts].filter(([path]) => isWanted(path)));
}

function isStyle(path: string): boolean {
  return path.endsWith(".css");
}

/** Templates, the islands within them, and the model that both import. */
export function isTemplateSource(path: string): boolean {
  if (isStyle(path)) return false;
  return ["templates/", "src/client/islands/", "src/shared/"].some((folder) => path.startsWith(folder));
}

/** The look that the settings describe; its styles are a file. */
interface LoadedLook extends Pick<SiteLook, "favicon" | "fonts" | "fontSizes" | "paper"> {
  readonly logo: LogoView | null;
  /** The path of the styles; null if the settings need none. */
  readonly styles: string | null;
  readonly files: readonly OutputFile[];
}

async function loadLook(
  { config, sources: { statics, settings } }: ThemeInputs,
  client: ClientAssets,
  { memo }: Memory,
): Promise<Outcome<LoadedLook>> {
  const textOf = (name: string): string =>
    Buffer.from(client.files.find(({ path }) => path === `assets/${name}`)?.content ?? "").toString();
  const planned = planLook({ config, statics, settings, themeStyles: textOf(client.manifest.styles) });
  const { css, styles: own, files, ...look } = planned.value;
  if (!hasStyles(config)) return { value: { ...look, files, styles: null }, diagnostics: planned.diagnostics };
  const before = textOf(client.manifest.lookStyles) + own;
  const sheets = statics.filter(({ path }) => path.endsWith(".css"));
  const inputs = css && {
    entry: css.path,
    before,
    sheets: sheets.map(({ path, file, content }) => ({ path, file, text: Buffer.from(content).toString() })),
    paths: statics.map(({ path }) => path),
    baseUrl: config.baseUrl,
    policy: config.look.policy,
  };
  const compiled =
    inputs === null
      ? { value: before, diagnostics: [] }
      : await memo("site styles", [inputs], async () =>
          (await import("#render/site-styles.ts")).compileSiteStyles(inputs),
        );
  const sheet = hashedFile("site", compiled.value, ".css");
  return {
    value: { ...look, files: [...files, sheet], styles: sheet.path },
    diagnostics: [...planned.diagnostics, ...compiled.diagnostics],
  };
}

function hasStyles({ look, navbar, footer }: Config): boolean {
  const hasMenu = (navbar ?? []).some(({ items }) => items.length > 0);
  const isOwn =
    look.logo !== null || look.accent !== null || look.ground !== "warm" || look.css !== null || look.fonts.length > 0;
  return isOwn || hasMenu || footer.columns.length > 0 || look.policy["frame-src"] !== undefined;
}
