import * as z from "zod";

import { serverKinds } from "#shared/contract/server.ts";
import { isDiagnosticCode, isFixed, type DiagnosticCode } from "#shared/diagnostics/diagnostic-codes.ts";
import { toRoute } from "#shared/route.ts";
import { sampleLanguages } from "#shared/samples/sample-languages.ts";

import { lookKeys } from "./look-schema.ts";
import { navigationKeys, popularKey, redirectsKey } from "./navigation-schema.ts";
import { httpAddress, keyPosition, orNull, text, textPosition } from "./schema-parts.ts";

/** The environment variable with the secret in samples, unless the settings name another. */
export const defaultVariable = "API_AUTH";

const addressOfPaths = httpAddress.regex(/^[^?#]*$/, "an address that paths can follow, without ? and #");
const languageTag = z.string().regex(/^[a-z]{2,3}(?:-[a-z0-9]{1,8})*$/i, "the tag of a language, like en or pt-BR");
const headerName = z.string().regex(/^[A-Za-z0-9-]+$/, "the name of a header, like X-Api-Key");
const variableName = z.string().regex(/^[A-Z_][A-Z0-9_]*$/, "the name of a variable in capitals, like API_AUTH");

const server = z.strictObject({
  name: text.describe("What readers choose it by."),
  url: addressOfPaths.describe("Its address, with the path that operations start from."),
  kind: z.enum(serverKinds).describe("The explorer asks before it changes anything in production."),
});

const referenceLayouts = ["page", "tags", "operations"] as const;

const contractVersion = z.strictObject({
  id: text.describe("The version's name."),
  api: text
    .optional()
    .describe("The API that it is a version of, where there are several. Without it: all are versions of one."),
  document: text.describe("Its file, as openapi/v1.1.yaml."),
  route: z.string().startsWith("/").transform(toRoute).describe("Where its reference is published."),
  layout: orNull(z.enum(referenceLayouts)).describe(
    "What shares a page of the reference: all of it, a tag's operations, or nothing. Without it: as much as a phone draws at once, tag by tag.",
  ),
  notice: orNull(text.transform((notice) => ({ text: notice, position: textPosition() }))).describe(
    "Markdown shown on top of this version's reference.",
  ),
  servers: z
    .array(server)
    .default([])
    .describe("What samples and explorers may call, API_BASE first. Without it: the site's, else the document's."),
});

/** A site with a single API needs no name for it. */
const contracts = z
  .array(contractVersion)
  .refine(
    (versions) => new Set(versions.map(({ api }) => api === undefined)).size < 2,
    "some have `api:` and some don't: say it for all or for none",
  )
  .transform((versions) =>
    versions.map(({ api = "", ...version }) => ({ ...version, api, position: keyPosition("document") })),
  );

const live = z
  .strictObject({
    url: httpAddress.describe("The document's address."),
    header: headerName.default("Authorization").describe("The header that authenticates. Without it: Authorization."),
    variable: orNull(variableName).describe("The environment variable that holds the header's value."),
  })
  .transform((setting) => ({ ...setting, position: keyPosition(setting.variable === null ? "url" : "variable") }));

const severity = z.enum(["error", "warning", "off"]);

export const diagnosticCode = z
  .custom<DiagnosticCode>(
    (code) => typeof code === "string" && isDiagnosticCode(code),
    "no such diagnostic code (docs-build explain lists them)",
  )
  .refine((code) => !isFixed(code), "always an error: the site would lack what it speaks of");

/**
 * The keys of `content/site.yaml`, all optional. An unknown key is an error. `docs-build explain settings` prints them.
 */
export const settingsSchema = z.strictObject({
  title: text.default("Docs").describe("The site's title. Without it: Docs."),
  titleDelimiter: text.default("|").describe("What separates page and site in a browser's title. Without it: `|`."),
  description: text.default("").describe("One sentence for search engines, for pages that have none of their own."),
  url: orNull(addressOfPaths).describe(
    "Where the site will be, with its path. Without it there is no sitemap and no social image. --site-url wins.",
  ),
  baseUrl: orNull(text.regex(/^[^:?#]*$/, "a path, like /docs/")).describe(
    "The path it is served below. Without it: the path of `url`. --base-url wins.",
  ),
  language: languageTag
    .default("en")
    .describe("Language of the pages, all laid out from left to right. Without it: en."),
  colorMode: z
    .enum(["light", "dark", "system"])
    .default("light")
    .describe("Before the reader chooses; system follows the reader's, and the switch offers it. Without it: light."),
  editUrl: orNull(httpAddress.transform((address) => address.replace(/\/*$/, "/"))).describe(
    "Where sources can be edited: the address that `content/…` follows. Without it guides have no edit link.",
  ),
  ...navigationKeys,
  announcement: orNull(
    z
      .strictObject({
        id: text.describe("A new one shows the bar again to readers who closed the last one."),
        text: text.describe("One sentence of Markdown."),
      })
      .transform((setting) => ({ ...setting, position: textPosition("text") })),
  ).describe("A bar on top of every page, which readers can close."),
  ...lookKeys,
  redirects: redirectsKey,
  contracts: orNull(contracts).describe("The documents to publish. Without it: the only one in openapi/, at /api/."),
  servers: orNull(
    z.array(server).transform((list) => (list.length > 0 ? { list, position: keyPosition() } : null)),
  ).describe("The same, for a site with one API whose versions share a base path; else `contracts` has them."),
  explorer: z
    .strictObject({
      customServer: z
        .boolean()
        .default(false)
        .describe("Whether readers may enter another https address; pages may then call any. Without it: false."),
    })
    .prefault({})
    .describe("What readers may do when they try a call."),
  samples: z
    .strictObject({
      languages: z
        .array(z.enum(sampleLanguages))
        .min(1)
        .default([...sampleLanguages])
        .describe("The languages they are offered in. Without it: all of them."),
    })
    .prefault({})
    .describe("The requests that the reference shows."),
  authentication: z
    .strictObject({
      header: orNull(headerName).describe("The header that is sent where the contract names no scheme."),
      variable: variableName
        .default(defaultVariable)
        .describe(
          `The environment variable that holds the secret; the name of the scheme follows where there are several. Without it: ${defaultVariable}.`,
        ),
    })
    .prefault({})
    .describe("What samples need besides the contract's own schemes to authenticate."),
  sandbox: orNull(
    z
      .string("a file in openapi/, or none")
      .min(1)
      .transform((file) => ({ file, position: keyPosition() })),
  ).describe(
    "A file in openapi/ that tells the sandbox what the contract doesn't, or `none` for pages without a sandbox; `docs-build explain sandbox`.",
  ),
  search: z
    .strictObject({
      synonyms: z
        .array(z.array(text).min(2))
        .default([])
        .describe(
          "Words or phrases that mean the same: who looks for one finds the others as well, and first a heading that is one of them.",
        ),
      popular: popularKey,
    })
    .prefault({})
    .describe("What the search knows besides the words of the site."),
  support: orNull(
    z.strictObject({
      name: text.describe("What readers know it by."),
      url: orNull(
        text.regex(/^(?:https?:\/\/|\/(?!\/))\S*$/, "an http or https address, or a page, like /help"),
      ).describe("The address of its page, which may be one of the site."),
      email: orNull(z.email("an email address")).describe("Its email address."),
    }),
  ).describe("Whom readers ask; pages print it with `:support`."),
  live: orNull(live).describe("The provider's own document, for `pull` and `check --live`."),
  severities: z
    .partialRecord(diagnosticCode, severity)
    .default({})
    .describe("Other severities for findings, by code; `docs-build explain` lists the codes."),
});

export type WrittenSettings = z.input<typeof settingsSchema>;

export type Settings = z.output<typeof settingsSchema>;

export type AuthenticationSetting = Settings["authentication"];
export type SandboxSetting = NonNullable<Settings["sandbox"]>;
export type SupportSetting = NonNullable<Settings["support"]>;
