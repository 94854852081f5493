import {
  type Config,
  type ContractVersion,
  type LinkSetting,
  sampleLanguages,
  type SidebarSetting,
} from "#shared/config.ts";
import { diagnose, type Diagnostic, type Outcome, type SourceFile, startOf } from "#shared/diagnostics/diagnostic.ts";
import { decodePercent } from "#shared/percent.ts";
import { toRoute } from "#shared/route.ts";

import { type ParsedSettings, parseSettings } from "./parse-settings.ts";
import { resolveLook } from "./resolve-look.ts";
import { defaultSettings, type Settings, settingsSchema, type SidebarEntrySetting } from "./settings-schema.ts";
import type { SettingsPath } from "./settings-faults.ts";

/** What the command line says about the site; it wins over `site.yaml`. */
export interface ConfigFlags {
  readonly baseUrl?: string | undefined;
  readonly siteUrl?: string | undefined;
}

/** What the configuration is made of. */
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
  const file = source?.file ?? "content/site.yaml";
  const { value: read, diagnostics } = parseSettings(settingsSchema, {
    file,
    text: source?.text ?? "",
    firstLine: 1,
    code: "config/invalid",
    unknownKeyCode: "config/unknown-key",
  });
  const settings = read.value ?? {};
  const isUnknown = (key: string): boolean => read.value === null || read.dropped.has(key);
  const documents = contractFiles.filter((path) => path.split("/").length === 2 && path !== settings.sandbox);
  const isAmbiguous = !isUnknown("contracts") && settings.contracts === undefined && documents.length > 1;
  const { fault, ...place } = toPlace(settings, flags);
  const config: Config = {
    title: settings.title ?? defaultSettings.title,
    titleDelimiter: settings.titleDelimiter ?? defaultSettings.titleDelimiter,
    description: settings.description ?? "",
    ...place,
    language: settings.language ?? defaultSettings.language,
    defaultColorMode: settings.colorMode ?? defaultSettings.colorMode,
    editUrl: settings.editUrl?.replace(/\/*$/, "/") ?? null,
    navbar: settings.navbar ? toSidebar(settings.navbar, ["navbar"], read) : null,
    sidebar: settings.sidebar ? toSidebar(settings.sidebar, ["sidebar"], read) : null,
    ...toFooter(settings, read),
    announcement: settings.announcement
      ? { ...settings.announcement, position: read.textAt(["announcement", "text"]) }
      : null,
    redirects: (settings.redirects ?? []).map((redirect, index) => ({
      ...redirect,
      position: read.positionAt(["redirects", index, "to"]),
    })),
    contracts: isUnknown("contracts") ? [] : toContracts(settings, documents, read),
    servers: settings.servers?.length ? { list: settings.servers, position: read.positionAt(["servers"]) } : null,
    ...toChoices(settings, read),
    authentication: {
      header: settings.authentication?.header ?? null,
      variable: settings.authentication?.variable ?? defaultSettings.variable,
    },
    ...toSandbox(settings, read),
    support: toSupport(settings),
    live: toLive(settings, read),
    look: resolveLook(settings, read),
    severities: settings.severities ?? {},
    isPartial: isAmbiguous || decidingAddresses.some(isUnknown),
  };
  const ambiguous = isAmbiguous ? [severalDocuments(documents)] : [];
  const misplaced = fault === null ? [] : [diagnose("config/invalid", fault, read.positionAt(["url"]), oneAddress)];
  return { value: config, diagnostics: [...diagnostics, ...ambiguous, ...misplaced] };
}

/** The settings that decide which addresses there are. */
const decidingAddresses = ["url", "baseUrl", "contracts", "redirects"] as const;

function severalDocuments(files: readonly string[]): Diagnostic {
  const message = `several documents, and no setting says which is published: ${files.join(", ")}`;
  const hint = "list them under `contracts:` in content/site.yaml";
  return diagnose("config/invalid", message, startOf(files[0] ?? ""), hint);
}

/** A base URL with exactly one slash at each end. */
function toBaseUrl(path: string): string {
  return toRoute(`${path}/`);
}

const oneAddress = "write the path in one of them, or the same in both";

/**
 * The host of a site, and the path below it: the path of its address is its base URL where nothing else says one. Who
 * builds for another base URL (a preview) by the command line need not say the whole address.
 */
function toPlace(settings: Settings, flags: ConfigFlags) {
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

/** Says that pages have no sandbox. */
const noSandbox = "none";

function toSandbox(settings: Settings, { positionAt }: Positions): Pick<Config, "sandbox" | "pageSandbox"> {
  const { sandbox: file = null } = settings;
  const hasFile = file !== null && file !== noSandbox;
  return { sandbox: hasFile ? { file, position: positionAt(["sandbox"]) } : null, pageSandbox: file !== noSandbox };
}

function toFooter(
  { footer = {} }: Settings,
  positions: Positions,
): Pick<Config, "footerLinks" | "footerColumns" | "copyright"> {
  const columns = (footer.columns ?? []).map(({ label, links }, index) => {
    const items = toSidebar(links, ["footer", "columns", index, "links"], positions);
    return { label, to: null, items, position: null };
  });
  return {
    footerLinks: toLinks(footer.links ?? [], ["footer", "links"], positions),
    footerColumns: columns,
    copyright: footer.copyright ?? "",
  };
}

/** What readers can choose from, and search for. */
function toChoices(
  settings: Settings,
  { positionAt }: Positions,
): Pick<Config, "customServer" | "sampleLanguages" | "synonyms" | "popular"> {
  const popular = settings.search?.popular?.map((to, index) => {
    return { label: null, to, position: positionAt(["search", "popular", index]) };
  });
  return {
    customServer: settings.explorer?.customServer ?? false,
    sampleLanguages: settings.samples?.languages ?? sampleLanguages,
    synonyms: settings.search?.synonyms ?? [],
    popular: popular ?? null,
  };
}

function toSupport({ support }: Settings): Config["support"] {
  return support ? { name: support.name, url: support.url ?? null, email: support.email ?? null } : null;
}

type Positions = Pick<ParsedSettings<Settings>, "positionAt" | "textAt">;

function toLive({ live }: Settings, { positionAt }: Positions): Config["live"] {
  if (!live) return null;
  const position = positionAt(["live", live.variable === undefined ? "url" : "variable"]);
  return { url: live.url, header: live.header ?? defaultSettings.header, variable: live.variable ?? null, position };
}

function toLinks(
  links: readonly { label?: string | undefined; to: string }[],
  path: SettingsPath,
  { positionAt }: Positions,
): LinkSetting[] {
  return links.map(({ label, to }, index) => ({
    label: label ?? null,
    to,
    position: positionAt([...path, index, "to"]),
  }));
}

function toSidebar(
  entries: readonly (string | SidebarEntrySetting)[],
  path: SettingsPath,
  positions: Positions,
): SidebarSetting[] {
  return entries.map((entry, index) => {
    const place = [...path, index];
    if (typeof entry === "string") {
      return { label: null, to: entry, items: [], position: positions.positionAt(place) };
    }
    return {
      label: entry.label ?? null,
      to: entry.to ?? null,
      items: toSidebar(entry.items ?? [], [...place, "items"], positions),
      position: positions.positionAt([...place, "to"]),
    };
  });
}

function toContracts(
  settings: Settings,
  files: readonly string[],
  { positionAt, textAt }: Positions,
): ContractVersion[] {
  if (settings.contracts) {
    return settings.contracts.map((contract, index) => ({
      id: contract.id,
      api: contract.api ?? "",
      document: contract.document,
      route: toRoute(contract.route),
      layout: contract.layout ?? null,
      notice:
        contract.notice === undefined
          ? null
          : { text: contract.notice, position: textAt(["contracts", index, "notice"]) },
      servers: contract.servers ?? [],
      position: positionAt(["contracts", index, "document"]),
    }));
  }
  const [only, another] = files;
  if (only === undefined || another !== undefined) return [];
  const unnamed = { id: "", api: "", document: only, route: toRoute("/api/") };
  return [{ ...unnamed, layout: null, notice: null, servers: [], position: null }];
}
