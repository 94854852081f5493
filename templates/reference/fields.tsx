import type { ReactNode } from "react";
import type { Schema } from "../../src/model/contract.ts";
import { Markup } from "../markup.tsx";
import { CertaintyMark } from "./certainty-mark.tsx";
import { SchemaDetails } from "./schema-details.tsx";
import { SchemaType } from "./schema-type.tsx";

/** One named value: a member of an object, a parameter, a header. */
export interface FieldView {
  readonly name: string;
  readonly required: boolean;
  readonly schema: Schema;
  /** Where something other than the schema describes the field (a parameter, say). */
  readonly description: Schema["description"];
  readonly certainty: string | null;
  readonly deprecated: boolean;
  /** Facts that are not the schema's: media types of a form part, how a list is joined. */
  readonly facts: readonly string[];
  readonly id?: string | undefined;
}

/** A list of fields, each with its type, rules, description and what it holds. */
export function Fields({ fields }: { readonly fields: readonly FieldView[] }) {
  return (
    <ul className="props">
      {fields.map((field) => (
        <Field key={field.name} field={field} />
      ))}
    </ul>
  );
}

function Field({ field }: { readonly field: FieldView }) {
  const { schema } = field;
  return (
    <li id={field.id}>
      <code>{field.name}</code> <SchemaType schema={schema} />
      {field.required && <Word>required</Word>}
      {schema.readOnly && <Word>read-only</Word>}
      {schema.writeOnly && <Word>write-only</Word>}
      {field.deprecated && <Word>deprecated</Word>}
      <CertaintyMark certainty={field.certainty} />
      {field.description !== null && <Markup html={field.description} />}
      <SchemaDetails schema={schema} facts={field.facts} />
    </li>
  );
}

function Word({ children }: { readonly children: ReactNode }) {
  return (
    <>
      {" "}
      <em className={`word-${String(children)}`}>{children}</em>
    </>
  );
}
