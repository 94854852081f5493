import { existsSync } from "node:fs";
import { join } from "node:path";

import { diagnose, type Diagnostic, startOf } from "#shared/diagnostic.ts";
import { memberOf } from "#shared/json/json.ts";

import type { Doc, Docs } from "./docs.ts";
import { listFiles } from "./read-files.ts";
import type { DocusaurusConfig } from "./site-config.ts";

interface LeftOutInputs {
  readonly root: string;
  readonly config: DocusaurusConfig;
  readonly docs: readonly Docs[];
  readonly report: (message: string) => void;
  readonly diagnostics: Diagnostic[];
}

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

/** Says what of a site has no counterpart here. */
export async function reportLeftOut({ root, config, docs, report, diagnostics }: LeftOutInputs): Promise<void> {
  const has = (path: string): boolean => existsSync(join(root, path));
  if (config.blog !== null && has(config.blog)) report(`the blog in ${config.blog}/ is left out`);
  const versions = ["versioned_docs", ...["versioned_sidebars"].filter(() => !has("versioned_docs"))].filter(has);
  if (versions.length > 0) report("the versions in versioned_docs/ are left out: one version is taken");
  if (has("i18n")) report("the translations in i18n/ are left out");
  if (has("src/theme")) report("the components of its own theme in src/theme/ are left out");
  if ((await listFiles(root, "src/css")).length > 0) report("the styles in src/css/ are left out");
  for (const path of config.unknown.filter((unknown) => taken.test(unknown)))
    report(`the setting ${path} is not taken as a whole: only running the file would tell`);
  for (const file of await listFiles(root, "src/pages")) {
    if (/\.[jt]sx?$/.test(file))
      diagnostics.push(diagnose("init/left-out", "a page that is a program is left out", startOf(file)));
  }
  for (const doc of docs.flatMap((set) => set.docs)) diagnostics.push(...ofPage(doc));
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
