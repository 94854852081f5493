import { Fragment, type ReactNode } from "react";

import type { LabeledExample } from "#shared/contract/field-words.ts";
import { valuesAtFirst } from "#shared/contract/fields.ts";
import type { LinkedExample } from "#shared/contract/operation.ts";
import type { Schema } from "#shared/contract/schema.ts";
import { toDollars } from "#shared/json/cents.ts";
import { type Json, toText } from "#shared/json/json.ts";
import { beginningOf, beginningWords, longestValue, valueBeginning } from "#shared/samples/long-code.ts";

import { Anchor } from "../anchor.tsx";
import { AuthoredAnchor, ContractText, useReference } from "./reference-context.tsx";

/** The examples of a value that have no words, in one line. */
export function exampleFact(word: string, { examples, unit }: Schema): readonly ReactNode[] {
  if (examples.length === 0) return [];
  const more = examples.length - valuesAtFirst;
  return [
    <>
      {word}
      {examples.slice(0, valuesAtFirst).map((value, index) => (
        <Fragment key={toText(value)}>
          {index > 0 && ","} <JsonValue value={value} unit={unit} />
        </Fragment>
      ))}
      {more > 0 && ` and ${more} more`}
    </>,
  ];
}

/** These examples of a field have words, so each has a line. */
export function DescribedExamples({ examples }: { readonly examples: readonly LabeledExample[] }) {
  return examples.map(({ name, label, description, value }) => (
    <div key={name}>
      <p className="limit">
        Example <JsonValue value={value} unit={null} />
        {label !== null && `: ${label}`}
      </p>
      <ContractText text={description} />
    </div>
  ));
}

/** These examples have files of their own, so each is a link. */
export function LinkedExamples({ examples }: { readonly examples: readonly LinkedExample[] }) {
  return examples.map((example) => (
    <div key={example.name}>
      <p className="limit">
        Example: <AuthoredAnchor link={example}>{example.summary ?? example.name}</AuthoredAnchor>
      </p>
      <ContractText text={example.description} />
    </div>
  ));
}

export function JsonValue({ value, unit }: { readonly value: Json; readonly unit: string | null }) {
  const dollars = unit === "usd-cents" && value !== "" ? toDollars(toText(value)) : null;
  return (
    <>
      <ValueCode text={value === "" ? '""' : toText(value)} />
      {dollars !== null && (
        <>
          {" "}
          <span className="money-usd">({dollars})</span>
        </>
      )}
    </>
  );
}

function ValueCode({ text }: { readonly text: string }) {
  const [document] = useReference().downloads;
  if (text.length <= longestValue) return <code>{text}</code>;
  const shown = beginningOf(text, valueBeginning);
  return (
    <>
      <code>{shown}</code> {beginningWords(shown, text)}
      {document !== undefined && (
        <>
          {" All of it is in "}
          <Anchor link={document} />.
        </>
      )}
    </>
  );
}
