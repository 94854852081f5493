import type { Alternatives, Schema } from "../../src/model/contract.ts";
import { Markup } from "../markup.tsx";
import { SchemaDetails } from "./schema-details.tsx";
import { SchemaType } from "./schema-type.tsx";

/** The shapes a value can have, and the field that tells them apart. */
export function AlternativeSchemas({ alternatives }: { readonly alternatives: Alternatives }) {
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
        {schemas.map((schema, index) => (
          <li key={index}>
            {schema.title !== null && <b>{schema.title}</b>} <SchemaType schema={schema} />
            {valueFor(schema, alternatives)}
            {schema.description !== null && <Markup html={schema.description} />}
            <SchemaDetails schema={schema} />
          </li>
        ))}
      </ul>
    </>
  );
}

function valueFor({ ref }: Schema, { discriminator }: Alternatives) {
  const value = [...(discriminator?.mapping ?? [])].find(([, name]) => name === ref)?.[0];
  return value === undefined ? null : (
    <>
      {" when "}
      <code>{value}</code>
    </>
  );
}
