import { type ReactNode, useContext } from "react";

import type { LabeledExample } from "#shared/contract/field-words.ts";
import { fieldAnchor, fieldsOf, innerFields, listText, memberCount, shapesOf } from "#shared/contract/fields.ts";
import type { LinkedExample, MediaType } from "#shared/contract/operation.ts";
import { toSlotAnchor } from "#shared/contract/reference.ts";
import { type Alternatives, choicesIn, type Schema } from "#shared/contract/schema.ts";

import { DescribedExamples, LinkedExamples } from "./examples.tsx";
import { CertaintyMark } from "./marks.tsx";
import { ContractText, NestedLevels, ListExtent, useReference } from "./reference-context.tsx";
import { EnumValues, InnerTexts, SchemaFacts, SchemaType } from "./schema-facts.tsx";
import { SchemaFold } from "./schema-fold.tsx";

/**
 * A schema consists of fields, fields by pattern, items in order, and alternatives. A field contains a schema again;
 * named schemas are links, so the recursion always ends.
 */
export function SchemaMembers({ schema, anchor, isInner = false, encoding }: SchemaMembersProps) {
  const { listLength } = useReference().part;
  const all = fieldsOf(schema);
  const fields = all.slice(0, listLength).map((field): FieldView => {
    const { name, required, from } = field;
    const { description, certainty, deprecated } = field.schema;
    const types = encoding?.get(name)?.types ?? [];
    const facts = [
      ...(types.length === 0 ? [] : [`accepts ${types.join(", ")}`]),
      ...(from === null ? [] : [`from ${from}`]),
    ];
    const id = fieldAnchor(field, anchor, isInner);
    return { name, required, schema: field.schema, description, certainty, deprecated, facts, id };
  });
  const choices = printedChoices(schema, listLength - all.length);
  return (
    <>
      {fields.length > 0 && <FieldList fields={fields} />}
      {choices.map((choice) => (
        <AlternativeSchemas key={choice.first} choice={choice} anchor={anchor} />
      ))}
      <ListExtent count={all.length + shapesOf(schema).length} toText={() => listText(schema)} />
    </>
  );
}

interface SchemaMembersProps {
  readonly schema: Schema;
  /** The anchors of the fields start with this anchor. */
  readonly anchor: string;
  /** True means that the anchor belongs to something that contains the schema: a field, a response. */
  readonly isInner?: boolean;
  readonly encoding?: MediaType["encoding"] | undefined;
}

/** A field is a named value: a member of an object, a parameter, a header. */
export interface FieldView {
  readonly name: string;
  readonly required: boolean;
  readonly schema: Schema;
  /** The description may come from outside the schema, such as from a parameter. */
  readonly description: Schema["description"];
  readonly certainty: string | null;
  readonly deprecated: boolean;
  /** These facts come from outside the schema: media types of a form part, how a list is joined. */
  readonly facts: readonly string[];
  readonly described?: readonly LabeledExample[];
  readonly linkedExamples?: readonly LinkedExample[];
  readonly id: string;
}

/** Each field shows its type, rules, description and content. */
export function FieldList({ fields }: { readonly fields: readonly FieldView[] }) {
  return (
    <ul className="props">
      {fields.map((field) => (
        <Field key={field.id} field={field} />
      ))}
    </ul>
  );
}

function Field({ field }: { readonly field: FieldView }) {
  const { schema } = field;
  return (
    <li id={field.id}>
      <a className="anchor name" href={`#${encodeURIComponent(field.id)}`} data-origin={origin}>
        {field.name}
      </a>{" "}
      <SchemaType schema={schema} />
      {field.required && <Word text="required" />}
      {schema.access !== null && <Word text={schema.access} />}
      {field.deprecated && <Word text="deprecated" />}
      <CertaintyMark certainty={field.certainty} />
      <ContractText text={field.description} />
      <DescribedExamples examples={field.described ?? []} />
      <LinkedExamples examples={field.linkedExamples ?? []} />
      <SchemaDetails schema={schema} name={field.name} facts={field.facts} anchor={field.id} />
    </li>
  );
}

const origin = "templates/reference/schema-members.tsx";

function Word({ text }: { readonly text: string }) {
  return (
    <>
      {" "}
      <em className={`word-${text}`}>{text}</em>
    </>
  );
}

/** The details are everything about a schema below its first line: facts, values, and its folded members. */
export function SchemaDetails({ schema, name, facts, anchor }: SchemaDetailsProps) {
  const { contract } = useReference();
  const { use, list, levels } = innerFields(schema, useContext(NestedLevels), contract.schemaByName);
  const count = memberCount(list);
  return (
    <>
      <InnerTexts schema={schema} />
      <SchemaFacts schema={schema} name={name} more={facts} />
      <EnumValues schema={list} anchor={anchor} named={use.ref} />
      {count !== null && (
        <SchemaFold summary={use.ref === null ? count : `${count} of ${use.ref}`} name={use.ref} anchor={anchor}>
          <NestedLevels value={levels}>
            <SchemaMembers schema={list} anchor={anchor} isInner />
          </NestedLevels>
        </SchemaFold>
      )}
    </>
  );
}

interface SchemaDetailsProps {
  readonly schema: Schema;
  /** The name of a field, whose title may say more. */
  readonly name?: string | undefined;
  /** These facts come from outside the schema. */
  readonly facts?: readonly string[] | undefined;
  /** The anchors of the fields start with this anchor. */
  readonly anchor: string;
}

interface PrintedChoice {
  readonly alternatives: Alternatives;
  readonly first: number;
  readonly shown: readonly Schema[];
}

function printedChoices(schema: Schema, room: number): readonly PrintedChoice[] {
  let first = 1;
  return choicesIn(schema).flatMap((alternatives) => {
    const shown = alternatives.schemas.slice(0, Math.max(room - first + 1, 0));
    const choice = { alternatives, first, shown };
    first += alternatives.schemas.length;
    return shown.length === 0 ? [] : [choice];
  });
}

function AlternativeSchemas({ choice, anchor }: AlternativeSchemasProps) {
  const { alternatives, first, shown } = choice;
  const { kind, discriminator } = alternatives;
  const words = kind === "oneOf" ? "Exactly one of these" : "One or more of these";
  return (
    <>
      <p className="limit kind">
        {first === 1 ? words : `And ${words.charAt(0).toLowerCase()}${words.slice(1)}`}
        {discriminator !== null && (
          <>
            , told apart by <code>{discriminator.property}</code>
          </>
        )}
      </p>
      <ul className="props">
        {shown.map((schema, index) => {
          const shapeAnchor = toSlotAnchor(anchor, first + index);
          return (
            <li key={shapeAnchor}>
              {schema.title !== null && <b>{schema.title}</b>} <SchemaType schema={schema} />
              {valueFor(schema, alternatives)}
              <ContractText text={schema.description} />
              <SchemaDetails schema={schema} anchor={shapeAnchor} />
            </li>
          );
        })}
      </ul>
    </>
  );
}

interface AlternativeSchemasProps {
  readonly choice: PrintedChoice;
  /** The anchors inside the alternatives start with this anchor. */
  readonly anchor: string;
}

function valueFor({ ref }: Schema, { discriminator }: Alternatives): ReactNode {
  const value = [...(discriminator?.mapping ?? [])].find(([, name]) => name === ref)?.[0];
  const isFallback = discriminator !== null && ref !== null && discriminator.fallback === ref;
  return (
    <>
      {value !== undefined && (
        <>
          {" when "}
          <code>{value}</code>
        </>
      )}
      {isFallback && (value === undefined ? " otherwise" : ", and otherwise")}
    </>
  );
}
