import { parentPort } from "node:worker_threads";

import { CodeHighlighters } from "./code-highlighters.ts";
import type { HighlightReply, HighlightRequest } from "./start-highlighter.ts";

/* The second thread of a build: colours code while the first one parses and renders. */
const highlighters = new CodeHighlighters();

parentPort?.on("message", (request: HighlightRequest) => void answer(request));

async function answer({ index, code, language, marked }: HighlightRequest): Promise<void> {
  const highlight = await highlighters.for(language);
  const reply: HighlightReply = { index, html: highlight(code, new Set(marked)) };
  parentPort?.postMessage(reply);
}
