import * as z from "zod";

import type { FrontMatter } from "../model/document.ts";
import type { Outcome } from "../model/outcome.ts";
import type { SourceFile } from "../model/position.ts";
import { parseYaml } from "../yaml/parse-yaml.ts";
import { splitFrontMatter } from "./split-front-matter.ts";

const headingLevel = z.int().min(2).max(6);

const frontMatterSchema = z.strictObject({
  title: z.string().min(1).optional(),
  description: z.string().min(1).optional(),
  slug: z.string().min(1).optional(),
  sidebar_label: z.string().min(1).optional(),
  unlisted: z.boolean().optional(),
  aliases: z.array(z.string().startsWith("/")).optional(),
  sidebar: z.boolean().optional(),
  toc_min_heading_level: headingLevel.optional(),
  toc_max_heading_level: headingLevel.optional(),
});

/** Reads the front matter of a Markdown file. With faults in it, the file is treated as having none. */
export function parseFrontMatter(source: SourceFile): Outcome<FrontMatter> {
  const { frontMatter } = splitFrontMatter(source.text);
  const parsed = parseYaml(frontMatterSchema, {
    file: source.file,
    text: frontMatter ?? "",
    firstLine: 2,
    code: "content/front-matter",
    unknownKeyCode: "content/front-matter",
    keys: Object.keys(frontMatterSchema.shape),
  });
  const settings = parsed.value.value ?? {};
  const value: FrontMatter = {
    title: settings.title ?? null,
    description: settings.description ?? null,
    slug: settings.slug ?? null,
    sidebarLabel: settings.sidebar_label ?? null,
    unlisted: settings.unlisted ?? false,
    aliases: (settings.aliases ?? []).map((path, index) => ({
      path,
      position: parsed.value.positionAt(["aliases", index]),
    })),
    sidebar: settings.sidebar ?? true,
    tocLevels: [settings.toc_min_heading_level ?? 2, settings.toc_max_heading_level ?? 3],
  };
  return { value, diagnostics: parsed.diagnostics };
}
