import type { Schema } from "../../src/model/schema.ts";
import { CertaintyMark } from "./certainty-mark.tsx";
import { SchemaType } from "./schema-type.tsx";

/** The type of a schema that stands for itself. That something with fields is an object goes without saying. */
export function SchemaLine({ schema, certainty }: SchemaLineProps) {
  const plain = schema.ref === null && schema.properties.length > 0 && !schema.nullable;
  if (plain && certainty === null && !schema.deprecated) return null;
  return (
    <p className="schema-line">
      {!plain && <SchemaType schema={schema} />}
      {schema.deprecated && <em> deprecated</em>}
      <CertaintyMark certainty={certainty} />
    </p>
  );
}

interface SchemaLineProps {
  readonly schema: Schema;
  readonly certainty: string | null;
}
