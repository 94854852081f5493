import * as z from "zod";

import { serverKinds } from "#shared/contract/server.ts";
import { type DiagnosticCode, diagnosticCodes, isFixed } from "#shared/diagnostics/diagnostic-codes.ts";
import { toRoute } from "#shared/route.ts";
import { sampleLanguages } from "#shared/samples/sample-languages.ts";

import { lookKeys } from "./look-schema.ts";
import { navigationKeys, popularKey, redirectsKey } from "./navigation-schema.ts";
import { httpAddress, keyPosition, orNull, text, textPosition } from "./schema-parts.ts";

/** The environment variable with the secret in samples, unless the settings name another. */
export const defaultVariable = "API_AUTH";

const addressOfPaths = httpAddress.regex(/^[^?#]*$/, "an address that paths can follow, without ? and #");
export const languageTag = z
  .string()
  .regex(/^[a-z]{2,3}(?:-[a-z0-9]{1,8})*$/i, "the tag of a language, like en or pt-BR");
const headerName = z.string().regex(/^[A-Za-z0-9-]+$/, "the name of a header, like X-Api-Key");
const variableName = z.string().regex(/^[A-Z_][A-Z0-9_]*$/, "the name of a variable in capitals, like API_AUTH");

const server = z.strictObject({
  name: text.describe("Its name for readers."),
  url: addressOfPaths.describe("Its address, with the path that operations start from."),
  kind: z.enum(serverKinds).describe("The explorer asks before it changes anything on a production server."),
});

const referenceLayouts = ["page", "tags", "operations"] as const;

const contractVersion = z.strictObject({
  id: text.describe("The version's name."),
  api: text
    .optional()
    .describe("The API that this is a version of, on a site with several. Default: all are versions of one API."),
  document: text.describe("Its file, such as openapi/v1.1.yaml."),
  route: z.string().startsWith("/").transform(toRoute).describe("The route of its reference."),
  layout: orNull(z.enum(referenceLayouts)).describe(
    "A page of the reference holds everything, a tag's operations, or a single operation. Default: as much as a phone draws at once, tag by tag.",
  ),
  notice: orNull(text.transform((notice) => ({ text: notice, position: textPosition() }))).describe(
    "Markdown at the top of this version's reference.",
  ),
  servers: z
    .array(server)
    .default([])
    .describe(
      "Servers that samples and explorers may call; the first one is API_BASE. Default: the site's, or else the document's.",
    ),
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
    header: headerName.default("Authorization").describe("The header for authentication. Default: Authorization."),
    variable: orNull(variableName).describe("The environment variable with the header's value."),
  })
  .transform((setting) => ({ ...setting, position: keyPosition(setting.variable === null ? "url" : "variable") }));

const severity = z.enum(["error", "warning", "off"]);

const diagnosticCode = z
  .custom<DiagnosticCode>(
    (written) => diagnosticCodes.some((code) => code === written),
    "no such diagnostic code (docs-build explain lists them)",
  )
  .refine((code) => !isFixed(code), "always an error: the site would lack what it speaks of")
  .meta({ enum: diagnosticCodes.filter((code) => !isFixed(code)) });

/**
 * The keys of `content/site.yaml`, all optional. An unknown key is an error. `docs-build explain settings` prints them.
 */
export const settingsSchema = z.strictObject({
  title: text.default("Docs").describe("The site's title. Default: Docs."),
  titleDelimiter: text
    .default("|")
    .describe("Separates the page's title from the site's in the browser. Default: `|`."),
  description: text
    .default("")
    .describe("One sentence for search engines, on pages without a description of their own."),
  url: orNull(addressOfPaths).describe(
    "The site's address, with its path. Without it, there's no sitemap and no social image. --site-url overrides it.",
  ),
  baseUrl: orNull(text.regex(/^[^:?#]*$/, "a path, like /docs/")).describe(
    "The path that the site is served below. Default: the path of `url`. --base-url overrides it.",
  ),
  language: languageTag
    .default("en")
    .describe("The language of the pages, which are laid out from left to right. Default: en."),
  colorMode: z
    .enum(["light", "dark", "system"])
    .default("light")
    .describe(
      "The colors until the reader chooses. system follows the reader's system, and adds that choice to the switch. Default: light.",
    ),
  editUrl: orNull(httpAddress.transform((address) => address.replace(/\/*$/, "/"))).describe(
    "The address for editing sources; `content/…` is appended to it. Without it, guides have no edit link.",
  ),
  ...navigationKeys,
  announcement: orNull(
    z
      .strictObject({
        id: text.describe("Change it to show the bar again to readers who closed it."),
        text: text.describe("One sentence of Markdown."),
      })
      .transform((setting) => ({ ...setting, position: textPosition("text") })),
  ).describe("A bar at the top of every page, which readers can close."),
  ...lookKeys,
  redirects: redirectsKey,
  contracts: orNull(contracts).describe("The documents to publish. Default: the only one in openapi/, at /api/."),
  servers: orNull(
    z.array(server).transform((list) => (list.length > 0 ? { list, position: keyPosition() } : null)),
  ).describe("The servers of a site with one API whose versions share a base path. Otherwise set them in `contracts`."),
  explorer: z
    .strictObject({
      customServer: z
        .boolean()
        .default(false)
        .describe("true lets readers enter another https address, and lets pages call any. Default: false."),
    })
    .prefault({})
    .describe("The explorer's options."),
  samples: z
    .strictObject({
      languages: z
        .array(z.enum(sampleLanguages))
        .min(1)
        .default([...sampleLanguages])
        .describe("Their languages. Default: all."),
    })
    .prefault({})
    .describe("The reference's request samples."),
  authentication: z
    .strictObject({
      header: orNull(headerName).describe("The header to send if the contract has no scheme."),
      variable: variableName
        .default(defaultVariable)
        .describe(
          `The environment variable with the secret. With several schemes, the scheme's name is appended. Default: ${defaultVariable}.`,
        ),
    })
    .prefault({})
    .describe("Authentication for samples, where the contract doesn't say it."),
  sandbox: orNull(
    z
      .string("a file in openapi/, or none")
      .min(1)
      .transform((file) => ({ file, position: keyPosition() })),
  ).describe(
    "A file in openapi/ with the sandbox's data, or `none` for pages without a sandbox; see `docs-build explain sandbox`.",
  ),
  search: z
    .strictObject({
      synonyms: z
        .array(z.array(text).min(2))
        .default([])
        .describe(
          "Words or phrases with the same meaning. A search for one also finds the others, and a heading that's one of them comes first.",
        ),
      popular: popularKey,
    })
    .prefault({})
    .describe("Settings of the search."),
  support: orNull(
    z.strictObject({
      name: text.describe("Its name for readers."),
      url: orNull(
        text.regex(/^(?:https?:\/\/|\/(?!\/))\S*$/, "an http or https address, or a page, like /help"),
      ).describe("The address of its page, which can be one of this site's."),
      email: orNull(z.email("an email address")).describe("Its email address."),
    }),
  ).describe("The contact for readers' questions; pages print it with `:support`."),
  live: orNull(live).describe("The provider's own document, for `pull` and `check --live`."),
  severities: z
    .partialRecord(diagnosticCode, severity)
    .default({})
    .describe("Severities of findings, by code; `docs-build explain` lists the codes."),
});

export type WrittenSettings = z.input<typeof settingsSchema>;

export type Settings = z.output<typeof settingsSchema>;

export type AuthenticationSetting = Settings["authentication"];
export type SandboxSetting = NonNullable<Settings["sandbox"]>;
export type SupportSetting = NonNullable<Settings["support"]>;
