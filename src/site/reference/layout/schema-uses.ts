import type { Contract } from "#shared/contract/contract.ts";
import { shapesOf } from "#shared/contract/fields.ts";
import type { Operation } from "#shared/contract/operation.ts";
import type { SchemaUse } from "#shared/contract/reference.ts";
import type { Schema } from "#shared/contract/schema.ts";

/** Each named schema is mapped to its direct uses: operations first, then schemas, in the document's order. */
export function toSchemaUses({ operations, schemas }: Contract): ReadonlyMap<string, readonly SchemaUse[]> {
  const uses = new Map<string, SchemaUse[]>();
  const add = (names: ReadonlySet<string>, use: SchemaUse) => {
    for (const name of names) {
      const known = uses.get(name);
      if (known === undefined) uses.set(name, [use]);
      else known.push(use);
    }
  };
  for (const operation of operations) {
    add(new Set(schemasOf(operation).flatMap(refsIn)), { label: operation.summary, anchor: operation.anchor });
  }
  for (const { name, anchor, schema } of schemas) {
    const refs = new Set([...schema.mergedFrom, ...refsIn(schema)]);
    refs.delete(name);
    add(refs, { label: name, anchor });
  }
  return uses;
}

function schemasOf({ parameters, requestBody, responses }: Operation): readonly Schema[] {
  const media = [...(requestBody?.content ?? []), ...responses.flatMap(({ content }) => content)];
  return [...parameters.map(({ schema }) => schema), ...media.flatMap(({ schema }) => schema ?? [])];
}

function refsIn(schema: Schema): readonly string[] {
  if (schema.ref !== null) return [schema.ref];
  const { items, additionalProperties, not } = schema;
  const inner = [
    ...[...schema.members, ...schema.patternProperties].map((member) => member.schema),
    ...schema.prefixItems,
    ...shapesOf(schema),
    ...[items, additionalProperties, not].filter((part) => typeof part === "object" && part !== null),
  ];
  return inner.flatMap(refsIn);
}
