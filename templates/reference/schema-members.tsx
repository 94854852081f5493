import type { Property, Schema } from "../../src/model/contract.ts";
import { AlternativeSchemas } from "./alternative-schemas.tsx";
import { Fields, type FieldView } from "./fields.tsx";

/** What a schema is made of: fields, fields by pattern, items in order, alternatives. */
export function SchemaMembers({ schema, anchor, partTypes }: SchemaMembersProps) {
  const fields = [
    ...schema.properties.map((property) => toField(property, anchor, partTypes?.get(property.name) ?? [])),
    ...schema.patternProperties.map(({ pattern, schema: value }) => toPlainField(`/${pattern}/`, value)),
    ...schema.prefixItems.map((item, index) => toPlainField(`[${index}]`, item)),
  ];
  return (
    <>
      {fields.length > 0 && <Fields fields={fields} />}
      {schema.alternatives !== null && <AlternativeSchemas alternatives={schema.alternatives} />}
    </>
  );
}

interface SchemaMembersProps {
  readonly schema: Schema;
  /** The named schema's anchor; its fields get anchors below it. */
  readonly anchor?: string | undefined;
  readonly partTypes?: ReadonlyMap<string, readonly string[]> | undefined;
}

function toField(
  { name, required, schema }: Property,
  anchor: string | undefined,
  types: readonly string[],
): FieldView {
  return {
    ...toPlainField(name, schema),
    required,
    facts: types.length === 0 ? [] : [`accepts ${types.join(", ")}`],
    id: anchor === undefined ? undefined : `${anchor}.${name}`,
  };
}

function toPlainField(name: string, schema: Schema): FieldView {
  const { description, certainty, deprecated } = schema;
  return { name, required: false, schema, description, certainty, deprecated, facts: [] };
}
