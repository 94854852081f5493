import { type ReactNode, useContext } from "react";

import type { Schema } from "#shared/contract/schema.ts";

import { FilledFolds, SchemaLink, useReference } from "./reference-context.tsx";

/**
 * What a value is made of, folded. Where its schema has a section on the page, a fold of a response only leads there: once
 * it is opened, fill-folds.ts fills it with what stands there, and gives it anchors below its own.
 */
export function SchemaFold({ summary, name, anchor, children }: SchemaFoldProps) {
  const isInSection = useIsInSection(name);
  return useContext(FilledFolds) && name !== null && isInSection ? (
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

/** What a schema shows the members of, where it is printed itself. */
export function listOf(schema: Schema): Schema {
  return heldSchema(schema, false);
}

/** The schema whose members a reader wants to see: of a list or a map, the one it holds, if that is inline or shown in place. */
export function heldSchema(schema: Schema, inPlace: boolean): Schema {
  const { items, prefixItems, additionalProperties, members } = schema;
  if (schema.ref !== null || prefixItems.length > 0) return schema;
  if (items !== null && (inPlace || items.ref === null)) return heldSchema(items, inPlace);
  if (members.length > 0 || typeof additionalProperties !== "object" || additionalProperties === null) return schema;
  return inPlace || additionalProperties.ref === null ? heldSchema(additionalProperties, inPlace) : schema;
}

/** `4 fields`, `2 alternatives`; null when the schema has no members. */
export function memberCount({ members, patternProperties, prefixItems, alternatives }: Schema): string | null {
  const fields = members.length + patternProperties.length;
  if (fields > 0) return fields === 1 ? "1 field" : `${fields} fields`;
  if (alternatives !== null) return `${alternatives.schemas.length} alternatives`;
  return prefixItems.length > 0 ? `${prefixItems.length} items` : null;
}
