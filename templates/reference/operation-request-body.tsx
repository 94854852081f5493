import type { MediaType, RequestBody } from "../../src/model/operation.ts";
import { Markup } from "../markup.tsx";
import { MediaTypeSchema } from "./media-type-schema.tsx";

/** What to send, field by field; media types that take the same named schema share one list. */
export function OperationRequestBody({ body }: { readonly body: RequestBody }) {
  return (
    <>
      {bySchema(body.content).map(({ types, media }) => (
        <div key={types}>
          <h4>
            Body <small>{types}</small>
            {!body.required && <small> optional</small>}
          </h4>
          {body.description !== null && <Markup html={body.description} />}
          <MediaTypeSchema media={media} />
        </div>
      ))}
    </>
  );
}

interface SharedMedia {
  readonly types: string;
  readonly media: MediaType;
}

function bySchema(content: readonly MediaType[]): readonly SharedMedia[] {
  const shared = new Map<string, SharedMedia>();
  for (const media of content) {
    const key = media.schema?.ref ?? media.type;
    const before = shared.get(key);
    shared.set(key, before === undefined ? { types: media.type, media } : joined(before, media));
  }
  return [...shared.values()];
}

/** A form says more about its parts than JSON does. */
function joined(before: SharedMedia, media: MediaType): SharedMedia {
  return { types: `${before.types}, ${media.type}`, media: media.partTypes.size > 0 ? media : before.media };
}
