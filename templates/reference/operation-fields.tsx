import { Fragment } from "react";

import {
  type MediaType,
  type Operation,
  type Parameter,
  parameterHeadings,
  parameterPlaces,
  type RequestBody,
  type Response,
  type ResponseLink,
} from "#shared/contract/operation.ts";
import { listOf, parametersText } from "#shared/contract/fields.ts";
import { toFieldAnchor, toInnerAnchor, toPlaceAnchor } from "#shared/contract/reference.ts";
import { resolveSchema } from "#shared/contract/schema.ts";
import { streamItemOf } from "#shared/contract/stream.ts";

import { CertaintyMark } from "./marks.tsx";
import { MediaWords } from "./media-words.tsx";
import { ContractText, FilledFolds, LevelsInPlace, PlaceLink, RestOfList, useReference } from "./reference-context.tsx";
import { EnumValues, HeldTexts, SchemaFacts, SchemaLine } from "./schema-facts.tsx";
import { FieldList, type FieldView, SchemaDetails, SchemaMembers } from "./schema-members.tsx";

/** The fields are an operation's parameters, its request body, and its responses. */
export function OperationFields({ operation }: { readonly operation: Operation }) {
  const { anchor, parameters, requestBody, responses } = operation;
  return (
    <LevelsInPlace value={useReference().part.levels}>
      <OperationParameters parameters={parameters} anchor={anchor} />
      {requestBody !== null && <OperationRequestBody body={requestBody} anchor={anchor} />}
      {responses.length > 0 && <OperationResponses responses={responses} anchor={anchor} />}
    </LevelsInPlace>
  );
}

function OperationParameters({ parameters, anchor }: OperationParametersProps) {
  return parameterPlaces.map((place) => {
    const own = parameters.filter((parameter) => parameter.in === place);
    if (own.length === 0) return null;
    return (
      <div key={place}>
        <h4>{parameterHeadings[place]}</h4>
        <ParameterFields parameters={own} anchor={`${anchor}.${place}`} />
      </div>
    );
  });
}

function ParameterFields({ parameters, anchor }: OperationParametersProps) {
  const shown = parameters.slice(0, useReference().part.listLength);
  return (
    <>
      <FieldList fields={shown.map((parameter) => parameterField(parameter, anchor))} />
      <RestOfList count={parameters.length} toText={() => parametersText(parameters)} />
    </>
  );
}

interface OperationParametersProps {
  readonly parameters: readonly Parameter[];
  /** The anchors of the parameters start with this anchor. */
  readonly anchor: string;
}

function parameterField(parameter: Parameter, anchor: string): FieldView {
  const { name, required, schema, listStyle, examples, wholeQuery } = parameter;
  const own = schema.examples.length > 0 ? undefined : examples.find(({ authored }) => authored);
  return {
    name,
    id: toFieldAnchor(anchor, name),
    required,
    schema: own === undefined ? schema : { ...schema, examples: [own.value] },
    description: parameter.description ?? schema.description,
    certainty: parameter.certainty,
    deprecated: parameter.deprecated,
    facts: [
      ...(wholeQuery === null ? [] : [`the whole query string, as ${wholeQuery}`]),
      ...(listStyle === null ? [] : [listStyles[listStyle]]),
    ],
  };
}

const listStyles = {
  comma: "values joined by commas",
  space: "values joined by spaces",
  pipe: "values joined by |",
  tab: "values joined by tabs",
  repeat: "repeat the parameter for each value",
} as const;

/** Media types with the same named schema share a list of fields, so that readers see it once. */
function OperationRequestBody({ body, anchor }: OperationRequestBodyProps) {
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
  /** The anchor is the operation's; the anchors of the body's fields start with it. */
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

/** A form says more about its parts than JSON does, so its media type stands for both. */
function joined(before: SharedMedia, media: MediaType): SharedMedia {
  return { types: `${before.types}, ${media.type}`, media: media.encoding.size > 0 ? media : before.media };
}

/** Readers have to fill in a body, so its fields are printed in place, with two levels of the schemas that they use. */
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
      <HeldTexts schema={schema} />
      <SchemaFacts schema={schema} />
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

/** The content of a response opens in place, as in a request. */
function OperationResponses({ responses, anchor }: OperationResponsesProps) {
  return (
    <FilledFolds value>
      <h4>Responses</h4>
      <ul className="props responses">
        {responses.map((response) => (
          <OperationResponse
            key={response.status}
            response={response}
            anchor={toInnerAnchor(anchor, response.status)}
          />
        ))}
      </ul>
    </FilledFolds>
  );
}

interface OperationResponsesProps {
  readonly responses: readonly Response[];
  /** The anchor is the operation's; the anchors of the responses' fields start with it. */
  readonly anchor: string;
}

function OperationResponse({ response, anchor }: OperationResponseProps) {
  const { status, summary, description, content, headers, links } = response;
  return (
    <li>
      <b className={`status-${status.charAt(0).toLowerCase()}`}>{status}</b>
      {summary !== null && ` ${summary}`}
      {content.map((media) => (
        <ResponseType key={media.type} media={media} />
      ))}
      <CertaintyMark certainty={response.certainty} />
      <ContractText text={description} />
      {content.map(
        (media, index) =>
          media.schema !== null && (
            <Fragment key={media.type}>
              {media.schema.description?.text !== description?.text && <ContractText text={media.schema.description} />}
              <SchemaDetails
                schema={streamItemOf(media) ?? media.schema}
                anchor={index === 0 ? anchor : toPlaceAnchor(anchor, `body-${index + 1}`)}
              />
            </Fragment>
          ),
      )}
      {headers.length > 0 && <ParameterFields parameters={headers} anchor={toPlaceAnchor(anchor, "headers")} />}
      {links.map((link) => (
        <FollowingOperation key={link.name} link={link} />
      ))}
    </li>
  );
}

interface OperationResponseProps {
  readonly response: Response;
  /** The anchors of the first body's fields start with this anchor. */
  readonly anchor: string;
}

/** Readers expect JSON, so only other media types are named. */
function ResponseType({ media }: { readonly media: MediaType }) {
  return (
    <>
      {" "}
      <MediaWords media={media} />
      {media.type !== "application/json" && <small> {media.type}</small>}
    </>
  );
}

function FollowingOperation({ link }: { readonly link: ResponseLink }) {
  return (
    <>
      <p className="limit">
        Then:{" "}
        {link.operationAnchor === null ? link.label : <PlaceLink anchor={link.operationAnchor}>{link.label}</PlaceLink>}
      </p>
      <ContractText text={link.description} />
    </>
  );
}
