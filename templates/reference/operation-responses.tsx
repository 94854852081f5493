import { Fragment, type ReactNode } from "react";

import { streamItemOf } from "#shared/contract/notation/stream.ts";
import type { MediaType, Response } from "#shared/contract/operation.ts";
import { toInnerAnchor, toSlotAnchor } from "#shared/contract/reference.ts";
import { type LinkPart, linkWords, type ResponseLink } from "#shared/contract/response-link.ts";

import { LinkedExamples } from "./examples.tsx";
import { CertaintyMark, inOrder } from "./marks.tsx";
import { bodyAnchor, MediaWords } from "./media-words.tsx";
import { ParameterFields } from "./parameter-list.tsx";
import { ContractText, FilledFolds, InnerLink } from "./reference-context.tsx";
import { SchemaDetails } from "./schema-members.tsx";
import { ServerVariables } from "./servers.tsx";

/** The content of a response opens there, as in a request. */
export function OperationResponses({ responses, anchor }: OperationResponsesProps) {
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
      {content.map((media, index) => (
        <Fragment key={media.type}>
          <LinkedExamples examples={media.linkedExamples} />
          {media.schema !== null && (
            <>
              {media.schema.description?.text !== description?.text && <ContractText text={media.schema.description} />}
              <SchemaDetails schema={streamItemOf(media) ?? media.schema} anchor={bodyAnchor(anchor, index)} />
            </>
          )}
        </Fragment>
      ))}
      {headers.length > 0 && <ParameterFields parameters={headers} anchor={toSlotAnchor(anchor, "headers")} />}
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
  const { operationAnchor, label, description, server } = link;
  const words = linkWords(link);
  return (
    <>
      <p className="limit">
        Then: {operationAnchor === null ? label : <InnerLink anchor={operationAnchor}>{label}</InnerLink>}
        {words.length > 0 && " "}
        {inOrder(words.map(toInputWords))}
      </p>
      <ContractText text={description} />
      {server !== null && (
        <>
          <ContractText text={server.description} />
          <ServerVariables server={server} />
        </>
      )}
    </>
  );
}

function toInputWords(part: LinkPart): ReactNode {
  return typeof part === "string" ? part : <code>{part.code}</code>;
}
