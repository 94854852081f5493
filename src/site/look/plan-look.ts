import { posix } from "node:path";

import type { StaticFile } from "#read/sources.ts";
import { fixValue } from "#read/fixes.ts";
import type { AccentSetting, FileSetting, FontSetting, GroundSetting, LogoSetting } from "#settings/look-schema.ts";
import type { Config } from "#settings/resolve-config.ts";
import { diagnose, type Diagnostic, joinOutcomes, type Outcome, withFix } from "#shared/diagnostics/diagnostic.ts";
import type { AssetsView, FontView, LogoView, PictureView } from "#shared/assets-view.ts";
import type { OutputFile } from "#write/output-file.ts";

import { hashedFile } from "../site-assets.ts";
import { contrastOn, groundsOf, leastContrast, nearestWithContrast, readStack, valuesOf } from "./accent.ts";
import { type FileKind, type LookFiles, pictureSize, planFile } from "./look-files.ts";

interface LookInputs extends LookFiles {
  readonly config: Pick<Config, "baseUrl" | "look">;
  /** The theme's final styles, which the look changes. */
  readonly themeStyles: string;
}

export interface SiteLook {
  readonly paper: AssetsView["paper"];
  readonly logo: LogoView | null;
  readonly favicon: string | null;
  readonly fonts: readonly FontView[];
  /** The sizes of the fonts' files, in bytes. */
  readonly fontSizes: readonly number[];
  /** The styles of the look. */
  readonly styles: string;
  /** The site's own style sheet, which comes last. */
  readonly css: StaticFile | null;
  /** Copies that browsers may keep forever. */
  readonly files: readonly OutputFile[];
}

const picture: FileKind = {
  what: "a picture",
  extensions: [".svg", ".png", ".jpg", ".jpeg", ".webp", ".gif"],
  heavy: 100_000,
};
const icon: FileKind = { what: "an icon", extensions: [".svg", ".png", ".ico"], heavy: 100_000 };
const font: FileKind = { what: "a font", extensions: [".woff2", ".woff", ".ttf", ".otf"], heavy: 150_000 };
const styleSheet: FileKind = { what: "a file of styles", extensions: [".css"], heavy: 100_000 };

/** Finds the files that the settings name, and writes the look's styles. */
export function planLook(inputs: LookInputs): Outcome<SiteLook> {
  const { look } = inputs.config;
  const ground = groundStyles(look.ground);
  // The last value of a property applies, but the first one is read here, so the settings' ground comes before the
  // theme's.
  const styles = ground + inputs.themeStyles;
  const paperOf = (mode: "light" | "dark"): string => groundsOf(styles, mode)?.paper ?? "";
  const logo = look.logo ? planLogo(look.logo, inputs) : nothing;
  const favicon = planFile(look.favicon, icon, inputs);
  const fonts = joinOutcomes(look.fonts.map((setting) => planFont(setting, inputs)));
  const planned = fonts.value.flatMap((found) => found ?? []);
  const distinct = uniqueBy(planned, ({ view }) => view.href);
  const css = planFile(look.css, styleSheet, inputs);
  const accent = look.accent ? checkAccent(look.accent, { ...inputs, themeStyles: styles }) : [];
  return {
    value: {
      paper: { light: paperOf("light"), dark: paperOf("dark") },
      logo: logo.value?.view ?? null,
      favicon: favicon.value?.path ?? null,
      fonts: distinct.map(({ view }) => view),
      fontSizes: distinct.map(({ size }) => size),
      styles: [ground, look.accent ? accentStyles(look.accent, inputs) : "", fontStyles(planned, inputs)].join(""),
      css: css.value,
      files: uniqueBy([...(logo.value?.files ?? []), ...planned.map(({ file }) => file)], ({ path }) => path),
    },
    diagnostics: [...joinOutcomes<unknown>([logo, favicon, fonts, css]).diagnostics, ...accent],
  };
}

const nothing = { value: null, diagnostics: [] };

function uniqueBy<T>(values: readonly T[], keyOf: (value: T) => string): readonly T[] {
  return [...new Map(values.map((value) => [keyOf(value), value])).values()];
}

function planLogo({ light, dark, title }: LogoSetting, inputs: LookInputs) {
  const first = planPicture(light, inputs);
  const second = dark ? planPicture(dark, inputs) : nothing;
  const diagnostics = [...first.diagnostics, ...second.diagnostics];
  if (first.value === null) return { value: null, diagnostics };
  const view: LogoView = { light: first.value.view, dark: second.value?.view ?? null, hasTitle: title };
  return { value: { view, files: [first.value.file, ...(second.value ? [second.value.file] : [])] }, diagnostics };
}

/** The greatest height of a logo in pixels; more pixels would make no difference on a screen. */
const logoHeight = 28;

function planPicture(
  setting: FileSetting,
  inputs: LookInputs,
): Outcome<{ readonly view: PictureView; readonly file: OutputFile } | null> {
  const { value: found, diagnostics } = planFile(setting, picture, inputs);
  if (found === null) return { value: null, diagnostics };
  const size = pictureSize(found.content);
  if (size === null) {
    const hint = "an SVG needs `width` and `height`, or a `viewBox`; other pictures may be damaged";
    const message = `\`${setting.address}\` doesn't say how large it is`;
    return { value: null, diagnostics: [...diagnostics, diagnose("config/invalid", message, setting.position, hint)] };
  }
  const file = copyOf(found);
  const width = Math.max(1, Math.round((size.width / size.height) * logoHeight));
  return { value: { view: { href: inputs.config.baseUrl + file.path, width, height: logoHeight }, file }, diagnostics };
}

