import type { ComponentType } from "react";
import type { Schema } from "../../src/model/schema.ts";
import { Markup } from "../markup.tsx";
import { CertaintyMark } from "./certainty-mark.tsx";
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

/** What `SchemaDetails` takes. Lists of fields get it handed in, because it holds lists of fields. */
export interface DetailsProps {
  readonly schema: Schema;
  readonly facts: readonly string[];
}

/** A list of fields, each with its type, rules, description and what it holds. */
export function Fields({ fields, Details }: FieldsProps) {
  return (
    <ul className="props">
      {fields.map((field) => (
        <Field key={field.name} field={field} Details={Details} />
      ))}
    </ul>
  );
}

interface FieldsProps {
  readonly fields: readonly FieldView[];
  readonly Details: ComponentType<DetailsProps>;
}

function Field({ field, Details }: { readonly field: FieldView; readonly Details: ComponentType<DetailsProps> }) {
  const { schema } = field;
  return (
    <li id={field.id}>
      <code>{field.name}</code> <SchemaType schema={schema} />
      {field.required && <Word text="required" />}
      {schema.readOnly && <Word text="read-only" />}
      {schema.writeOnly && <Word text="write-only" />}
      {field.deprecated && <Word text="deprecated" />}
      <CertaintyMark certainty={field.certainty} />
      {field.description !== null && <Markup html={field.description} />}
      <Details schema={schema} facts={field.facts} />
    </li>
  );
}

function Word({ text }: { readonly text: string }) {
  return (
    <>
      {" "}
      <em className={`word-${text}`}>{text}</em>
    </>
  );
}
