import type { CodeSample } from "#shared/contract/operation.ts";
import type { Html } from "#shared/html.ts";

import { highlightCode } from "./draft/highlight-code.ts";

/** What a thread beside the build does. */
export function highlight(samples: readonly CodeSample[]): readonly Html[] {
  return samples.map(({ code, language }) => highlightCode(code, language));
}
