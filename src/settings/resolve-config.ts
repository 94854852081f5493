import { diagnose, type Diagnostic, type Outcome, type SourceFile, startOf } from "#shared/diagnostics/diagnostic.ts";
import { decodePercent } from "#shared/percent.ts";
import { joinPolicies, type PolicyDirective, type PolicySources } from "#shared/policy.ts";
import { toRoute } from "#shared/route.ts";

import type { HeadElement, LookSettings } from "./look-schema.ts";
import { parseSettings } from "./parse-settings.ts";
import { type Settings, settingsSchema } from "./settings-schema.ts";

/** Options of the command line, which override `site.yaml`. */
export interface ConfigFlags {
  readonly baseUrl?: string | undefined;
  readonly siteUrl?: string | undefined;
}

/** The site's settings: `content/site.yaml` and the command line, resolved, with every default filled in. */
export interface Config extends Omit<Settings, "url" | "contracts" | keyof LookSetting> {
  /** Scheme and host of the published site, without a trailing slash; null when not known. */
  readonly siteUrl: string | null;
  /** Starts and ends with `/`. */
  readonly baseUrl: string;
  readonly contracts: readonly ContractVersion[];
  /** False where explorers have no sandbox in the page. */
  readonly pageSandbox: boolean;
  readonly look: LookSetting;
  /** True when a setting that decides which addresses there are can't be read: whether links lead somewhere isn't known. */
  readonly isPartial: boolean;
}

type WrittenVersion = NonNullable<Settings["contracts"]>[number];

export type ContractVersion = Omit<WrittenVersion, "position"> & {
  /** Null where no setting names the document. */
  readonly position: WrittenVersion["position"] | null;
};

interface ConfigInputs {
  readonly settings: SourceFile | null;
  /** Paths of the files below `openapi/`. Where no setting names a document, it is one directly in there. */
  readonly contractFiles: readonly string[];
  readonly flags: ConfigFlags;
}

/**
 * The site's configuration with every default filled in. Settings with faults are reported and replaced by the
 * defaults, so that the rest of the site is checked all the same.
 */
export function resolveConfig({ settings: source, contractFiles, flags }: ConfigInputs): Outcome<Config> {
  const { value: read, diagnostics } = parseSettings(settingsSchema, {
    file: source?.file ?? "content/site.yaml",
    text: source?.text ?? "",
    firstLine: 1,
    code: "config/invalid",
    unknownKeyCode: "config/unknown-key",
  });
  const settings = read.value ?? settingsSchema.parse({});
  const isUnknown = (key: string): boolean => read.value === null || read.dropped.has(key);
  const documents = contractFiles.filter((path) => path.split("/").length === 2 && path !== settings.sandbox?.file);
  const isAmbiguous = !isUnknown("contracts") && settings.contracts === null && documents.length > 1;
  const { fault, ...address } = toAddress(settings, flags);
  const config: Config = {
    ...settings,
    ...address,
    contracts: isUnknown("contracts") ? [] : (settings.contracts ?? onlyVersion(documents)),
    sandbox: settings.sandbox?.file === noSandbox ? null : settings.sandbox,
    pageSandbox: settings.sandbox?.file !== noSandbox,
    look: resolveLook(settings),
    isPartial: isAmbiguous || decidingAddresses.some(isUnknown),
  };
  const ambiguous = isAmbiguous ? [severalDocuments(documents)] : [];
  const misplaced = fault === null ? [] : [diagnose("config/invalid", fault, read.positionAt(["url"]), addressHint)];
  return { value: config, diagnostics: [...diagnostics, ...ambiguous, ...misplaced] };
}

const noSandbox = "none";

/** The settings that decide which addresses there are. */
const decidingAddresses = ["url", "baseUrl", "contracts", "redirects"] as const;

function severalDocuments(files: readonly string[]): Diagnostic {
  const message = `several documents, and no setting says which is published: ${files.join(", ")}`;
  const hint = "list them under `contracts:` in content/site.yaml";
  return diagnose("config/invalid", message, startOf(files[0] ?? ""), hint);
}

function onlyVersion([document, another]: readonly string[]): readonly ContractVersion[] {
  if (document === undefined || another !== undefined) return [];
  const unnamed = { id: "", api: "", document, route: toRoute("/api/") };
  return [{ ...unnamed, layout: null, notice: null, servers: [], position: null }];
}

function toBaseUrl(path: string): string {
  return toRoute(`${path}/`);
}

const addressHint = "write the path in one of them, or the same in both";

/**
 * The host of a site, and the path below it: the path of its address is its base URL where nothing else says one. Who
 * builds for another base URL (a preview) by the command line need not say the whole address.
 */
function toAddress(settings: Settings, flags: ConfigFlags) {
  const address = flags.siteUrl ?? settings.url;
  const written = flags.baseUrl ?? settings.baseUrl;
  const { pathname } = new URL(address ?? "https://host.example");
  const path = toBaseUrl(decodePercent(pathname) ?? pathname);
  const baseUrl = toBaseUrl(written ?? path);
  const isOverruled = flags.baseUrl !== undefined && flags.siteUrl === undefined;
  const isApart = path !== "/" && path !== baseUrl && !isOverruled;
  return {
    siteUrl: address?.replace(/^(\w+:\/*[^/]+).*$/s, "$1") ?? null,
    baseUrl,
    fault: isApart ? `the site's address ends with ${path}, and its base URL is ${baseUrl}` : null,
  };
}

type LookSetting = ReturnType<typeof resolveLook>;

function resolveLook({ logo, favicon, accent, ground, fonts, css, head, policy }: LookSettings) {
  const needed = head.flatMap((element) => [element.policy, neededBy(element)]);
  // What follows are the site's own files of a kind that its pages load none of otherwise.
  const ownFonts: PolicySources = fonts !== null || css !== null ? { "font-src": ["'self'"] } : {};
  const hasManifest = head.some(({ element, attributes }) => element === "link" && attributes["rel"] === "manifest");
  const ownManifest: PolicySources = hasManifest ? { "manifest-src": ["'self'"] } : {};
  return {
    logo,
    favicon,
    accent,
    ground,
    fonts: fonts ?? [],
    css,
    head,
    policy: joinPolicies([policy, ...needed, ownFonts, ownManifest]),
  };
}

function neededBy({ element, attributes: { src, href, rel, as } }: HeadElement): PolicySources {
  if (element === "meta") return {};
  const address = element === "script" ? src : href;
  const directive = element === "script" ? "script-src" : directiveOfLink(String(rel ?? ""), as);
  const isWeb = typeof address === "string" && /^https?:/i.test(address);
  return directive === null || !isWeb ? {} : { [directive]: [new URL(address).origin] };
}

/** CSP 3, 6.8.1: decided by the link's relation and by what it's preloaded for. */
function directiveOfLink(rel: string, as: unknown): PolicyDirective | null {
  const relations = rel.toLowerCase().split(/\s+/);
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
