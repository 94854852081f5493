import type { Memory } from "#cache/memory.ts";
import type { ClientAssets } from "#render/client-assets.ts";
import type { Sources, StaticFile } from "#read/sources.ts";
import type { Config } from "#settings/resolve-config.ts";
import type { Outcome } from "#shared/diagnostics/diagnostic.ts";
import type { LogoView } from "#shared/assets-view.ts";
import { planLook, type SiteLook } from "#site/look/plan-look.ts";
import { hashedFile } from "#site/site-assets.ts";
import type { OutputFile } from "#write/output-file.ts";

/** What the settings' own look comes to, with its styles as a file. */
export interface LoadedLook extends Pick<SiteLook, "favicon" | "fonts" | "fontSizes" | "paper"> {
  readonly logo: LogoView | null;
  /** The path of its styles; null for a site whose settings bring none. */
  readonly styles: string | null;
  readonly files: readonly OutputFile[];
}

interface LookInputs {
  readonly config: Config;
  readonly sources: Pick<Sources, "statics" | "settings">;
  readonly client: ClientAssets;
}

/** The look that a site's settings give it. What brings no styles loads none. */
export async function loadLook({ config, sources, client }: LookInputs, memory: Memory): Promise<Outcome<LoadedLook>> {
  const { statics, settings } = sources;
  const textOf = (name: string): string => textAt(client.files, `assets/${name}`);
  const planned = planLook({ config, statics, settings, themeStyles: textOf(client.manifest.styles) });
  const { css, styles: own, files, ...look } = planned.value;
  if (!hasStyles(config)) return { value: { ...look, files, styles: null }, diagnostics: planned.diagnostics };
  const before = textOf(client.manifest.lookStyles) + own;
  const compiled =
    css === null ? { value: before, diagnostics: [] } : await compile(css, { config, statics, before }, memory);
  const sheet = hashedFile("site", compiled.value, ".css");
  return {
    value: { ...look, files: [...files, sheet], styles: sheet.path },
    diagnostics: [...planned.diagnostics, ...compiled.diagnostics],
  };
}

function textAt(files: readonly OutputFile[], path: string): string {
  const content = files.find((file) => file.path === path)?.content ?? "";
  return Buffer.from(content).toString();
}

function hasStyles({ look, navbar, footer }: Config): boolean {
  const hasMenu = (navbar ?? []).some(({ items }) => items.length > 0);
  const isOwn =
    look.logo !== null || look.accent !== null || look.ground !== "warm" || look.css !== null || look.fonts.length > 0;
  return isOwn || hasMenu || footer.columns.length > 0 || look.policy["frame-src"] !== undefined;
}

interface StyleInputs {
  readonly config: Config;
  readonly statics: readonly StaticFile[];
  readonly before: string;
}

async function compile(css: StaticFile, { config, statics, before }: StyleInputs, { memo }: Memory) {
  const sheets = statics.filter(({ path }) => path.endsWith(".css"));
  const inputs = {
    entry: css.path,
    before,
    sheets: sheets.map(({ path, file, content }) => ({ path, file, text: Buffer.from(content).toString() })),
    paths: statics.map(({ path }) => path),
    baseUrl: config.baseUrl,
    policy: config.look.policy,
  };
  return memo("site styles", [inputs], async () => (await import("#render/site-styles.ts")).compileSiteStyles(inputs));
}
