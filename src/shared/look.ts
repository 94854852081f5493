import type { Position } from "./diagnostic.ts";
import type { PolicySources } from "./policy.ts";

/*
 * What a site's settings say of its own look.
 */

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
