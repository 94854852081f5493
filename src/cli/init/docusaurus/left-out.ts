import { existsSync } from "node:fs";
import { join } from "node:path";

import { diagnose, type Diagnostic, startOf } from "#shared/diagnostic.ts";
import { memberOf } from "#shared/json/json.ts";

import type { Doc, Docs } from "./docs.ts";
import { listFiles } from "./read-files.ts";
import type { DocusaurusConfig } from "./site-config.ts";

/** False for drafts, and for the pages that a plugin writes of a contract: they hold nothing but components. */
export function isTaken({ source, frontMatter }: Doc): boolean {
  return memberOf(frontMatter, "draft") !== true && !isGenerated(source);
}

function isGenerated(source: string): boolean {
  return /\.(?:api|info|tag|schema)\.mdx$/.test(source);
}

/** Keys of pages that have no counterpart, and change what readers see. */
const keys = ["hide_title", "hide_table_of_contents", "pagination_prev", "pagination_next", "tags", "image"];

/** The settings that are taken. */
const taken =
  /^(?:title|tagline|url|baseUrl|themeConfig\.(?:navbar|footer|announcementBar|colorMode))\b|^(?:presets|plugins)(?:\[\d+\])?$|\.(?:routeBasePath|sidebarPath|docs|redirects)\b[^.]*$/;

/** What of a site has no counterpart here. */
export async function findLeftOut(
  root: string,
  config: DocusaurusConfig,
  docs: readonly Docs[],
): Promise<readonly Diagnostic[]> {
  const has = (path: string): boolean => existsSync(join(root, path));
  const messages = [
    ...(config.blog !== null && has(config.blog) ? [`the blog in ${config.blog}/ is left out`] : []),
    ...(has("versioned_docs") || has("versioned_sidebars")
      ? ["the versions in versioned_docs/ are left out: one version is taken"]
      : []),
    ...(has("i18n") ? ["the translations in i18n/ are left out"] : []),
    ...(has("src/theme") ? ["the components of its own theme in src/theme/ are left out"] : []),
    ...((await listFiles(root, "src/css")).length > 0 ? ["the styles in src/css/ are left out"] : []),
    ...config.unknown
      .filter((unknown) => taken.test(unknown))
      .map((path) => `the setting ${path} is not taken as a whole: only running the file would tell`),
  ];
  const programs = (await listFiles(root, "src/pages")).filter((file) => /\.[jt]sx?$/.test(file));
  return [
    ...messages.map((message) => diagnose("init/left-out", message, startOf(config.file))),
    ...programs.map((file) => diagnose("init/left-out", "a page that is a program is left out", startOf(file))),
    ...docs.flatMap((set) => set.docs).flatMap(ofPage),
  ];
}

function ofPage(doc: Doc): readonly Diagnostic[] {
  const { source, frontMatter } = doc;
  const at = startOf(source);
  if (isGenerated(source)) {
    const hint = "start from the contract: docs-build init --openapi";
    return [diagnose("init/left-out", "a page that was made of a contract is left out", at, hint)];
  }
  if (!isTaken(doc)) return [diagnose("init/left-out", "a draft is left out", at)];
  return keys
    .filter((key) => memberOf(frontMatter, key) !== undefined)
    .map((key) => diagnose("init/left-out", `\`${key}\` of the front matter is left out`, at));
}
