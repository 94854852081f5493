import type { Position, SeveritySettings } from "./diagnostics/diagnostic.ts";
import type { PolicySources } from "./policy.ts";
import type { Route } from "./route.ts";

/** A link as the site's settings write it. `label` is null when the target's own title is to be used. */
export interface LinkSetting {
  readonly label: string | null;
  readonly to: string;
  readonly position: Position | null;
}

/** An entry of the navigation: a page, or a group of entries, such as a menu, with or without a page of its own. */
export interface SidebarSetting {
  readonly label: string | null;
  readonly to: string | null;
  readonly items: readonly SidebarSetting[];
  readonly position: Position | null;
}

interface AnnouncementSetting {
  /** A reader who dismissed one id sees the next id again. */
  readonly id: string;
  /** Inline Markdown. */
  readonly text: string;
  readonly position: Position | null;
}

/** An address that pages used to have, as an author writes it: under `redirects:` in `site.yaml`, or in a page's `aliases`. */
export interface RedirectSetting {
  readonly from: string;
  /** An address as in a link. */
  readonly to: string;
  readonly position: Position;
}

/** One published version of a contract. */
export interface ContractVersion {
  readonly id: string;
  /** The API that it is a version of; empty where the site does not tell several apart. */
  readonly api: string;
  /** The document's path, relative to the root. */
  readonly document: string;
  readonly route: Route;
  /** What shares a page of the reference; null means: as much as browsers draw at once. */
  readonly layout: ReferenceLayout | null;
  /** Inline Markdown shown on top of the reference, and where it is written; null for none. */
  readonly notice: { readonly text: string; readonly position: Position } | null;
  /** Where the settings say that it may be called; none where the document's own servers are meant. */
  readonly servers: readonly ServerSetting[];
  readonly position: Position | null;
}

/** One page for all, a page for each tag, or a page for each operation. */
export const referenceLayouts = ["page", "tags", "operations"] as const;

type ReferenceLayout = (typeof referenceLayouts)[number];

/** Ids of the languages that samples can be in. */
export const sampleLanguages = ["curl", "javascript", "python", "csharp", "java", "go", "php", "ruby"] as const;

export type SampleLanguage = (typeof sampleLanguages)[number];

/** The languages that a reader gets when they ask for them, in the order of their tabs. */
export const moreLanguages = [
  { id: "csharp", label: "C#" },
  { id: "java", label: "Java" },
  { id: "go", label: "Go" },
  { id: "php", label: "PHP" },
  { id: "ruby", label: "Ruby" },
] as const;

export const serverKinds = ["sandbox", "local", "staging", "production"] as const;

/** An API server that samples and the explorer may name. */
export interface ServerSetting {
  readonly name: string;
  readonly url: string;
  readonly kind: (typeof serverKinds)[number];
}

/** What the settings add to how the contract authenticates. */
export interface AuthenticationSetting {
  /** The header that stands in where the contract names no scheme; null for none. */
  readonly header: string | null;
  /** The environment variable that samples read the secret from. */
  readonly variable: string;
}

/** The file that tells the sandbox what the contract does not. */
export interface SandboxSetting {
  /** Its path, relative to the root. */
  readonly file: string;
  readonly position: Position;
}

/** Whom readers ask when the pages do not help. */
export interface SupportSetting {
  readonly name: string;
  readonly url: string | null;
  readonly email: string | null;
}

/** Where the provider serves the contract, for `docs-build pull` and `check --live`; a build never asks there. */
export interface LiveSetting {
  readonly url: string;
  /** The header that authenticates the request. */
  readonly header: string;
  /** The environment variable that holds the header's whole value; null when the document is open to anyone. */
  readonly variable: string | null;
  readonly position: Position;
}

/** A file of the site by its address there: `/logo.svg` is `content/static/logo.svg`. */
export interface FileSetting {
  readonly address: string;
  readonly position: Position;
}

export interface LogoSetting {
  readonly light: FileSetting;
  /** Null when there is one for both color modes. */
  readonly dark: FileSetting | null;
  /** Whether the site's title stands beside it. */
  readonly hasTitle: boolean;
}

/** `#` and six digits. */
export interface ColorSetting {
  readonly color: string;
  readonly position: Position;
}

export interface AccentSetting {
  readonly light: ColorSetting;
  readonly dark: ColorSetting;
}

/** What a font may be for. */
export const fontUses = ["text", "headings", "code"] as const;

export interface FontSetting {
  readonly family: string;
  readonly file: FileSetting;
  readonly use: (typeof fontUses)[number];
  /** `400`, or `100 900` for a file that holds all between. */
  readonly weight: string;
  readonly style: "normal" | "italic";
}

/** An element that stands in the head of every page. */
export interface HeadElement {
  readonly element: "meta" | "link" | "script";
  /** In the order of the settings; true is an attribute without a value. */
  readonly attributes: Readonly<Record<string, string | true>>;
  readonly position: Position;
}

export interface LookSetting {
  readonly logo: LogoSetting | null;
  readonly favicon: FileSetting | null;
  readonly accent: AccentSetting | null;
  readonly fonts: readonly FontSetting[];
  readonly css: FileSetting | null;
  readonly head: readonly HeadElement[];
  /** What pages may load from elsewhere: the settings' own additions, and what the elements of the head need. */
  readonly policy: PolicySources;
}

/** The site's settings: `content/site.yaml` and the command line, resolved, with every default filled in. */
export interface Config {
  readonly title: string;
  /** Between the page's title and the site's in the browser title; spaces are added around it. */
  readonly titleDelimiter: string;
  readonly description: string;
  /** Scheme and host of the published site, without a trailing slash; null when not known. */
  readonly siteUrl: string | null;
  /** Starts and ends with `/`. */
  readonly baseUrl: string;
  readonly language: string;
  readonly defaultColorMode: "light" | "dark" | "system";
  /** The address that the sources' paths follow where readers can edit them; null when there is none. */
  readonly editUrl: string | null;
  /** Null means: made from what the site has. */
  readonly navbar: readonly SidebarSetting[] | null;
  /** Null means: every listed page, in the order of its path. */
  readonly sidebar: readonly SidebarSetting[] | null;
  readonly footerLinks: readonly LinkSetting[];
  /** Groups of links without a page of their own. */
  readonly footerColumns: readonly SidebarSetting[];
  readonly copyright: string;
  readonly announcement: AnnouncementSetting | null;
  readonly redirects: readonly RedirectSetting[];
  readonly contracts: readonly ContractVersion[];
  /** Those of no version in particular, and where they are written; null for none. */
  readonly servers: { readonly list: readonly ServerSetting[]; readonly position: Position } | null;
  /** True when the explorer may call any address that its reader enters. */
  readonly customServer: boolean;
  /** The languages that the reference's samples are offered in, in no order. */
  readonly sampleLanguages: readonly SampleLanguage[];
  readonly authentication: AuthenticationSetting;
  /** Groups of words and phrases that mean the same to who searches. */
  readonly synonyms: readonly (readonly string[])[];
  /** Where most readers begin, as the search offers it; null means: what the navigation puts first. */
  readonly popular: readonly LinkSetting[] | null;
  readonly sandbox: SandboxSetting | null;
  /** False where explorers have no sandbox in the page. */
  readonly pageSandbox: boolean;
  readonly support: SupportSetting | null;
  readonly live: LiveSetting | null;
  readonly look: LookSetting;
  readonly severities: SeveritySettings;
  /** True when a setting that decides which addresses there are cannot be read: whether links lead somewhere is not known. */
  readonly isPartial: boolean;
}
