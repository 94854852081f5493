import type { Diagnostic } from "../model/diagnostic.ts";
import type { Problem } from "../model/live-message.ts";
import { codeFrame, formatPosition } from "../report/format-diagnostic.ts";
import type { BuilderAnswer, Findings } from "./builder-answer.ts";
import { toEditorUrl, type EditorOptions } from "./editor-url.ts";

/** What is wrong with a build, as the pages show it. */
export function toProblems(answer: BuilderAnswer, editor: EditorOptions): readonly Problem[] {
  if (answer.kind === "crashed") return [toCrash(answer)];
  const { diagnostics, texts } = answer.findings;
  return diagnostics.map((diagnostic) => toProblem(diagnostic, texts, editor));
}

function toProblem(diagnostic: Diagnostic, texts: Findings["texts"], editor: EditorOptions): Problem {
  const { severity, code, message, hint, position } = diagnostic;
  return {
    severity,
    code,
    message,
    hint,
    place: position && formatPosition(position),
    editorUrl: position && toEditorUrl(position, editor),
    frame: position && codeFrame(position, texts.get(position.file)),
  };
}

function toCrash({ message, stack }: { readonly message: string; readonly stack: string }): Problem {
  return { severity: "error", code: "build/crashed", message, hint: null, place: null, editorUrl: null, frame: stack };
}
