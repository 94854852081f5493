import type { CodeToHighlight } from "#content/create-highlighter.ts";
import type { ParserQuestion } from "#contract/check/validate-document.ts";
import type { Html } from "#shared/html.ts";

/** What the second thread can do. */
export interface Tasks {
  readonly highlight: (code: CodeToHighlight) => Promise<Html>;
  readonly askParser: (question: ParserQuestion) => Promise<readonly string[]>;
}

/** A task on its way to the thread. */
export type Task =
  | { readonly index: number; readonly name: "highlight"; readonly input: CodeToHighlight }
  | { readonly index: number; readonly name: "askParser"; readonly input: ParserQuestion };

export interface Answer {
  readonly index: number;
  readonly value: Html | readonly string[];
}
