import type { ComponentType, ReactNode } from "react";
import type { Alternatives, Schema } from "../../src/model/schema.ts";
import { Markup } from "../markup.tsx";
import type { DetailsProps } from "./fields.tsx";
import { keyed } from "./keyed.tsx";
import { SchemaType } from "./schema-type.tsx";

/** The shapes a value can have, and the field that tells them apart. */
export function AlternativeSchemas({ alternatives, Details }: AlternativeSchemasProps) {
  const { kind, schemas, discriminator } = alternatives;
  return (
    <>
      <p className="limit">
        {kind === "oneOf" ? "Exactly one of these" : "One or more of these"}
        {discriminator !== null && (
          <>
            , told apart by <code>{discriminator.property}</code>
          </>
        )}
      </p>
      <ul className="props">
        {keyed(schemas, (schema) => (
          <li>
            {schema.title !== null && <b>{schema.title}</b>} <SchemaType schema={schema} />
            {valueFor(schema, alternatives)}
            {schema.description !== null && <Markup html={schema.description} />}
            <Details schema={schema} facts={[]} />
          </li>
        ))}
      </ul>
    </>
  );
}

interface AlternativeSchemasProps {
  readonly alternatives: Alternatives;
  readonly Details: ComponentType<DetailsProps>;
}

function valueFor({ ref }: Schema, { discriminator }: Alternatives): ReactNode {
  const value = [...(discriminator?.mapping ?? [])].find(([, name]) => name === ref)?.[0];
  return value === undefined ? null : (
    <>
      {" when "}
      <code>{value}</code>
    </>
  );
}
