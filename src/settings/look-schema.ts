import * as z from "zod";

import { type PolicyDirective, policyDirectives, type PolicySources } from "#shared/policy.ts";

import { keyPosition, orNull, text, textPosition } from "./schema-parts.ts";

const file = text.transform((address) => ({ address, position: textPosition() }));

/** A file by its address on the site: `/logo.svg` is `content/static/logo.svg`. */
export type FileSetting = z.output<typeof file>;

/** In YAML a color without quotes is a comment. */
const color = z
  .string({ error: 'a color in quotes, like "#0a666b"' })
  .regex(/^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i, "a color like #0a666b, of three or six digits")
  .transform((written) => ({ color: written, position: textPosition() }));

const logo = z.strictObject({
  light: file.describe("The picture for light pages."),
  dark: orNull(file).describe(
    "The picture for dark pages and the footer. Default: the light one, and none in the footer.",
  ),
  title: z.boolean().default(true).describe("false if the logo already has the site's name. Default: true."),
});

export type LogoSetting = z.output<typeof logo>;

const accent = z.strictObject({
  light: color.describe("For light pages: a color in quotes, with a contrast of 4.5 to 1."),
  dark: color.describe("For dark pages and panels."),
});

export type AccentSetting = z.output<typeof accent>;

const ground = z.enum(["warm", "neutral", "cool"]).default("warm");

export type GroundSetting = z.output<typeof ground>;

const font = z.strictObject({
  family: z
    .string()
    .regex(/^[\p{L}\p{N} _-]+$/u, "the name of a font, in letters, digits and spaces")
    .describe("The font's name. Files of the same family share it."),
  file: file.describe("A .woff2, .woff, .ttf or .otf file."),
  use: z
    .enum(["text", "headings", "code"])
    .default("text")
    .describe("The text that uses it. Default: text, which is everything except code."),
  weight: z
    .union([
      z.int().min(1).max(1000),
      z.string().regex(/^\d{1,4} \d{1,4}$/, "a weight, like 700, or two, like 100 900"),
    ])
    .transform(String)
    .default("400")
    .describe("Its weight, or a range such as `100 900` for a variable font. Default: 400."),
  style: z.enum(["normal", "italic"]).default("normal").describe("Default: normal."),
});

export type FontSetting = z.output<typeof font>;

const directiveWords: Readonly<Record<PolicyDirective, string>> = {
  "script-src": "Sources of scripts.",
  "style-src": "Styles.",
  "img-src": "Images, including those in Markdown.",
  "font-src": "Fonts.",
  "media-src": "Video and sound.",
  "connect-src": "Addresses that scripts may call.",
  "frame-src": "Pages that an <iframe> in Markdown may show, such as videos.",
  "worker-src": "Workers.",
  "manifest-src": "The manifest of a web app.",
  "form-action": "Addresses that forms in your own templates may be sent to.",
};

const origin =
  /^(?:https?|wss?):\/\/(?:\*\.(?=[a-z0-9-]+\.[a-z0-9]))?[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?(?::\d{1,5})?\/?$/i;
/** Sources that a page contains or creates and that can't run. */
const ownSchemes: ReadonlySet<string> = new Set(["img-src", "font-src", "media-src", "worker-src"]);

function faultOf(source: string, directive: PolicyDirective): string | null {
  if (/^'?unsafe-/i.test(source))
    return `\`${source}\` would let anything run that gets into a page: put the script or style into a file of content/static/`;
  if (source === "self" || origin.test(source)) return null;
  if (/^(?:blob|data):$/.test(source) && ownSchemes.has(directive)) return null;
  return `\`${source}\` must be an origin, like https://cdn.example.com or https://*.example.com, without a path`;
}

function sources(directive: PolicyDirective) {
  const list = z.array(text).superRefine((written, context) => {
    for (const [index, source] of written.entries()) {
      const message = faultOf(source, directive);
      if (message !== null) context.addIssue({ code: "custom", message, path: [index] });
    }
  });
  return list
    .transform((written) =>
      written.map((source) => (source === "self" ? "'self'" : source.toLowerCase().replace(/\/$/, ""))),
    )
    .optional()
    .describe(directiveWords[directive]);
}

const policy = z
  .strictObject(Object.fromEntries(policyDirectives.map((directive) => [directive, sources(directive)])))
  .transform((lists): PolicySources => lists);

const elements = ["meta", "link", "script"] as const;

const neededAttributes: Readonly<Record<(typeof elements)[number], readonly string[]>> = {
  meta: ["content"],
  link: ["rel", "href"],
  script: ["src"],
};

const attributes = z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]));

