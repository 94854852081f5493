import { diagnose, type Outcome, type SourceFile, startOf } from "#shared/diagnostics/diagnostic.ts";
import { decodePercent } from "#shared/percent.ts";
import { directiveOfLink, joinPolicies, type PolicySources } from "#shared/policy.ts";
import { toRoute } from "#shared/route.ts";

import type { FontSetting, HeadElement, LookSettings } from "./look-schema.ts";
import { parseSettings } from "./parse-settings.ts";
import { type Settings, settingsSchema } from "./settings-schema.ts";

/** Command-line options, which override `site.yaml`. */
export interface ConfigFlags {
  readonly baseUrl?: string | undefined;
  readonly siteUrl?: string | undefined;
}

/** The site's configuration: `content/site.yaml`, the command line and the defaults. */
export interface Config extends Omit<Settings, "url" | "contracts" | keyof LookSetting> {
  /** The scheme and host of the published site, without a trailing slash; null if they're unknown. */
  readonly siteUrl: string | null;
  /** Starts and ends with `/`. */
  readonly baseUrl: string;
  readonly contracts: readonly ContractVersion[];
  /** False if explorers have no sandbox in the page. */
  readonly pageSandbox: boolean;
  readonly look: LookSetting;
  /** True if a setting that decides addresses can't be read, so that links can't be checked. */
  readonly isPartial: boolean;
}

type WrittenVersion = NonNullable<Settings["contracts"]>[number];

export type ContractVersion = Omit<WrittenVersion, "position"> & {
  /** Null if no setting names the document. */
  readonly position: WrittenVersion["position"] | null;
};

interface ConfigInputs {
  readonly settings: SourceFile | null;
  /** Paths below `openapi/`. Unless a setting names the document, it's the one directly in that folder. */
  readonly contractFiles: readonly string[];
  readonly flags: ConfigFlags;
}

/**
 * Computes the site's configuration. Faulty settings are reported and replaced by defaults, so that the rest of the
 * site can still be checked.
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
  const findings = [...diagnostics];
  if (isAmbiguous) {
    const message = `several documents, and no setting says which is published: ${documents.join(", ")}`;
    const hint = "list them under `contracts:` in content/site.yaml";
    findings.push(diagnose("config/invalid", message, startOf(documents[0] ?? ""), hint));
  }
  if (fault !== null) {
    const hint = "write the path in one of them, or the same in both";
    findings.push(diagnose("config/invalid", fault, read.positionAt(["url"]), hint));
  }
  return { value: config, diagnostics: findings };
}

const noSandbox = "none";

/** Settings that decide which addresses exist. */
const decidingAddresses = ["url", "baseUrl", "contracts", "redirects"] as const;

function onlyVersion([document, another]: readonly string[]): readonly ContractVersion[] {
  if (document === undefined || another !== undefined) return [];
  const unnamed = { id: "", api: "", document, route: toRoute("/api/") };
  return [{ ...unnamed, layout: null, notice: null, servers: [], position: null }];
}

/**
 * Splits a site's address into its host and base URL; `baseUrl` and the command line override the path. A preview can
 * set another base URL without repeating the host.
 */
function toAddress(settings: Settings, flags: ConfigFlags) {
  const address = flags.siteUrl ?? settings.url;
  const { pathname } = new URL(address ?? "https://host.example");
  const path = toRoute(`${decodePercent(pathname) ?? pathname}/`);
  const baseUrl = toRoute(`${flags.baseUrl ?? settings.baseUrl ?? path}/`);
  const isOverruled = flags.baseUrl !== undefined && flags.siteUrl === undefined;
  const isApart = path !== "/" && path !== baseUrl && !isOverruled;
  return {
    siteUrl: address?.replace(/^(\w+:\/*[^/]+).*$/s, "$1") ?? null,
    baseUrl,
    fault: isApart ? `the site's address ends with ${path}, and its base URL is ${baseUrl}` : null,
  };
}

interface LookSetting extends Omit<LookSettings, "fonts"> {
  readonly fonts: readonly FontSetting[];
}

function resolveLook({ logo, favicon, accent, ground, fonts, css, head, policy }: LookSettings): LookSetting {
  const needed = head.flatMap((element) => [element.policy, neededBy(element)]);
  // The policy allows these kinds of own files only if the site has some.
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
