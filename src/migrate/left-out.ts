import { posix } from "node:path";

import { diagnose, type Diagnostic, type Position, startOf } from "#shared/diagnostics/diagnostic.ts";
import { flagAt, type Json, memberOf } from "#shared/json/json.ts";

import type { Doc, Docs } from "./docs.ts";
import type { DocusaurusConfig } from "./site-config.ts";
import type { SourceFolder } from "./source-folder.ts";

/** Reports an omission at its position, or at the configuration by default. */
export type Report = (message: string, at?: Position) => void;

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

const dropped: readonly (readonly [
  holder: (config: DocusaurusConfig) => readonly (Json | undefined)[],
  words: TextByKey,
])[] = [
  [
    ({ value }) => [value],
    {
      scripts: "its scripts",
      stylesheets: "its style sheets",
      headTags: "its tags of the head",
      clientModules: "its programs for the browser",
    },
  ],
  [({ value }) => [memberOf(value, "markdown") ?? null], { mermaid: "its diagrams" }],
  [
    ({ theme }) => [memberOf(theme, "tableOfContents") ?? null],
    {
      minHeadingLevel: "the highest level in its tables of contents",
      maxHeadingLevel: "the lowest level in its tables of contents",
    },
  ],
  [
    ({ plugins }) => plugins.flatMap(({ options }) => [options, memberOf(options, "docs"), memberOf(options, "pages")]),
    { remarkPlugins: "its plugins for Markdown", rehypePlugins: "its plugins for HTML" },
  ],
  [
    ({ theme }) => [theme],
    {
      algolia: "its search by Algolia",
      image: "the image of its link previews",
      metadata: "its tags of the head, keywords among them",
    },
  ],
  [({ theme }) => [memberOf(theme, "footer") ?? null], { logo: "the logo of its footer" }],
  [
    ({ plugins }) => plugins.map(({ options }) => options),
    { gtag: "its analytics", googleAnalytics: "its analytics", googleTagManager: "its analytics" },
  ],
];

type TextByKey = Readonly<Record<string, string>>;

const hints: TextByKey = {
  minHeadingLevel: "`toc_min_heading_level` in the front matter of a page says it for the page",
  maxHeadingLevel: "`toc_max_heading_level` in the front matter of a page says it for the page",
  logo: "the footer shows that of `logo:`",
  scripts: "`head:` in content/site.yaml takes them",
  stylesheets: "`head:` in content/site.yaml takes them",
  headTags: "`head:` in content/site.yaml takes them",
  algolia: "nothing needs to be done: the site has a search of its own",
};

function ofSettings(config: DocusaurusConfig): readonly Diagnostic[] {
  const settings = dropped.flatMap(([holdersIn, words]) =>
    holdersIn(config).flatMap((holder) =>
      Object.entries(words)
        .filter(([key]) => memberOf(holder, key) !== undefined)
        .map(([key, word]) => leftOut(`\`${key}\` is left out: ${word}`, config.positionOf(holder, key), hints[key])),
    ),
  );
  const plugins = config.plugins.flatMap(({ name, position }) => {
    if (known.test(name)) return [];
    const [, what, hint] = purposes.find(([pattern]) => pattern.test(name)) ?? [];
    const words = `${name === "" ? "a plugin" : `\`${name}\``} is left out`;
    return [leftOut(what === undefined ? words : `${words}: ${what}`, position, hint)];
  });
  return [...settings, ...plugins];
}

/** Presets, plugins and themes that the new site replaces, or whose parts are migrated or reported elsewhere. */
const known =
  /^classic$|(?:^|[/-])(?:preset-(?:classic|openapi)|docusaurus-preset-openapi|(?:plugin-)?content-(?:docs|pages)|(?:plugin-)?client-redirects|openapi-docs|redocusaurus|(?:plugin-)?(?:sitemap|debug|svgr|css-cascade-layers)|theme-(?:classic|openapi-docs|search-algolia))$/;

const purposes: readonly (readonly [name: RegExp, what: string, hint?: string])[] = [
  [/analytics|gtag|tag-manager|umami|matomo|plausible/, "its analytics"],
  [/search/, "its search", "nothing needs to be done: the site has a search of its own"],
  [/mermaid/, "its diagrams"],
  [/live-codeblock/, "its code that readers run"],
];

function leftOut(message: string, at: Position, hint?: string): Diagnostic {
  return diagnose("init/left-out", message, at, hint);
}

export async function findLeftOut(
  site: SourceFolder,
  config: DocusaurusConfig,
  docs: readonly Docs[],
): Promise<readonly Diagnostic[]> {
  const within = (path: string): string => posix.join(config.base, path);
  const has = async (path: string): Promise<boolean> => site.has(within(path));
  const messages = [
    ...(config.blog !== null && (await site.has(config.blog)) ? [`the blog in ${config.blog}/ is left out`] : []),
    ...((await has("versioned_docs")) || (await has("versioned_sidebars"))
      ? ["the versions in versioned_docs/ are left out: one version is taken"]
      : []),
    ...((await has("i18n")) ? ["the translations in i18n/ are left out"] : []),
    ...((await has("src/theme")) ? ["the components of its own theme in src/theme/ are left out"] : []),
    ...((await site.list(within("src/css"))).length > 0 ? ["the styles in src/css/ are left out"] : []),
  ];
  const unknown = [...config.unknown].filter(([path]) => migrated.test(path));
  const programs = (await site.list(within("src/pages"))).filter((file) => /\.[jt]sx?$/.test(file));
  return [
    ...messages.map((message) => leftOut(message, startOf(config.file))),
    ...unknown.map(([path, position]) =>
      leftOut(`the setting ${path} isn't taken as a whole: only running it would tell`, position),
    ),
    ...ofSettings(config),
    ...programs.map((file) => leftOut("a page that is a program is left out", startOf(file))),
    ...docs.flatMap((set) => set.docs).flatMap(ofPage),
  ];
}

function ofPage(doc: Doc): readonly Diagnostic[] {
  const { source, frontMatter } = doc;
  if (isGenerated(source)) {
    const hint = "start from the contract: docs-build init --openapi";
    return [leftOut("a page that was made of a contract is left out", startOf(source), hint)];
  }
  if (!isMigrated(doc)) return [leftOut("a draft is left out", doc.positionOf("draft"))];
  return keys
    .filter((key) => memberOf(frontMatter, key) !== undefined)
    .map((key) => leftOut(`\`${key}\` of the front matter is left out`, doc.positionOf(key)));
}
