import type { ReactNode } from "react";
import type { Schema } from "../../src/model/schema.ts";
import { JsonValue } from "./json-value.tsx";
import { SchemaLink } from "./schema-link.tsx";
import { separated } from "./separated.tsx";

/** Limits, default, example and the like, in one line; nothing when there are none. `more` comes after them. */
export function SchemaFacts({ schema, more }: { readonly schema: Schema; readonly more?: readonly string[] }) {
  const facts = [...factsOf(schema), ...(more ?? [])];
  return facts.length === 0 ? null : <p className="limit">{separated(facts)}</p>;
}

function factsOf(schema: Schema): readonly ReactNode[] {
  const { unit, mergedFrom, additionalProperties } = schema;
  return [
    ...schema.limits,
    ...itemLimits(schema.items),
    ...(schema.const === undefined
      ? []
      : [
          <>
            always <JsonValue value={schema.const} unit={unit} />
          </>,
        ]),
    ...(schema.default === undefined
      ? []
      : [
          <>
            default <JsonValue value={schema.default} unit={unit} />
          </>,
        ]),
    ...(schema.example === undefined
      ? []
      : [
          <>
            example <JsonValue value={schema.example} unit={unit} />
          </>,
        ]),
    ...(mergedFrom.length === 0 ? [] : [<>with all of {mergedFrom.map(linkAfterComma)}</>]),
    ...(additionalProperties === false ? ["no other members"] : []),
    ...(schema.ref === null && schema.not !== null && schema.not.ref !== null
      ? [
          <>
            not <SchemaLink name={schema.not.ref} />
          </>,
        ]
      : []),
  ];
}

function itemLimits(items: Schema | null): readonly string[] {
  return items === null ? [] : items.limits.map((limit) => `each ${limit}`);
}

function linkAfterComma(name: string, index: number): ReactNode {
  return (
    <span key={name}>
      {index > 0 && ", "}
      <SchemaLink name={name} />
    </span>
  );
}
