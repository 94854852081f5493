import { type ReactNode, useContext } from "react";

import { listOf, memberCount } from "#shared/contract/fields.ts";

import { FilledFolds, SchemaLink, useReference } from "./reference-context.tsx";

/**
 * What a value is made of, folded. Where its schema has a section on the page, a fold of a response only leads there: once
 * it is opened, fill-folds.ts fills it with what stands there, and gives it anchors below its own.
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
  /** The named schema that it is of. */
  readonly name: string | null;
  /** What is in it has anchors below this one. */
  readonly anchor: string;
  readonly children: ReactNode;
}

/** Whether what a named schema is made of stands in its section, and that on this page. */
function useIsInSection(name: string | null): boolean {
  const { contract, reference, part } = useReference();
  const schema = contract.schemaByName.get(name ?? "");
  const anchor = reference.anchorByName.get(name ?? "");
  if (schema === undefined || anchor === undefined || memberCount(listOf(schema)) === null) return false;
  return reference.hrefByAnchor.get(anchor) === part.href;
}
