import type { Schema } from "../../src/model/contract.ts";
import { EnumValues } from "./enum-values.tsx";
import { SchemaFacts } from "./schema-facts.tsx";
import { SchemaMembers } from "./schema-members.tsx";

/** Everything about a schema below its first line: facts, values, and what it is made of, folded. */
export function SchemaDetails({ schema, facts = [] }: SchemaDetailsProps) {
  const inner = innerSchema(schema);
  const count = memberCount(inner);
  return (
    <>
      <SchemaFacts schema={schema} more={facts} />
      <EnumValues values={inner.enum} />
      {count !== null && (
        <details>
          <summary>{count}</summary>
          <SchemaMembers schema={inner} />
        </details>
      )}
    </>
  );
}

interface SchemaDetailsProps {
  readonly schema: Schema;
  readonly facts?: readonly string[] | undefined;
}

/** A list or a map of inline schemas is described by what it holds. */
function innerSchema(schema: Schema): Schema {
  const { items, additionalProperties, properties } = schema;
  if (schema.ref !== null) return schema;
  if (items !== null && items.ref === null) return innerSchema(items);
  if (properties.length === 0 && typeof additionalProperties === "object" && additionalProperties?.ref === null) {
    return innerSchema(additionalProperties);
  }
  return schema;
}

function memberCount({ properties, patternProperties, prefixItems, alternatives }: Schema): string | null {
  const fields = properties.length + patternProperties.length;
  if (fields > 0) return fields === 1 ? "1 field" : `${fields} fields`;
  if (alternatives !== null) return `${alternatives.schemas.length} alternatives`;
  return prefixItems.length > 0 ? `${prefixItems.length} items` : null;
}
