import type { Property, Schema } from "../../src/model/schema.ts";
import { toFieldAnchor } from "../../src/model/field-anchor.ts";
import { AlternativeSchemas } from "./alternative-schemas.tsx";
import { EnumValues } from "./enum-values.tsx";
import { Fields, type DetailsProps, type FieldView } from "./fields.tsx";
import { heldSchema, memberCount } from "./held-schema.ts";
import { SchemaFacts } from "./schema-facts.tsx";

/*
 * A schema holds fields, and a field holds a schema. The two halves of that circle are here; the lists between them
 * are handed the second half, so that no two files need each other. Named schemas are links: the circle always ends.
 */

/** What a schema is made of: fields, fields by pattern, items in order, alternatives. */
export function SchemaMembers({ schema, anchor, partTypes }: SchemaMembersProps) {
  const fields = [
    ...schema.properties.map((property) => toField(property, anchor, partTypes?.get(property.name) ?? [])),
    ...schema.patternProperties.map(({ pattern, schema: value }) => toPlainField(`/${pattern}/`, value)),
    ...schema.prefixItems.map((item, index) => toPlainField(`[${index}]`, item)),
  ];
  return (
    <>
      {fields.length > 0 && <Fields fields={fields} Details={SchemaDetails} />}
      {schema.alternatives !== null && (
        <AlternativeSchemas alternatives={schema.alternatives} Details={SchemaDetails} />
      )}
    </>
  );
}

interface SchemaMembersProps {
  readonly schema: Schema;
  /** The named schema's anchor; its fields get anchors below it. */
  readonly anchor?: string | undefined;
  readonly partTypes?: ReadonlyMap<string, readonly string[]> | undefined;
}

/** Everything about a schema below its first line: facts, values, and what it is made of, folded. */
export function SchemaDetails({ schema, facts }: DetailsProps) {
  const held = heldSchema(schema);
  const count = memberCount(held);
  return (
    <>
      <SchemaFacts schema={schema} more={facts} />
      <EnumValues values={held.enum} />
      {count !== null && (
        <details>
          <summary>{count}</summary>
          <SchemaMembers schema={held} />
        </details>
      )}
    </>
  );
}

function toField(property: Property, anchor: string | undefined, types: readonly string[]): FieldView {
  const { name, required, schema, from } = property;
  const accepted = types.length === 0 ? [] : [`accepts ${types.join(", ")}`];
  return {
    ...toPlainField(name, schema),
    required,
    facts: from === null ? accepted : [...accepted, `from ${from}`],
    id: anchor === undefined ? undefined : toFieldAnchor(anchor, name),
  };
}

function toPlainField(name: string, schema: Schema): FieldView {
  const { description, certainty, deprecated } = schema;
  return { name, required: false, schema, description, certainty, deprecated, facts: [] };
}
