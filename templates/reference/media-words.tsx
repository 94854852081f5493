import { framingWords, orderWords, streamItemOf } from "#shared/contract/notation/stream.ts";
import type { MediaType } from "#shared/contract/operation.ts";
import { toSlotAnchor } from "#shared/contract/reference.ts";

import { SchemaType } from "./schema-facts.tsx";

/** These words describe a body in short: `Load`, `stream of Load · one per line`. */
export function MediaWords({ media }: { readonly media: MediaType }) {
  const { type, schema, order } = media;
  const item = streamItemOf(media);
  const facts = [item === null ? "" : framingWords(type), order === null ? "" : `parts: ${orderWords(order)}`];
  return (
    <>
      {item !== null && <i>stream of </i>}
      {schema !== null && <SchemaType schema={item ?? schema} />}
      {facts.map((fact) => fact !== "" && <i key={fact}> · {fact}</i>)}
    </>
  );
}

/** The anchors of a body's fields start with this anchor. The first media type has that of its operation or response. */
export function bodyAnchor(owner: string, index: number): string {
  return index === 0 ? owner : toSlotAnchor(owner, `body-${index + 1}`);
}
