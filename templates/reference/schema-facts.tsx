import { Fragment, type ReactNode } from "react";

import {
  eachWord,
  innerLevels,
  innerLimitTexts,
  labelOf,
  listedValues,
  listText,
  toTypeFacts,
  type TypePart,
  valuesAtFirst,
} from "#shared/contract/fields.ts";
import { titleOf } from "#shared/contract/field-words.ts";
import { toLimitTexts } from "#shared/contract/keywords/limits.ts";
import { toSlotAnchor } from "#shared/contract/reference.ts";
import type { EnumValue, Schema } from "#shared/contract/schema.ts";
import { type Json, toText } from "#shared/json/json.ts";

import { exampleFact, JsonValue } from "./examples.tsx";
import { CertaintyMark, inOrder, separated } from "./marks.tsx";
import { ContractText, FurtherReading, ListExtent, InnerLink, SchemaLink, useReference } from "./reference-context.tsx";

/** These words describe a value's type: `integer · US cents`, `list of LineItem`, `string · uuid · nullable`. */
export function SchemaType({ schema }: { readonly schema: Schema }) {
  const facts = toTypeFacts(schema).map((fact) => inOrder(fact.map(toTypeWords)));
  return <i>{separated(facts)}</i>;
}

function toTypeWords(part: TypePart): ReactNode {
  return typeof part === "string" ? part : <SchemaLink name={part.schema} />;
}

/**
 * The line shows the type of a schema that's printed by itself. An object skips it, because its fields already say that
 * it's an object.
 */
export function SchemaLine({ schema, certainty }: { readonly schema: Schema; readonly certainty: string | null }) {
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

/**
 * The line lists limits, default, example and similar facts, followed by `more`. It appears only if there are any
 * facts. The author's link to further reading is above it.
 */
export function SchemaFacts({ schema, name, more = none }: SchemaFactsProps) {
  const title = name === undefined ? null : titleOf(name, schema);
  const facts = [title, ...factsOf(schema), ...more].filter((fact) => fact !== null);
  return (
    <>
      <FurtherReading docs={schema.externalDocs} />
      {facts.length > 0 && <p className="limit">{separated(facts)}</p>}
    </>
  );
}

interface SchemaFactsProps {
  readonly schema: Schema;
  /** That of a field or a named schema, whose title may say more. */
  readonly name?: string | undefined;
  readonly more?: readonly string[] | undefined;
}

const none: readonly string[] = [];

function factsOf(schema: Schema): readonly ReactNode[] {
  const { unit, mergedFrom, additionalProperties } = schema;
  return [
    ...toLimitTexts(schema.limits),
    ...innerLimitTexts(schema),
    ...valueFact("always", schema.const, unit),
    ...valueFact("default", schema.default, unit),
    ...innerLevels(schema).flatMap((inner, level) => [
      ...valueFact(`${eachWord(level)} always`, inner.const, inner.unit),
      ...valueFact(`${eachWord(level)} by default`, inner.default, inner.unit),
      ...exampleFact(`${eachWord(level)} such as`, inner),
    ]),
    ...exampleFact(schema.examples.length > 1 ? "examples" : "example", schema),
    ...(mergedFrom.length === 0 ? [] : [<>with all of {mergedFrom.map(linkAfterComma)}</>]),
    ...(additionalProperties === false ? ["no other members"] : []),
    ...(schema.ref === null && schema.not !== null && schema.not.ref !== null ? [notFact(schema.not.ref)] : []),
  ];
}

function valueFact(word: string, value: Json | undefined, unit: string | null): readonly ReactNode[] {
  if (value === undefined) return [];
  return [
    <>
      {word} <JsonValue value={value} unit={unit} />
    </>,
  ];
}

function notFact(name: string): ReactNode {
  return (
    <>
      not <SchemaLink name={name} />
    </>
  );
}

function linkAfterComma(name: string, index: number): ReactNode {
  return (
    <span key={name}>
      {index > 0 && ", "}
      <SchemaLink name={name} />
    </span>
  );
}

/** These texts describe the values of a list or a map whose schema has no name. */
export function InnerTexts({ schema }: { readonly schema: Schema }) {
  return innerLevels(schema).map(({ description, externalDocs }, level) => (
    // oxlint-disable-next-line react/no-array-index-key -- a level is its number
    <Fragment key={level}>
      <ContractText text={description} />
      <FurtherReading docs={externalDocs} />
    </Fragment>
  ));
}

/**
 * All allowed values are listed: the first few are visible, and the remaining values are folded. The values of a named
 * schema are folded in its own section, and each use of the schema links there. With script, a click copies a value;
 * without script, the values are text.
 */
export function EnumValues({ schema, anchor, named = null }: EnumValuesProps) {
  const { part, reference } = useReference();
  const values = listedValues(schema);
  if (values.length === 0) return null;
  // A fold that hides a single value would be in the way.
  if (values.length <= valuesAtFirst + 1) return <ValueList values={values} />;
  const count = `${(values.length - valuesAtFirst).toLocaleString("en-US")} more values`;
  const owner = named === null ? undefined : reference.anchorByName.get(named);
  const valuesAnchor = toSlotAnchor(owner ?? anchor, "values");
  return (
    <>
      <ValueList values={values.slice(0, valuesAtFirst)} />
      {owner === undefined ? (
        <details>
          <summary>{count}</summary>
          <div id={valuesAnchor}>
            <ValueList values={values.slice(valuesAtFirst, part.listLength)} />
            <ListExtent count={values.length} toText={() => listText(schema)} />
          </div>
        </details>
      ) : (
        <p className="limit">
          <InnerLink anchor={valuesAnchor}>{count}</InnerLink>
        </p>
      )}
    </>
  );
}

interface EnumValuesProps {
  readonly schema: Schema;
  /** The anchor belongs to the field or section that takes the values. */
  readonly anchor: string;
  /** The section of this named schema prints all values. */
  readonly named?: string | null;
}

function ValueList({ values }: { readonly values: readonly EnumValue[] }) {
  const explained = values.filter((listed) => listed.meaning !== null || labelOf(listed) !== null);
  const unexplained = values.filter((listed) => !explained.includes(listed));
  return (
    <>
      {explained.length > 0 && (
        <dl className={explained.every(({ value }) => toText(value).length < 6) ? "meanings short" : "meanings"}>
          {explained.map((listed) => (
            <Meaning key={toText(listed.value)} listed={listed} />
          ))}
        </dl>
      )}
      {unexplained.length > 0 && (
        <p className="values">
          {unexplained.map(({ value }) => (
            <CopyValue key={toText(value)} value={value} />
          ))}
        </p>
      )}
    </>
  );
}

function Meaning({ listed }: { readonly listed: EnumValue }) {
  const label = labelOf(listed);
  return (
    <div>
      <dt>
        <CopyValue value={listed.value} /> {listed.meaning !== null && label}
      </dt>
      {listed.meaning === null ? <dd>{label}</dd> : <ContractText as="dd" text={listed.meaning} />}
    </div>
  );
}

function CopyValue({ value }: { readonly value: Json }) {
  const text = toText(value);
  return (
    <button className="copy-value" data-copy={text} title="Copy">
      {text === "" ? '""' : text}
    </button>
  );
}
