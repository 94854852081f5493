import type { Memory } from "#cache/memory.ts";
import type { RenderedPage } from "#check/check-site.ts";
import type { Sources } from "#read/sources.ts";
import type { SourceFile } from "#shared/diagnostics/diagnostic.ts";
import { toRoute } from "#shared/route.ts";
import type { RoutedDocument } from "#site/plan-routes.ts";

/* What an author advises integrators, and the assistants that write for them: a page's text, published in Markdown alone. */

const skillFile = "content/_skill.md";

/** Where it is published. */
export const skillPath = "skill.md";

/** The text as it was written; none where the author has no advice. */
export function skillIn({ parts }: Pick<Sources, "parts">): readonly SourceFile[] {
  const text = parts.get(skillFile);
  return text === undefined ? [] : [text];
}

/** Whether a file that is read as a page becomes one. */
export function isPage({ file }: { readonly file: string }): boolean {
  return file !== skillFile;
}

/** What there is to be checked in it, as if a page showed it. */
export async function readSkill(skill: RoutedDocument | null, { memo }: Memory): Promise<readonly RenderedPage[]> {
  if (skill === null) return [];
  const [, body] = await skill.bodyHtml();
  const facts = await memo(`facts of ${skillPath}`, [body], async () =>
    (await import("#check/read-html.ts")).readHtml(body),
  );
  return [{ route: toRoute(skillPath), file: skillFile, ...facts }];
}
