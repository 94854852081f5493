import { type RefObject, useState } from "react";

import { printJson } from "../json/print-node.ts";
import { Shared, useShared } from "../shared-value.ts";
import { AnswerSearch } from "./answer-search.tsx";
import type { AnswerBody } from "./answer.ts";

/** Whether long lines are wrapped: a wish that holds for all answers of a page. */
export const wrapping = new Shared(true);

/** What can be done with a body that is text: search, fold, wrap, copy, download. */
export function AnswerTools({ view, body, hasFolds, onSave }: AnswerToolsProps) {
  const isWrapped = useShared(wrapping);
  const [isFolded, setIsFolded] = useState(false);
  const fold = () => {
    for (const part of view.current?.querySelectorAll<HTMLDetailsElement>("details details") ?? [])
      part.open = isFolded;
    setIsFolded(!isFolded);
  };
  return (
    <div className="answer-tools">
      <AnswerSearch view={view} />
      {hasFolds && (
        <button type="button" className="field-action" onClick={fold}>
          {isFolded ? "Unfold all" : "Fold all"}
        </button>
      )}
      <button type="button" className="field-action" aria-pressed={isWrapped} onClick={() => wrapping.set(!isWrapped)}>
        Wrap lines
      </button>
      <button type="button" className="field-action" onClick={({ currentTarget }) => void copy(body, currentTarget)}>
        Copy
      </button>
      {onSave !== null && (
        <button type="button" className="field-action" onClick={onSave}>
          Download
        </button>
      )}
    </div>
  );
}

export type TextBody = AnswerBody & { readonly kind: "json" | "text" };

interface AnswerToolsProps {
  /** What holds the lines of the body. */
  readonly view: RefObject<HTMLElement | null>;
  readonly body: TextBody;
  readonly hasFolds: boolean;
  /** Null where only a part of the body is left. */
  readonly onSave: (() => void) | null;
}

/** The text of a body, JSON set in order. */
export function textOfBody(body: TextBody): string {
  return body.kind === "json" ? printJson(body.node) : body.text;
}

/** Copies the whole body, also what is folded or not shown. */
async function copy(body: TextBody, button: HTMLElement): Promise<void> {
  // There is no clipboard on pages that came without encryption.
  const writing = (async () => navigator.clipboard.writeText(textOfBody(body)))().then(
    () => true,
    () => false,
  );
  const { showCopied } = await import("#client/on-demand.ts");
  showCopied(button, await writing);
}
