import { test } from "vitest";

import { hostileMarkdown } from "../hostile/markdown.ts";
import { expectMarkdownTold } from "../hostile/told.ts";

/* The Markdown that ends at a limit of time. The other is in site/hostile. */
test.each(hostileMarkdown.filter(({ isSlow = false }) => isSlow))("Markdown: $name", expectMarkdownTold);
