import { type ReactNode, useContext } from "react";

import { listOf, memberCount } from "#shared/contract/fields.ts";

import { FilledFolds, SchemaLink, useReference } from "./reference-context.tsx";

/**
 * The fold contains what a value consists of. If the value's schema has a section on the page, a fold in a response
 * starts as a link to it. Once the fold is opened, fill-folds.ts fills it with the section's content, and sets anchors
 * below the fold's own.
 */
export function SchemaFold({ summary, name, anchor, children }: SchemaFoldProps) {
  const isInSection = useIsInSection(name);
  const isFilled = useContext(FilledFolds);
  return isFilled && name !== null && isInSection ? (
    <details data-anchor={anchor}>
      <summary data-action="unfold">{summary}</summary>
      <p className="limit">
        See <SchemaLink name={name} />
      </p>
    </details>
  ) : (
    <details>
      <summary>{summary}</summary>
      {children}
    </details>
  );
}

interface SchemaFoldProps {
  readonly summary: string;
  readonly name: string | null;
  /** The anchors inside the fold start with this anchor. */
  readonly anchor: string;
  readonly children: ReactNode;
}

/** A fold can be filled only from a section with members on the same page. */
function useIsInSection(name: string | null): boolean {
  const { contract, reference, part } = useReference();
  const schema = contract.schemaByName.get(name ?? "");
  const anchor = reference.anchorByName.get(name ?? "");
  if (schema === undefined || anchor === undefined || memberCount(listOf(schema)) === null) return false;
  return reference.hrefByAnchor.get(anchor) === part.href;
}
