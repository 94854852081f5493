import type { ReactNode } from "react";

import type { Tag } from "#shared/contract/contract.ts";
import type { ReferenceView } from "#shared/view.ts";

import { Pagination } from "./pagination.tsx";
import { HeadingAnchor } from "./reference/marks.tsx";
import { audienceWords, commonAudience, OperationSection } from "./reference/operation-section.tsx";
import { ReferenceContents } from "./reference/reference-contents.tsx";
import { ContractText, FurtherReading, ReferenceContext, useReference } from "./reference/reference-context.tsx";
import { PartHeader, ReferenceHeader } from "./reference/reference-header.tsx";
import { SchemaSection } from "./reference/schema-section.tsx";

/**
 * The API reference, readable without script. A large one has a page for each part: a tag, an operation, schemas. Every
 * named schema is printed once, and linked from everywhere else.
 */
export function ReferencePage({ view }: { readonly view: ReferenceView }) {
  const { part } = view;
  return (
    <ReferenceContext value={view}>
      {view.isPart ? <PartHeader view={view} /> : <ReferenceHeader view={view} />}
      {part.tags.map((tag) => (
        <TagSection key={tag.anchor} tag={tag} />
      ))}
      {part.webhooks.length > 0 && (
        <section id={view.isPart ? undefined : "webhooks"}>
          <SectionTitle kind="Webhooks">Webhooks</SectionTitle>
          {part.webhooks.map((webhook) => (
            <OperationSection key={webhook.anchor} operation={webhook} />
          ))}
        </section>
      )}
      {part.schemas.length > 0 && (
        <section id={view.isPart ? undefined : "schemas"}>
          <SectionTitle kind="Schemas">Schemas</SectionTitle>
          {part.schemas.map((schema) => (
            <SchemaSection key={schema.anchor} named={schema} />
          ))}
        </section>
      )}
      {part.operation !== null && (
        <>
          <SectionTitle kind="Operation">Operation</SectionTitle>
          <OperationSection operation={part.operation} isTitled={false} />
        </>
      )}
      {part.parts.length > 0 && <ReferenceContents part={part} />}
      <Pagination previous={view.previous} next={view.next} />
    </ReferenceContext>
  );
}

function TagSection({ tag }: { readonly tag: Tag }) {
  const { anchor, displayName, operations } = tag;
  const audience = commonAudience(operations);
  return (
    <section className="tag" id={anchor}>
      <SectionTitle kind="Operations">
        {displayName} <HeadingAnchor id={anchor} name={displayName} />
      </SectionTitle>
      <ContractText text={tag.description} below={2} />
      <FurtherReading docs={tag.externalDocs} />
      {audience !== null && audience.length > 0 && <p className="audience">{audienceWords(audience)}</p>}
      {operations.map((operation) => (
        <OperationSection key={operation.anchor} operation={operation} audienceKnown={audience !== null} />
      ))}
    </section>
  );
}

/**
 * The title of a section of the reference. If the section has its own page, the page's title already names it, and the
 * heading is only for readers who navigate by headings.
 */
function SectionTitle({ kind, children }: SectionTitleProps) {
  const { isPart } = useReference();
  return isPart ? <h2 className="visually-hidden">{kind}</h2> : <h2>{children}</h2>;
}

interface SectionTitleProps {
  /** The section's content, in one word. */
  readonly kind: "Operation" | "Operations" | "Webhooks" | "Schemas";
  readonly children: ReactNode;
}
