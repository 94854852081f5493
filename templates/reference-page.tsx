import type { ReferenceView } from "../src/model/view.ts";
import { OperationSection } from "./reference/operation-section.tsx";
import { ReferenceContext, toReferenceData } from "./reference/reference-context.ts";
import { ReferenceHeader } from "./reference/reference-header.tsx";
import { SchemaSection } from "./reference/schema-section.tsx";
import { TagSection } from "./reference/tag-section.tsx";

/** The API reference: all of it, readable without script. Every named schema is printed once and linked elsewhere. */
export function ReferencePage({ view }: { readonly view: ReferenceView }) {
  const { contract } = view;
  return (
    <ReferenceContext value={toReferenceData(view)}>
      <ReferenceHeader view={view} />
      {contract.tagGroups.flatMap(({ tags }) => tags.map((tag) => <TagSection key={tag.anchor} tag={tag} />))}
      {contract.webhooks.length > 0 && (
        <section id="webhooks">
          <h2>Webhooks</h2>
          {contract.webhooks.map((webhook) => (
            <OperationSection key={webhook.anchor} operation={webhook} />
          ))}
        </section>
      )}
      {contract.schemas.length > 0 && (
        <section id="schemas">
          <h2>Schemas</h2>
          {contract.schemas.map((schema) => (
            <SchemaSection key={schema.anchor} named={schema} />
          ))}
        </section>
      )}
    </ReferenceContext>
  );
}
