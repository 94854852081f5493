import type { ReferenceView } from "../src/model/view.ts";
import { OperationSection } from "./reference/operation-section.tsx";
import { PartHeader } from "./reference/part-header.tsx";
import { ReferenceContents } from "./reference/reference-contents.tsx";
import { ReferenceContext, toReferenceData } from "./reference/reference-context.ts";
import { ReferenceHeader } from "./reference/reference-header.tsx";
import { SchemaSection } from "./reference/schema-section.tsx";
import { SectionTitle } from "./reference/section-title.tsx";
import { TagSection } from "./reference/tag-section.tsx";

/**
 * The API reference, readable without script: all of it or, where it is large, one part a page. Every named schema is
 * printed once and linked elsewhere.
 */
export function ReferencePage({ view }: { readonly view: ReferenceView }) {
  const { part } = view;
  const data = toReferenceData(view);
  return (
    <ReferenceContext value={data}>
      {data.isPart ? <PartHeader view={view} /> : <ReferenceHeader view={view} />}
      {part.tags.map((tag) => (
        <TagSection key={tag.anchor} tag={tag} />
      ))}
      {part.webhooks.length > 0 && (
        <section id="webhooks">
          <SectionTitle kind="Webhooks">Webhooks</SectionTitle>
          {part.webhooks.map((webhook) => (
            <OperationSection key={webhook.anchor} operation={webhook} />
          ))}
        </section>
      )}
      {part.schemas.length > 0 && (
        <section id="schemas">
          <SectionTitle kind="Schemas">Schemas</SectionTitle>
          {part.schemas.map((schema) => (
            <SchemaSection key={schema.anchor} named={schema} />
          ))}
        </section>
      )}
      {part.parts.length > 0 && <ReferenceContents part={part} />}
    </ReferenceContext>
  );
}
