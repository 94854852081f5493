import type { MediaType, Response, ResponseLink } from "#shared/contract/operation.ts";
import { toInnerAnchor, toPlaceAnchor } from "#shared/contract/reference.ts";

import { CertaintyMark } from "./marks.tsx";
import { parameterField } from "./operation-request.tsx";
import { ContractText, PlaceLink } from "./reference-context.tsx";
import { Fields, SchemaDetails } from "./schema-members.tsx";
import { SchemaType } from "./schema-type.tsx";

/** What may come back, by status. What it holds opens in place, as in a request. */
export function OperationResponses({ responses, anchor }: OperationResponsesProps) {
  if (responses.length === 0) return null;
  return (
    <>
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
    </>
  );
}

interface OperationResponsesProps {
  readonly responses: readonly Response[];
  /** Of the operation; the fields of its responses get anchors below it. */
  readonly anchor: string;
}

function OperationResponse({ response, anchor }: OperationResponseProps) {
  const { status, description, content, headers, links } = response;
  return (
    <li>
      <b className={`status-${status.charAt(0).toLowerCase()}`}>{status}</b>
      {content.map((media) => (
        <ResponseType key={media.type} media={media} />
      ))}
      <CertaintyMark certainty={response.certainty} />
      <ContractText text={description} />
      {content.map(
        ({ type, schema }, index) =>
          schema !== null && (
            <SchemaDetails
              key={type}
              schema={schema}
              anchor={index === 0 ? anchor : toPlaceAnchor(anchor, `body-${index + 1}`)}
            />
          ),
      )}
      {headers.length > 0 && (
        <Fields fields={headers.map((header) => parameterField(header, toPlaceAnchor(anchor, "headers")))} />
      )}
      {links.map((link) => (
        <FollowingOperation key={link.name} link={link} />
      ))}
    </li>
  );
}

interface OperationResponseProps {
  readonly response: Response;
  /** The fields of its first body get anchors below this one. */
  readonly anchor: string;
}

/** JSON goes without saying. */
function ResponseType({ media }: { readonly media: MediaType }) {
  return (
    <>
      {" "}
      {media.schema !== null && <SchemaType schema={media.schema} />}
      {media.type !== "application/json" && <small> {media.type}</small>}
    </>
  );
}

function FollowingOperation({ link }: { readonly link: ResponseLink }) {
  return (
    <p className="limit">
      Then:{" "}
      {link.operationAnchor === null ? link.label : <PlaceLink anchor={link.operationAnchor}>{link.label}</PlaceLink>}
    </p>
  );
}
