import * as z from "zod";

import { referenceLayouts, sampleLanguages, serverKinds } from "#shared/config.ts";
import { isDiagnosticCode, isFixed, type DiagnosticCode } from "#shared/diagnostics/diagnostic-codes.ts";

import { lookKeys } from "./look-schema.ts";

/** What settings are where a site does not say. */
export const defaultSettings = {
  title: "Docs",
  titleDelimiter: "|",
  language: "en",
  colorMode: "light",
  header: "Authorization",
  variable: "API_AUTH",
} as const;

const text = z.string().min(1);
const httpAddress = z.url({ protocol: /^https?$/ });
const addressOfPaths = httpAddress.regex(/^[^?#]*$/, "an address that paths can follow, without ? and #");
const languageTag = z.string().regex(/^[a-z]{2,3}(?:-[a-z0-9]{1,8})*$/i, "the tag of a language, like en or pt-BR");
const headerName = z.string().regex(/^[A-Za-z0-9-]+$/, "the name of a header, like X-Api-Key");
const variableName = z.string().regex(/^[A-Z_][A-Z0-9_]*$/, "the name of a variable in capitals, like API_AUTH");

const linkSetting = z.strictObject({
  label: text.optional().describe("What the link says. Without it: the page's own label."),
  to: text.describe("A route of this site, or an address elsewhere."),
});

const navbarEntry = z
  .strictObject({
    label: text.optional().describe("What the link says. Without it: the page's own label. A menu needs one."),
    to: text.optional().describe("A route of this site, or an address elsewhere."),
    items: z.array(linkSetting).min(1).optional().describe("The links of a menu, instead of `to`."),
  })
  .superRefine(({ label, to, items }, context) => {
    const fault = (message: string, key: string): void => context.addIssue({ code: "custom", message, path: [key] });
    if (to === undefined && items === undefined) fault("a route or an address; a menu has `items` instead", "to");
    if (to !== undefined && items !== undefined) fault("a menu leads nowhere itself: make `to` its first item", "to");
    if (items !== undefined && label === undefined) fault("a text that opens the menu", "label");
  });

const footerColumn = z.strictObject({
  label: text.describe("Its heading."),
  links: z.array(linkSetting).min(1).describe("Its links."),
});

export interface SidebarEntrySetting {
  label?: string | undefined;
  to?: string | undefined;
  items?: (string | SidebarEntrySetting)[] | undefined;
}

const sidebarEntry: z.ZodType<SidebarEntrySetting> = z.strictObject({
  label: text.optional().describe("Another label than the page's own; for a group without a page, its name."),
  to: text.optional().describe("The route of the page."),
  get items() {
    return z
      .array(z.union([text, sidebarEntry]))
      .optional()
      .describe("What stands below it.");
  },
});

const redirect = z.strictObject({
  from: z.string().startsWith("/").describe("The old address, from the root of the site."),
  to: text.describe("The page it leads to, or an address elsewhere."),
});

const server = z.strictObject({
  name: text.describe("What readers choose it by."),
  url: addressOfPaths.describe("Its address, with the path that operations start from."),
  kind: z.enum(serverKinds).describe("The explorer asks before it changes anything in production."),
});

const contractVersion = z.strictObject({
  id: text.describe("The version's name."),
  api: text
    .optional()
    .describe("The API that it is a version of, where there are several. Without it: all are versions of one."),
  document: text.describe("Its file, as openapi/v1.1.yaml."),
  route: z.string().startsWith("/").describe("Where its reference is published."),
  layout: z
    .enum(referenceLayouts)
    .optional()
    .describe(
      "What shares a page of the reference: all of it, a tag's operations, or nothing. Without it: as much as a phone draws at once, tag by tag.",
    ),
  notice: text.optional().describe("Markdown shown on top of this version's reference."),
  servers: z
    .array(server)
    .optional()
    .describe("What samples and explorers may call, API_BASE first. Without it: the site's, else the document's."),
});

const live = z.strictObject({
  url: httpAddress.describe("The document's address."),
  header: headerName.optional().describe(`The header that authenticates. Without it: ${defaultSettings.header}.`),
  variable: variableName.optional().describe("The environment variable that holds the header's value."),
});

const severity = z.enum(["error", "warning", "off"]);

export const diagnosticCode = z
  .custom<DiagnosticCode>(
    (code) => typeof code === "string" && isDiagnosticCode(code),
    "no such diagnostic code (docs-build explain lists them)",
  )
  .refine((code) => !isFixed(code), "always an error: the site would lack what it speaks of");

/** The keys of `content/site.yaml`. Every key is optional; an unknown one is an error. `docs-build explain settings` prints them. */
export const settingsSchema = z.strictObject({
  title: text.optional().describe(`The site's title. Without it: ${defaultSettings.title}.`),
  titleDelimiter: text
    .optional()
    .describe(
      `What stands between page and site in a browser's title. Without it: \`${defaultSettings.titleDelimiter}\`.`,
    ),
  description: text.optional().describe("One sentence for search engines, for pages that have none of their own."),
  url: addressOfPaths
    .optional()
    .describe(
      "Where the site will be, with its path. Without it there is no sitemap and no social image. --site-url wins.",
    ),
  baseUrl: text
    .regex(/^[^:?#]*$/, "a path, like /docs/")
    .optional()
    .describe("The path it is served below. Without it: the path of `url`. --base-url wins."),
  language: languageTag
    .optional()
    .describe(`Language of the pages, all laid out from left to right. Without it: ${defaultSettings.language}.`),
  colorMode: z
    .enum(["light", "dark", "system"])
    .optional()
    .describe(
      `Before the reader chooses; system follows the reader's, and the switch offers it. Without it: ${defaultSettings.colorMode}.`,
    ),
  editUrl: httpAddress
    .optional()
    .describe(
      "Where sources can be edited: the address that `content/…` follows. Without it guides have no edit link.",
    ),
  navbar: z
    .array(navbarEntry)
    .optional()
    .describe("The links and menus on top of every page. Without it: Docs, and API when there is a contract."),
  sidebar: z
    .array(z.union([text, sidebarEntry]))
    .optional()
    .describe("The navigation, by routes. Without it: every listed page, folders as groups."),
  footer: z
    .strictObject({
      links: z.array(linkSetting).optional().describe("Links below every page, in a row."),
      columns: z.array(footerColumn).optional().describe("Links below every page, in columns with headings."),
      copyright: text.optional().describe("A line of text."),
    })
    .optional()
    .describe("What stands below every page."),
  announcement: z
    .strictObject({
      id: text.describe("A new one shows the bar again to readers who closed the last."),
      text: text.describe("One sentence of Markdown."),
    })
    .optional()
    .describe("A bar on top of every page, which readers can close."),
  ...lookKeys,
  redirects: z.array(redirect).optional().describe("Old addresses. A page can say the same with `aliases`."),
  contracts: z
    .array(contractVersion)
    .refine(
      (versions) => new Set(versions.map(({ api }) => api === undefined)).size < 2,
      "some have `api:` and some have not: say it for all or for none",
    )
    .optional()
    .describe("The documents to publish. Without it: the only one in openapi/, at /api/."),
  servers: z
    .array(server)
    .optional()
    .describe("The same, for a site with one API whose versions share a base path; else `contracts` has them."),
  explorer: z
    .strictObject({
      customServer: z
        .boolean()
        .optional()
        .describe("Whether readers may enter another https address; pages may then call any. Without it: false."),
    })
    .optional()
    .describe("What readers may do when they try a call."),
  samples: z
    .strictObject({
      languages: z
        .array(z.enum(sampleLanguages))
        .min(1)
        .optional()
        .describe("The languages they are offered in. Without it: all of them."),
    })
    .optional()
    .describe("The requests that the reference shows."),
  authentication: z
    .strictObject({
      header: headerName.optional().describe("The header that is sent where the contract names no scheme."),
      variable: variableName
        .optional()
        .describe(
          `The environment variable that holds the secret; the name of the scheme follows where there are several. Without it: ${defaultSettings.variable}.`,
        ),
    })
    .optional()
    .describe("What samples need besides the contract's own schemes to authenticate."),
  sandbox: z
    .string("a file in openapi/, or none")
    .min(1)
    .optional()
    .describe(
      "A file in openapi/ that tells the sandbox what the contract does not, or `none` for pages without a sandbox; `docs-build explain sandbox`.",
    ),
  search: z
    .strictObject({
      synonyms: z
        .array(z.array(text).min(2))
        .optional()
        .describe(
          "Words or phrases that mean the same: who looks for one finds the others as well, and first a heading that is one of them.",
        ),
      popular: z
        .array(text)
        .min(1)
        .optional()
        .describe(
          "Routes, with or without an anchor, that are offered before anything is typed. Without it: the first of the navigation.",
        ),
    })
    .optional()
    .describe("What the search knows besides the words of the site."),
  support: z
    .strictObject({
      name: text.describe("What readers know it by."),
      url: httpAddress.optional().describe("The address of its page."),
      email: z.email("an email address").optional().describe("Its email address."),
    })
    .optional()
    .describe("Whom readers ask; pages print it with `:support`."),
  live: live.optional().describe("The provider's own document, for `pull` and `check --live`."),
  severities: z
    .partialRecord(diagnosticCode, severity)
    .optional()
    .describe("Other weights of findings, by code; `docs-build explain` lists the codes."),
});

export type Settings = z.infer<typeof settingsSchema>;
