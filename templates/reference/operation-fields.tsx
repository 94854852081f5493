import { listOf } from "#shared/contract/fields.ts";
import { streamItemOf } from "#shared/contract/notation/stream.ts";
import type { MediaType, Operation, RequestBody } from "#shared/contract/operation.ts";
import { resolveSchema } from "#shared/contract/schema.ts";
import { sampledContent } from "#shared/samples/sampled.ts";

import { LinkedExamples } from "./examples.tsx";
import { bodyAnchor, MediaWords } from "./media-words.tsx";
import { OperationResponses } from "./operation-responses.tsx";
import { OperationParameters } from "./parameter-list.tsx";
import { ContractText, NestedLevels, useReference } from "./reference-context.tsx";
import { EnumValues, InnerTexts, SchemaFacts, SchemaLine } from "./schema-facts.tsx";
import { SchemaMembers } from "./schema-members.tsx";

/** The fields are an operation's parameters, its request body, and its responses. */
export function OperationFields({ operation }: { readonly operation: Operation }) {
  const { anchor, parameters, requestBody, responses } = operation;
  return (
    <NestedLevels value={useReference().part.levels}>
      <OperationParameters parameters={parameters} anchor={anchor} />
      {requestBody !== null && (
        <OperationRequestBody body={requestBody} anchor={anchor} isSampled={operation.request !== null} />
      )}
      {responses.length > 0 && <OperationResponses responses={responses} anchor={anchor} />}
    </NestedLevels>
  );
}

/** Media types with the same named schema share a list of fields, so that readers see it once. */
function OperationRequestBody({ body, anchor, isSampled }: OperationRequestBodyProps) {
  const [sent] = sampledContent(body.content)?.examples ?? [];
  const summary = isSampled ? (sent?.summary ?? null) : null;
  return (
    <>
      {bySchema(body.content).map(({ types, media }, index) => (
        <div key={types}>
          <h4>
            Body <small>{types}</small>
            {!body.required && <small> optional</small>}
            {summary !== null && index === 0 && <small> sample: {summary}</small>}
          </h4>
          <ContractText text={body.description} />
          <LinkedExamples examples={media.linkedExamples} />
          <MediaTypeSchema media={media} anchor={bodyAnchor(anchor, index)} />
        </div>
      ))}
    </>
  );
}

interface OperationRequestBodyProps {
  readonly body: RequestBody;
  /** The anchor is the operation's; the anchors of the body's fields start with it. */
  readonly anchor: string;
  /** True means that the request samples send the first example, whose summary is printed here. */
  readonly isSampled: boolean;
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
    // A form says more about its parts than JSON does, so its media type stands for both.
    const shown = before === undefined || media.encoding.size > 0 ? media : before.media;
    const linkedExamples = [...(before?.media.linkedExamples ?? []), ...media.linkedExamples];
    const types = before === undefined ? media.type : `${before.types}, ${media.type}`;
    shared.set(key, { types, media: { ...shown, linkedExamples } });
  }
  return [...shared.values()];
}

/** Readers have to fill in a body, so its fields are printed here, with two levels of the schemas that they use. */
function MediaTypeSchema({ media, anchor }: MediaTypeSchemaProps) {
  const { contract } = useReference();
  const item = streamItemOf(media);
  const stated = item ?? media.schema;
  if (stated === null) return null;
  const schema = resolveSchema(stated, contract.schemaByName);
  const list = listOf(schema);
  return (
    <>
      {item === null ? (
        <SchemaLine schema={stated} certainty={schema.certainty} />
      ) : (
        <p className="schema-line">
          <MediaWords media={media} />
        </p>
      )}
      <ContractText text={schema.description} />
      <InnerTexts schema={schema} />
      <SchemaFacts schema={schema} name={stated.ref ?? ""} />
      <EnumValues schema={list} anchor={anchor} named={stated.ref} />
      <SchemaMembers schema={list} anchor={anchor} encoding={media.encoding} />
    </>
  );
}

interface MediaTypeSchemaProps {
  readonly media: MediaType;
  /** The anchors of the fields start with this anchor. */
  readonly anchor: string;
}
