import type { Tag } from "../../src/model/contract.ts";
import { Markup } from "../markup.tsx";
import { audienceWords, commonAudience } from "./audience.ts";
import { HeadingAnchor } from "./heading-anchor.tsx";
import { OperationSection } from "./operation-section.tsx";
import { useReference } from "./reference-context.ts";
import { SectionTitle } from "./section-title.tsx";

/** The operations of one tag. What holds for all of them is said once, here. */
export function TagSection({ tag }: { readonly tag: Tag }) {
  const { anchor, displayName, operations } = tag;
  const audience = commonAudience(operations);
  const { audienceStated } = useReference();
  return (
    <section className="tag" id={anchor}>
      <SectionTitle kind="Operations">
        {displayName} <HeadingAnchor id={anchor} name={displayName} />
      </SectionTitle>
      {tag.description !== null && <Markup className="tag-text" html={tag.description} />}
      {audienceStated && audience !== null && <p className="audience">{audienceWords(audience)}</p>}
      {operations.map((operation) => (
        <OperationSection key={operation.anchor} operation={operation} audienceKnown={audience !== null} />
      ))}
    </section>
  );
}
