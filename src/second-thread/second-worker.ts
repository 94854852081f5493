import { setPriority } from "node:os";
import { parentPort } from "node:worker_threads";

import { CodeHighlighters } from "#content/code-highlighters.ts";
import { askParser } from "#contract/check/validate-document.ts";

import type { Answer, Task } from "./tasks.ts";

/* The second thread of a build: what takes long and needs no more than a message to begin with. */
stepBack();
const highlighters = new CodeHighlighters();

// It has nothing to do yet, and nearly every site will ask for both.
void highlighters.getReady();
void import("@readme/openapi-parser");

parentPort?.on("message", (task: Task) => void answer(task));

async function answer(task: Task): Promise<void> {
  const reply: Answer = { index: task.index, value: await perform(task) };
  parentPort?.postMessage(reply);
}

async function perform({ name, input }: Task): Promise<Answer["value"]> {
  if (name === "askParser") return askParser(input);
  const highlight = await highlighters.for(input.language);
  return highlight(input.code, new Set(input.marked));
}

/** Where there are fewer cores than there is work, the first thread goes first. Only Linux has priorities of threads. */
function stepBack(): void {
  try {
    if (process.platform === "linux") setPriority(10);
  } catch {
    // Not allowed here: then they share.
  }
}
