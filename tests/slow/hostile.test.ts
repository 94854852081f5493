import { test } from "vitest";

import { hostileContracts } from "../hostile/contracts.ts";
import { hostileMarkdown } from "../hostile/markdown.ts";
import { expectContractTold, expectMarkdownTold } from "../hostile/told.ts";

/* What takes long, up to a limit of time. The other is in site/hostile. */
test.each(hostileMarkdown.filter(({ isSlow = false }) => isSlow))("Markdown: $name", expectMarkdownTold);

test.each(hostileContracts.filter(({ isSlow = false }) => isSlow))("contract: $name", expectContractTold);
