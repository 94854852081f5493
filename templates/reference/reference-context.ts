import { createContext, useContext } from "react";

import type { Contract } from "#shared/contract/contract.ts";
import type { MediaType, Operation } from "#shared/contract/operation.ts";
import { hrefOf } from "#shared/contract/reference.ts";
import type { NamedSchema, Schema } from "#shared/contract/schema.ts";
import type { Html } from "#shared/html.ts";
import type { ReferenceView } from "#shared/view.ts";

/** What every part of the reference may need, however deep it lies. */
interface ReferenceData {
  readonly schemaByName: ReadonlyMap<string, NamedSchema>;
  readonly usesByName: ReadonlyMap<string, readonly SchemaUse[]>;
  /** The address of an anchor as this page writes it. */
  readonly hrefOf: (anchor: string) => string;
  /** The contract's texts as HTML. */
  readonly htmlByText: ReadonlyMap<string, Html>;
  readonly highlight: (code: string, language: string) => Html;
  /** Addresses of the explorers' data, by the anchor of the operation. */
  readonly explorers: ReadonlyMap<string, string>;
  /** True on one of several pages, where the page's title names the part. */
  readonly isPart: boolean;
  /** True when some operation says who may call it, so that silence is worth a word. */
  readonly audienceStated: boolean;
  /** True when some operation asks for authentication, so that one without it is worth a word. */
  readonly secured: boolean;
}

export const ReferenceContext = createContext<ReferenceData | null>(null);

export function toReferenceData({
  contract,
  reference,
  part,
  htmlByText,
  highlight,
  explorers,
}: ReferenceView): ReferenceData {
  const ownAddress = `${part.href}#`;
  return {
    schemaByName: new Map(contract.schemas.map((schema) => [schema.name, schema])),
    usesByName: part.schemas.length === 0 ? new Map() : toSchemaUses(contract),
    hrefOf(anchor) {
      const href = hrefOf(reference, anchor);
      return href.startsWith(ownAddress) ? href.slice(part.href.length) : href;
    },
    htmlByText,
    highlight,
    explorers,
    isPart: part.href !== reference.root.href,
    audienceStated: contract.operations.some(({ audience }) => audience.length > 0),
    secured: contract.operations.some(({ security }) => security.length > 0),
  };
}

/** The page's reference data. Only for components below the reference page. */
export function useReference(): ReferenceData {
  const data = useContext(ReferenceContext);
  if (data === null) throw new Error("a part of the reference was rendered outside of it");
  return data;
}

/** A place that uses a named schema: an operation or another named schema. */
export interface SchemaUse {
  readonly label: string;
  readonly anchor: string;
}

/** Where each named schema is used directly, operations first, in the document's order. */
function toSchemaUses({ operations, schemas }: Contract): ReadonlyMap<string, readonly SchemaUse[]> {
  const uses = new Map<string, SchemaUse[]>();
  const add = (names: ReadonlySet<string>, use: SchemaUse) => {
    for (const name of names) {
      const known = uses.get(name);
      if (known === undefined) uses.set(name, [use]);
      else known.push(use);
    }
  };
  for (const operation of operations) {
    add(new Set(schemasOf(operation).flatMap(refsIn)), {
      label: operation.summary,
      anchor: operation.anchor,
    });
  }
  for (const { name, anchor, schema } of schemas) {
    const refs = new Set([...schema.mergedFrom, ...refsIn(schema)]);
    refs.delete(name);
    add(refs, { label: name, anchor });
  }
  return uses;
}

function schemasOf({ parameters, requestBody, responses }: Operation): readonly Schema[] {
  const media: readonly MediaType[] = [...(requestBody?.content ?? []), ...responses.flatMap(({ content }) => content)];
  return [...parameters.map(({ schema }) => schema), ...media.flatMap(({ schema }) => schema ?? [])];
}

function refsIn(schema: Schema): readonly string[] {
  if (schema.ref !== null) return [schema.ref];
  const { items, additionalProperties, alternatives, not } = schema;
  const inner = [
    ...schema.properties.map((property) => property.schema),
    ...schema.patternProperties.map((property) => property.schema),
    ...schema.prefixItems,
    ...(alternatives?.schemas ?? []),
    ...[items, additionalProperties, not].filter((part) => typeof part === "object" && part !== null),
  ];
  return inner.flatMap(refsIn);
}
