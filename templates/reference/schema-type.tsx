import type { ReactNode } from "react";

import { type Schema, unitName } from "#shared/contract/schema.ts";

import { CertaintyMark, separated } from "./marks.tsx";
import { SchemaLink } from "./reference-context.tsx";

/** What a value is, in a few words: `integer · cents`, `list of LineItem`, `string · uuid · nullable`. */
export function SchemaType({ schema }: { readonly schema: Schema }) {
  const unit = schema.unit === null ? null : unitName(schema.unit);
  return <i>{separated([typeWord(schema), schema.format, unit, schema.nullable ? "nullable" : null])}</i>;
}

function typeWord(schema: Schema): ReactNode {
  if (schema.ref !== null) return <SchemaLink name={schema.ref} />;
  if (schema.prefixItems.length > 0) return "list";
  if (schema.items !== null) return <>list of {innerWord(schema.items)}</>;
  const { additionalProperties: others } = schema;
  if (schema.members.length === 0 && typeof others === "object" && others !== null) {
    return <>map of {innerWord(others)}</>;
  }
  if (schema.types.length > 0) return schema.types.join(" or ");
  if (schema.alternatives !== null) return schema.alternatives.kind === "oneOf" ? "one of these" : "any of these";
  if (schema.enum.length > 0 || schema.const !== undefined) return "value";
  return schema.members.length > 0 ? "object" : "any type";
}

/** Inside a list or a map this is the only place to say that a value can be null. */
function innerWord(schema: Schema): ReactNode {
  return (
    <>
      {typeWord(schema)}
      {schema.nullable && " or null"}
    </>
  );
}

/** The type of a schema that stands for itself. That something with fields is an object goes without saying. */
export function SchemaLine({ schema, certainty }: SchemaLineProps) {
  const plain = schema.ref === null && schema.members.length > 0 && !schema.nullable;
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