const headEntry = z
  .strictObject({
    meta: attributes.optional().describe("The attributes of a <meta>: `name` or `property`, and `content`."),
    link: attributes.optional().describe("The attributes of a <link>: `rel`, `href` and others."),
    script: attributes.optional().describe("The attributes of a <script>: `src`, and others such as `defer: true`."),
    policy: policy.prefault({}).describe("Sources that the script calls or loads."),
  })
  .superRefine((entry, context) => {
    const fault = (message: string, ...path: string[]): void => context.addIssue({ code: "custom", message, path });
    const written = elements.filter((element) => entry[element] !== undefined);
    if (written.length !== 1) fault("an entry is one of `meta`, `link` and `script`");
    for (const element of written) {
      const own = entry[element] ?? {};
      const missing = neededAttributes[element].filter((name) => own[name] === undefined);
      for (const name of missing) fault(`a <${element}> needs \`${name}\``, element);
      for (const [name, value] of Object.entries(own)) {
        const message = attributeFault(name, value);
        if (message !== null) fault(message, element, name);
      }
    }
  })
  .transform((entry) => {
    const element = elements.find((name) => entry[name] !== undefined) ?? "meta";
    const written = Object.entries(entry[element] ?? {}).flatMap(([name, value]) =>
      value === false ? [] : [[name, value === true ? true : String(value)] as const],
    );
    const position = keyPosition(element, element === "script" ? "src" : "href");
    return { element, attributes: Object.fromEntries(written), position, policy: entry.policy };
  });

/**
 * An element that the settings add to the head of every page, with the policy that it needs besides its own address.
 * Attributes keep their order; true means an attribute without a value.
 */
export type HeadElement = z.output<typeof headEntry>;

function attributeFault(name: string, value: string | number | boolean): string | null {
  if (!/^[a-z][a-z0-9-]*$/.test(name)) return "not an HTML attribute: those are in lowercase";
  if (/^on|^style$/.test(name)) return "the policy lets no page act on it: use a file of content/static/";
  if (/^(?:http-equiv|charset)$/.test(name)) return "pages say it themselves; for the policy there is `policy:`";
  if (!/^(?:src|href)$/.test(name)) return null;
  const address = String(value);
  return isWebAddress(address) || /^\/(?!\/)[^\s\\]*$/.test(address)
    ? null
    : `\`${address}\` must be an http or https address, or a file of the site, like /analytics.js`;
}

/** The host becomes part of a policy, so characters that end a source or mark a variable are refused. */
function isWebAddress(address: string): boolean {
  if (!/^https?:\/\/[^/]/i.test(address) || !URL.canParse(address)) return false;
  return /^[\w.:[\]-]+$/.test(new URL(address).host);
}

/** The keys of `content/site.yaml` for a site's own look. Files are named by their addresses on the site. */
export const lookKeys = {
  logo: orNull(logo).describe(
    "The site's logo, as the address of a picture: /logo.svg is content/static/logo.svg. Default: the package's mark.",
  ),
  favicon: orNull(file).describe(
    "The icon in the browser's tab: an .svg, .png or .ico file. Default: favicon.svg, .png or .ico in content/static/, or the package's.",
  ),
  accent: orNull(accent).describe("The color of links and of selected items, for each mode. Default: the package's."),
  ground: ground.describe("The tint of the backgrounds, in both modes. Default: warm."),
  fonts: orNull(z.array(font)).describe(
    "The site's own fonts. They're loaded early, and text shows in the reader's font until then. Default: the reader's fonts.",
  ),
  css: orNull(file).describe("A style sheet, such as /brand.css, which comes after all others."),
  head: z
    .array(headEntry)
    .default([])
    .describe("Elements at the end of every page's head. The policy allows their own addresses."),
  policy: policy
    .prefault({})
    .describe(
      "Origins that pages may load from, by directive. They're added to the pages' policy and to the headers for hosts. `unsafe-inline` and `unsafe-eval` are refused.",
    ),
} as const;

export type LookSettings = z.output<z.ZodObject<typeof lookKeys>>;
