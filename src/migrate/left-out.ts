import { posix } from "node:path";

import { startOf } from "#shared/diagnostics/diagnostic.ts";
import { flagAt, type Json, memberOf } from "#shared/json/json.ts";

import type { Doc, Docs } from "./docs.ts";
import type { DocusaurusConfig, Plugin } from "./site-config.ts";
import type { Report, SourceFolder } from "./source-folder.ts";

/** Skips drafts, and pages that a plugin generates from a contract, which hold only components. */
export function isMigrated({ source, frontMatter }: Doc): boolean {
  return !flagAt(frontMatter, "draft") && !isGenerated(source);
}

function isGenerated(source: string): boolean {
  return /\.(?:api|info|tag|schema)\.mdx$/.test(source);
}

/** Keys without a counterpart that change what readers or search engines see. */
// prettier-ignore
const keys = [
  "hide_table_of_contents", "pagination_prev", "pagination_next", "tags", "image", "keywords", "custom_edit_url",
];

const migrated =
  /^(?:title|tagline|url|baseUrl|favicon|themeConfig\.(?:navbar|footer|announcementBar|colorMode))\b|^(?:presets|plugins|themes)(?:\[\d+\])?$|\.(?:routeBasePath|sidebarPath|docs|redirects|editUrl)\b[^.]*$/;

type Dropped = readonly (readonly [path: string, what: string, hint?: string])[];

const inHead = "`head:` in content/site.yaml takes them";
const ofPage = (key: string): string => `\`${key}\` in the front matter of a page says it for the page`;

const settings: Dropped = [
  ["scripts", "its scripts", inHead],
  ["stylesheets", "its style sheets", inHead],
  ["headTags", "its tags of the head", inHead],
  ["clientModules", "its programs for the browser"],
  ["markdown.mermaid", "its diagrams"],
  [
    "themeConfig.tableOfContents.minHeadingLevel",
    "the highest level in its tables of contents",
    ofPage("toc_min_heading_level"),
  ],
  [
    "themeConfig.tableOfContents.maxHeadingLevel",
    "the lowest level in its tables of contents",
    ofPage("toc_max_heading_level"),
  ],
  ["themeConfig.algolia", "its search by Algolia", "nothing needs to be done: the site has a search of its own"],
  ["themeConfig.image", "the image of its link previews"],
  ["themeConfig.metadata", "its tags of the head, keywords among them"],
  ["themeConfig.footer.logo", "the logo of its footer", "the footer shows that of `logo:`"],
];

const options: Dropped = [
  ...["", "docs.", "pages."].flatMap((holder) => [
    [`${holder}remarkPlugins`, "its plugins for Markdown"] as const,
    [`${holder}rehypePlugins`, "its plugins for HTML"] as const,
  ]),
  ...["gtag", "googleAnalytics", "googleTagManager"].map((key) => [key, "its analytics"] as const),
];

/** Presets, plugins and themes that the new site replaces, or whose parts are migrated or reported elsewhere. */
const known =
  /^classic$|(?:^|[/-])(?:preset-(?:classic|openapi)|docusaurus-preset-openapi|(?:plugin-)?content-(?:docs|pages)|(?:plugin-)?client-redirects|openapi-docs|redocusaurus|(?:plugin-)?(?:sitemap|debug|svgr|css-cascade-layers)|theme-(?:classic|openapi-docs|search-algolia))$/;

const purposes: readonly (readonly [name: RegExp, what: string, hint?: string])[] = [
  [/analytics|gtag|tag-manager|umami|matomo|plausible/, "its analytics"],
  [/search/, "its search", "nothing needs to be done: the site has a search of its own"],
  [/mermaid/, "its diagrams"],
  [/live-codeblock/, "its code that readers run"],
];

/** Reports what the new site lacks of the configuration, the folders and the front matter. */
export async function reportLeftOut(
  site: SourceFolder,
  config: DocusaurusConfig,
  docs: readonly Docs[],
): Promise<void> {
  const { report } = site;
  const within = (path: string): string => posix.join(config.base, path);
  const reportFolder = (what: string): void => report(`${what} left out`, startOf(config.file));
  if (config.blog !== null && (await site.has(config.blog))) reportFolder(`the blog in ${config.blog}/ is`);
  if ((await site.has(within("versioned_docs"))) || (await site.has(within("versioned_sidebars"))))
    report("the versions in versioned_docs/ are left out: one version is taken", startOf(config.file));
  if (await site.has(within("i18n"))) reportFolder("the translations in i18n/ are");
  if (await site.has(within("src/theme"))) reportFolder("the components of its own theme in src/theme/ are");
  if ((await site.list(within("src/css"))).length > 0) reportFolder("the styles in src/css/ are");
  for (const [path, position] of config.unknown) {
    if (migrated.test(path)) report(`the setting ${path} isn't taken as a whole: only running it would tell`, position);
  }
  const dropped = config.plugins.flatMap((plugin) => membersOf(plugin.options, options));
  for (const { holder, key, what, hint } of [...membersOf(config.value, settings), ...dropped])
    report(`\`${key}\` is left out: ${what}`, config.positionOf(holder, key), hint);
  for (const plugin of config.plugins) reportPlugin(plugin, report);
  for (const file of await site.list(within("src/pages"))) {
    if (/\.[jt]sx?$/.test(file)) report("a page that is a program is left out", startOf(file));
  }
  for (const doc of docs.flatMap((set) => set.docs)) reportPage(doc, report);
}

function membersOf(root: Json, dropped: Dropped) {
  return dropped.flatMap(([path, what, hint]) => {
    const names = path.split(".");
    const key = names.at(-1) ?? "";
    const holder = names.slice(0, -1).reduce<Json | undefined>((inner, name) => memberOf(inner, name), root);
    return memberOf(holder, key) === undefined ? [] : [{ holder, key, what, hint }];
  });
}

function reportPlugin({ name, position }: Plugin, report: Report): void {
  if (known.test(name)) return;
  const [, what, hint] = purposes.find(([pattern]) => pattern.test(name)) ?? [];
  const words = `${name === "" ? "a plugin" : `\`${name}\``} is left out`;
  report(what === undefined ? words : `${words}: ${what}`, position, hint);
}

function reportPage(doc: Doc, report: Report): void {
  const { source, frontMatter, positionOf } = doc;
  if (isGenerated(source)) {
    const hint = "start from the contract: docs-build init --openapi";
    report("a page that was made of a contract is left out", startOf(source), hint);
  } else if (isMigrated(doc)) {
    for (const key of keys.filter((name) => memberOf(frontMatter, name) !== undefined))
      report(`\`${key}\` of the front matter is left out`, positionOf(key));
  } else report("a draft is left out", positionOf("draft"));
}
