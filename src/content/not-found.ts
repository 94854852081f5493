import type { SourceFile } from "#shared/diagnostic.ts";

const file = "content/404.md";

const text = `---
title: Page not found
description: The address leads to no page of this site.
---

We could not find that page. Check the address, or start from the front page.
`;

/** The pages of a site, with a not-found page where the author wrote none. */
export function withNotFoundPage(pages: readonly SourceFile[]): readonly SourceFile[] {
  return pages.some((page) => page.file === file) ? pages : [...pages, { file, text }];
}
