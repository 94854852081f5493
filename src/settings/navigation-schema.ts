import * as z from "zod";

import type { Position } from "#shared/diagnostics/diagnostic.ts";

import { keyPosition, orNull, text } from "./schema-parts.ts";

const linkSetting = z
  .strictObject({
    label: orNull(text).describe("The text of the link. Default: the page's own label."),
    to: text.describe("A route of this site, or an address on another."),
  })
  .transform((link) => ({ ...link, items: [], position: keyPosition("to") }));

/** A link in the settings. `label` is null if the link shows its target's title. */
export type LinkSetting = z.output<typeof linkSetting>;

const navbarEntry = z
  .strictObject({
    label: orNull(text).describe("The text of the link. Default: the page's own label. A menu needs one."),
    to: orNull(text).describe("A route of this site, or an address on another."),
    items: z.array(linkSetting).min(1).optional().describe("The links of a menu, instead of `to`."),
  })
  .superRefine(({ label, to, items }, context) => {
    const fault = (message: string, key: string): void => context.addIssue({ code: "custom", message, path: [key] });
    if (to === null && items === undefined) fault("a route or an address; a menu has `items` instead", "to");
    if (to !== null && items !== undefined) fault("a menu leads nowhere itself: make `to` its first item", "to");
    if (items !== undefined && label === null) fault("a text that opens the menu", "label");
  })
  .transform(({ items = [], ...entry }): SidebarSetting => ({ ...entry, items, position: keyPosition("to") }));

const footerColumn = z.strictObject({
  label: text.describe("Its heading."),
  links: z.array(linkSetting).min(1).describe("Its links."),
});

/** An entry of the navigation: a page, or a group of entries that may have a page too. */
export interface SidebarSetting {
  readonly label: string | null;
  readonly to: string | null;
  readonly items: readonly SidebarSetting[];
  /** Null for an automatic entry. */
  readonly position: Position | null;
}

export interface SidebarEntrySetting {
  label?: string | undefined;
  to?: string | undefined;
  items?: (string | SidebarEntrySetting)[] | undefined;
}

const sidebarEntry: z.ZodType<Omit<SidebarSetting, "position">, SidebarEntrySetting> = z.strictObject({
  label: orNull(text).describe("A label to use instead of the page's own; for a group without a page, its name."),
  to: orNull(text).describe("The route of the page."),
  get items() {
    return sidebarEntries().default([]).describe("The entries below it.");
  },
});

/** A transform inside a union would hide which of its schemas a faulty entry is closest to. */
function sidebarEntries() {
  return z.array(z.union([text, sidebarEntry])).transform((entries) =>
    entries.map((entry): SidebarSetting => {
      const written = typeof entry === "string" ? { label: null, to: entry, items: [] } : entry;
      return { ...written, position: keyPosition("to") };
    }),
  );
}

const redirect = z
  .strictObject({
    from: z.string().startsWith("/").describe("The old address, from the root of the site."),
    to: text.describe("The page that it leads to, or an address on another site."),
  })
  .transform((addresses) => ({ ...addresses, position: keyPosition("to") }));

/** A former address of a page, from `redirects:` in `site.yaml` or a page's `aliases`. */
export type RedirectSetting = z.output<typeof redirect>;

export const navigationKeys = {
  navbar: orNull(z.array(navbarEntry)).describe(
    "The links and menus at the top of every page. Default: Docs, and API if there's a contract.",
  ),
  sidebar: orNull(sidebarEntries()).describe(
    "The navigation, as routes. Default: every listed page, with folders as groups.",
  ),
  footer: z
    .strictObject({
      links: z.array(linkSetting).default([]).describe("Links in a row."),
      columns: z.array(footerColumn).default([]).describe("Links in columns with headings."),
      copyright: text.default("").describe("A line of text."),
    })
    .prefault({})
    .describe("The footer of every page."),
} as const;

export const redirectsKey = z
  .array(redirect)
  .default([])
  .describe("Old addresses. A page can list its own with `aliases`.");

/** The pages that the search offers before a reader types. */
export const popularKey = orNull(
  z.array(text.transform((to): LinkSetting => ({ label: null, to, items: [], position: keyPosition() }))).min(1),
).describe(
  "Routes, with or without an anchor, to offer before a reader types. Default: the first entries of the navigation.",
);
