import { listOf, memberCount } from "#shared/contract/fields.ts";
import { type NamedSchema } from "#shared/contract/schema.ts";
import { maxUses, type SchemaUse } from "#shared/contract/reference.ts";

import { HeadingAnchor } from "./marks.tsx";
import { ContractText, InnerLink, useReference } from "./reference-context.tsx";
import { SampleCode } from "./sample-code.tsx";
import { EnumValues, InnerTexts, SchemaFacts, SchemaLine } from "./schema-facts.tsx";
import { SchemaMembers } from "./schema-members.tsx";

/**
 * A named schema is printed only here, with an example beside it. Every use links to this section, and the section
 * links back to it.
 */
export function SchemaSection({ named }: { readonly named: NamedSchema }) {
  const { name, anchor, schema, example } = named;
  const { contract, reference } = useReference();
  const list = listOf(schema);
  const uses = reference.usesByName.get(name) ?? [];
  // A schema that only a single operation responds with is already shown as that operation's response.
  const isShown =
    uses.length === 1 &&
    contract.operations.some(({ responses }) =>
      responses.some(({ content }) => content.some((media) => media.schema?.ref === name)),
    );
  return (
    <section className="op schema" id={anchor} data-members={memberCount(list) ?? undefined}>
      <div className="op-text">
        <h3>
          {name} <HeadingAnchor id={anchor} name={name} />
        </h3>
        <SchemaLine schema={schema} certainty={schema.certainty} />
        <ContractText text={schema.description} below={3} />
        <InnerTexts schema={schema} />
        <SchemaFacts schema={schema} name={name} />
        <EnumValues schema={list} anchor={anchor} />
        <SchemaMembers schema={list} anchor={anchor} />
      </div>
      <div className="op-aside">
        {example !== null && !isShown && <SchemaExample code={example} />}
        <SchemaUses uses={uses} />
      </div>
    </section>
  );
}

function SchemaExample({ code }: { readonly code: string }) {
  return (
    <div className="op-samples ink">
      <div className="tabs">
        <span className="tab-title">Example</span>
        <div className="tab-panel">
          <SampleCode sample={{ language: "json", code }} lines={16} />
        </div>
      </div>
    </div>
  );
}

/** Listing every use of a schema that's used everywhere would tell readers little. */
function SchemaUses({ uses }: { readonly uses: readonly SchemaUse[] }) {
  if (uses.length === 0) return null;
  return (
    <div className="uses">
      <p>Used in</p>
      <ul>
        {uses.slice(0, maxUses).map(({ label, anchor }) => (
          <li key={anchor}>
            <InnerLink anchor={anchor}>{label}</InnerLink>
          </li>
        ))}
        {uses.length > maxUses && <li>and {uses.length - maxUses} more</li>}
      </ul>
    </div>
  );
}
