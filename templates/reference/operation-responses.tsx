import type { MediaType, Response, ResponseLink } from "#shared/contract/operation.ts";

import { CertaintyMark } from "./marks.tsx";
import { parameterField } from "./operation-request.tsx";
import { ContractText, PlaceLink } from "./reference-context.tsx";
import { Fields, SchemaDetails } from "./schema-members.tsx";
import { SchemaType } from "./schema-type.tsx";

/** What may come back, by status. Named schemas are linked, not repeated. */
export function OperationResponses({ responses }: { readonly responses: readonly Response[] }) {
  if (responses.length === 0) return null;
  return (
    <>
      <h4>Responses</h4>
      <ul className="props responses">
        {responses.map((response) => (
          <OperationResponse key={response.status} response={response} />
        ))}
      </ul>
    </>
  );
}

function OperationResponse({ response }: { readonly response: Response }) {
  const { status, description, content, headers, links } = response;
  return (
    <li>
      <b className={`status-${status.charAt(0).toLowerCase()}`}>{status}</b>
      {content.map((media) => (
        <ResponseType key={media.type} media={media} />
      ))}
      <CertaintyMark certainty={response.certainty} />
      <ContractText text={description} />
      {content.map(({ type, schema }) => schema !== null && <SchemaDetails key={type} schema={schema} />)}
      {headers.length > 0 && <Fields fields={headers.map(parameterField)} />}
      {links.map((link) => (
        <FollowingOperation key={link.name} link={link} />
      ))}
    </li>
  );
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
