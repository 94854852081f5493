import type { RenderedPage } from "#check/check-site.ts";
import type { Sources } from "#read/sources.ts";
import type { SourceFile } from "#shared/diagnostics/diagnostic.ts";
import { toRoute } from "#shared/route.ts";
import type { RoutedDocument } from "#site/plan-routes.ts";

/* The author's advice for integrators and their assistants. It's published as Markdown, never as a page. */

const skillFile = "content/_skill.md";

export const skillPath = "skill.md";

/** Empty if the author has no `_skill.md`, or one that can't be read. */
export function skillIn({ parts }: Pick<Sources, "parts">): readonly SourceFile[] {
  const skill = parts.get(skillFile) ?? null;
  return skill === null ? [] : [skill];
}

/** False for `_skill.md`, which is parsed like a page but has none. */
export function isPage({ file }: { readonly file: string }): boolean {
  return file !== skillFile;
}

/** Reads the advice as if it were a page, so that its links are checked. */
export async function readSkill(skill: RoutedDocument | null): Promise<readonly RenderedPage[]> {
  if (skill === null) return [];
  const [, body] = await skill.bodyHtml();
  const { readHtml } = await import("#check/read-html.ts");
  return [{ route: toRoute(skillPath), file: skillFile, ...readHtml(body) }];
}