function copyOf({ path, content }: StaticFile): OutputFile {
  const { name, ext } = posix.parse(path);
  return hashedFile(name.replace(/[^\w.-]+/g, "-"), content, ext.toLowerCase());
}

interface PlannedFont {
  readonly setting: FontSetting;
  readonly view: FontView;
  readonly file: OutputFile;
  readonly size: number;
}

function planFont(setting: FontSetting, inputs: LookInputs): Outcome<PlannedFont | null> {
  const { value: found, diagnostics } = planFile(setting.file, font, inputs);
  if (found === null) return { value: null, diagnostics };
  const file = copyOf(found);
  const type = `font/${posix.extname(file.path).slice(1)}`;
  const view = { href: inputs.config.baseUrl + file.path, type };
  return { value: { setting, view, file, size: found.content.byteLength }, diagnostics };
}

/** The theme's font stands in for letters that the font lacks, and for all letters until it's loaded. */
function fontStyles(fonts: readonly PlannedFont[], { themeStyles }: LookInputs): string {
  const faces = fonts.map(({ setting: { family, weight, style }, view: { href } }) => {
    const source = `url("${href.replace(/["\\\n]/g, encodeURIComponent)}")`;
    return `@font-face{font-family:"${family}";src:${source};font-weight:${weight};font-style:${style};font-display:swap}`;
  });
  const familiesFor = (use: FontSetting["use"]): readonly string[] => [
    ...new Set(fonts.filter(({ setting }) => setting.use === use).map(({ setting }) => `"${setting.family}"`)),
  ];
  const text = familiesFor("text");
  const headings = familiesFor("headings");
  const code = familiesFor("code");
  return [
    ...faces,
    ...(text.length > 0 ? [`:root{--sans:${[...text, readStack(themeStyles, "sans")].join(",")}}`] : []),
    ...(code.length > 0 ? [`:root{--mono:${[...code, readStack(themeStyles, "mono")].join(",")}}`] : []),
    ...(headings.length > 0 ? [`h1,h2,h3,h4,h5,h6,.brand{font-family:${headings.join(",")},var(--sans)}`] : []),
  ].join("");
}

/** The package's own mark takes the color too. Names in code keep theirs, which sets them apart from other words. */
function accentStyles({ light, dark }: AccentSetting, { themeStyles }: LookInputs): string {
  const [key = light.color, darkKey = dark.color] = valuesOf(themeStyles, "accent");
  return (
    `:root{--accent:${light.color}}.mark{fill:${light.color}}[tk],.tk{color:${key}}` +
    `@media screen{[data-theme="dark"],.ink{--accent:${dark.color}}:is([data-theme="dark"],.ink) :is([tk],.tk){color:${darkKey}}}`
  );
}

/**
 * The backgrounds of the page and of what lies on it, and its lines: each for light, then dark. Text keeps its contrast
 * on all of them.
 */
const groundColors = {
  neutral: {
    paper: ["#fafafa", "#131315"],
    surface: ["#f2f2f3", "#1a1a1d"],
    raised: ["#fff", "#222226"],
    line: ["#e2e2e4", "#2d2d32"],
    "line-strong": ["#c8c8cc", "#48484f"],
    code: ["#fff", "#18181b"],
  },
  cool: {
    paper: ["#f8fafc", "#0b1220"],
    surface: ["#eff3f8", "#121b2e"],
    raised: ["#fff", "#182338"],
    line: ["#dee4ec", "#22304a"],
    "line-strong": ["#c2ccd9", "#384a69"],
    code: ["#fff", "#101929"],
  },
} as const;

function groundStyles(ground: GroundSetting): string {
  if (ground === "warm") return "";
  const tokens = Object.entries(groundColors[ground]);
  const [light, dark] = [0, 1].map((mode) => tokens.map(([name, colors]) => `--${name}:${colors[mode]}`).join(";"));
  return `:root{${light}}@media screen{[data-theme="dark"],.ink{${dark}}}`;
}

function checkAccent(accent: AccentSetting, { themeStyles, settings }: LookInputs): readonly Diagnostic[] {
  return (["light", "dark"] as const).flatMap((mode) => {
    const { color, position } = accent[mode];
    const grounds = groundsOf(themeStyles, mode);
    if (grounds === null || contrastOn(grounds, color) >= leastContrast) return [];
    const meant = nearestWithContrast(grounds, color);
    // Truncated, because 4.49 isn't 4.5.
    const ratio = Math.floor(contrastOn(grounds, color) * 100) / 100;
    const message = `text in \`${color}\` has a contrast of ${ratio} to 1 on ${mode} pages, where it needs ${leastContrast}`;
    const hint = meant === null ? null : `the nearest color that has it is ${meant}`;
    const finding = diagnose("look/contrast", message, position, hint);
    const slip = meant === null ? null : { written: color, meant };
    return [withFix(finding, settings && fixValue({ ...settings, firstLine: 1 }, position, slip))];
  });
}
