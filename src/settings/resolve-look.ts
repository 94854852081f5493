import type { AccentSetting, FileSetting, FontSetting, HeadElement, LogoSetting, LookSetting } from "#shared/config.ts";
import { joinPolicies, type PolicyDirective, policyDirectives, type PolicySources } from "#shared/policy.ts";

import type { LookSettings } from "./look-schema.ts";
import type { ParsedSettings } from "./parse-settings.ts";
import type { SettingsPath } from "./settings-faults.ts";

type Positions = Pick<ParsedSettings<unknown>, "positionAt" | "textAt">;

/** What the settings say of the site's look, and what that needs in the policy. */
export function resolveLook(settings: LookSettings, places: Positions): LookSetting {
  const { logo, favicon, accent, fonts = [], css, head = [], policy = {} } = settings;
  const fileAt = fileReader(places);
  return {
    logo: logo ? toLogo(logo, fileAt) : null,
    favicon: fileAt(favicon, ["favicon"]),
    accent: accent ? toAccent(accent, places) : null,
    fonts: fonts.map((font, index) =>
      toFont(font, { address: font.file, position: places.textAt(["fonts", index, "file"]) }),
    ),
    css: fileAt(css, ["css"]),
    head: head.flatMap((entry, index) => toElements(entry, ["head", index], places)),
    policy: joinPolicies([toPolicy(policy), ...head.flatMap(neededBy), neededByOwn(settings)]),
  };
}

type FileAt = ReturnType<typeof fileReader>;

function fileReader({ textAt }: Positions) {
  return (address: string | undefined, path: SettingsPath): FileSetting | null =>
    address === undefined ? null : { address, position: textAt(path) };
}

function toLogo({ light, dark, title }: NonNullable<LookSettings["logo"]>, fileAt: FileAt): LogoSetting | null {
  const file = fileAt(light, ["logo", "light"]);
  return file && { light: file, dark: fileAt(dark, ["logo", "dark"]), hasTitle: title ?? true };
}

function toAccent(accent: NonNullable<LookSettings["accent"]>, { textAt }: Positions): AccentSetting {
  const colorOf = (mode: "light" | "dark") => ({ color: accent[mode], position: textAt(["accent", mode]) });
  return { light: colorOf("light"), dark: colorOf("dark") };
}

function toFont(font: NonNullable<LookSettings["fonts"]>[number], file: FileSetting): FontSetting {
  const { family, use = "text", weight = 400, style = "normal" } = font;
  return { family, file, use, weight: String(weight), style };
}

type HeadSetting = NonNullable<LookSettings["head"]>[number];

const elements = ["meta", "link", "script"] as const;

function toElements(entry: HeadSetting, path: SettingsPath, { positionAt }: Positions): readonly HeadElement[] {
  return elements.flatMap((element) => {
    const written = entry[element];
    if (written === undefined) return [];
    const attributes = Object.entries(written).flatMap(([name, value]) =>
      value === false ? [] : [[name, value === true ? true : String(value)] as const],
    );
    const address = element === "script" ? "src" : "href";
    return [{ element, attributes: Object.fromEntries(attributes), position: positionAt([...path, element, address]) }];
  });
}

function toPolicy(written: NonNullable<LookSettings["policy"]>): PolicySources {
  const lists = policyDirectives.map((directive) => [directive, (written[directive] ?? []).map(toSource)] as const);
  return Object.fromEntries(lists);
}

/** As a policy writes it: an origin has no slash at its end. */
function toSource(written: string): string {
  return written === "self" ? "'self'" : written.toLowerCase().replace(/\/$/, "");
}

/** What an element of the head loads from elsewhere, and what its entry says that it needs besides. */
function neededBy(entry: HeadSetting): readonly PolicySources[] {
  const { link = {}, script } = entry;
  return [
    toPolicy(entry.policy ?? {}),
    sourceOf("script-src", script?.["src"]),
    sourceOf(directiveOfLink(link), link["href"]),
  ];
}

function sourceOf(directive: PolicyDirective | null, address: unknown): PolicySources {
  const isWeb = typeof address === "string" && /^https?:/i.test(address);
  return directive === null || !isWeb ? {} : { [directive]: [new URL(address).origin] };
}

/** What a browser fetches for a link, by its relation and what it is preloaded for (CSP 3, 6.8.1). */
function directiveOfLink({ rel, as }: NonNullable<HeadSetting["link"]>): PolicyDirective | null {
  const relations = String(rel ?? "")
    .toLowerCase()
    .split(/\s+/);
  if (relations.includes("stylesheet")) return "style-src";
  if (relations.includes("modulepreload")) return "script-src";
  if (relations.includes("manifest")) return "manifest-src";
  if (relations.some((relation) => /(?:^|-)icon$/.test(relation))) return "img-src";
  const preloaded = new Map<unknown, PolicyDirective>([
    ["script", "script-src"],
    ["style", "style-src"],
    ["font", "font-src"],
    ["image", "img-src"],
  ]);
  return relations.includes("preload") ? (preloaded.get(as) ?? null) : null;
}

/** The site's own files of a kind that its pages load none of otherwise. */
function neededByOwn({ fonts, css, head = [] }: LookSettings): PolicySources {
  const hasManifest = head.some(({ link }) => link?.["rel"] === "manifest");
  return {
    ...(fonts !== undefined || css !== undefined ? { "font-src": ["'self'"] } : {}),
    ...(hasManifest ? { "manifest-src": ["'self'"] } : {}),
  };
}
