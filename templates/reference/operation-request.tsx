import { toFieldAnchor, toPlaceAnchor } from "#shared/contract/reference.ts";
import {
  type MediaType,
  type Parameter,
  parameterHeadings,
  parameterPlaces,
  type RequestBody,
} from "#shared/contract/operation.ts";
import { resolveSchema } from "#shared/contract/schema.ts";

import { ContractText, useReference } from "./reference-context.tsx";
import { SchemaFacts } from "./schema-facts.tsx";
import { Fields, type FieldView, SchemaMembers } from "./schema-members.tsx";
import { SchemaLine } from "./schema-type.tsx";

/** The parameters of an operation, by where they travel. */
export function OperationParameters({ parameters, anchor }: OperationParametersProps) {
  return parameterPlaces.map((place) => {
    const fields = parameters
      .filter((parameter) => parameter.in === place)
      .map((parameter) => parameterField(parameter, `${anchor}.${place}`));
    if (fields.length === 0) return null;
    return (
      <div key={place}>
        <h4>{parameterHeadings[place]}</h4>
        <Fields fields={fields} />
      </div>
    );
  });
}

interface OperationParametersProps {
  readonly parameters: readonly Parameter[];
  /** Of the operation; its parameters get anchors below it. */
  readonly anchor: string;
}

/** A parameter or a response header as a field, with its anchor below that of its place. */
export function parameterField(parameter: Parameter, anchor: string): FieldView {
  const { name, required, schema, listStyle, examples } = parameter;
  const [example] = examples;
  return {
    name,
    id: toFieldAnchor(anchor, name),
    required,
    schema: example === undefined || schema.examples.length > 0 ? schema : { ...schema, examples: [example.value] },
    description: parameter.description ?? schema.description,
    certainty: parameter.certainty ?? schema.certainty,
    deprecated: parameter.deprecated,
    facts: listStyle === null ? [] : [listStyles[listStyle]],
  };
}

const listStyles = {
  comma: "values joined by commas",
  space: "values joined by spaces",
  pipe: "values joined by |",
  tab: "values joined by tabs",
  repeat: "repeat the parameter for each value",
} as const;

/** What to send, field by field; media types that take the same named schema share one list. */
export function OperationRequestBody({ body, anchor }: OperationRequestBodyProps) {
  return (
    <>
      {bySchema(body.content).map(({ types, media }, index) => (
        <div key={types}>
          <h4>
            Body <small>{types}</small>
            {!body.required && <small> optional</small>}
          </h4>
          <ContractText text={body.description} />
          <MediaTypeSchema media={media} anchor={index === 0 ? anchor : toPlaceAnchor(anchor, `body-${index + 1}`)} />
        </div>
      ))}
    </>
  );
}

interface OperationRequestBodyProps {
  readonly body: RequestBody;
  /** Of the operation; the fields of its bodies get anchors below it. */
  readonly anchor: string;
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

/** The schema of a request body: its fields are printed in place, for whoever fills them in; so are two levels of what they use. */
function MediaTypeSchema({ media, anchor }: MediaTypeSchemaProps) {
  const { contract } = useReference();
  if (media.schema === null) return null;
  const schema = resolveSchema(media.schema, contract.schemaByName);
  return (
    <>
      <SchemaLine schema={media.schema} certainty={schema.certainty} />
      <ContractText text={schema.description} />
      <SchemaFacts schema={schema} />
      <SchemaMembers schema={schema} anchor={anchor} partTypes={media.partTypes} />
    </>
  );
}

interface MediaTypeSchemaProps {
  readonly media: MediaType;
  /** Its fields get anchors below this one. */
  readonly anchor: string;
}
