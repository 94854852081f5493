import type { Callback, Operation } from "../../src/model/operation.ts";
import { Markup } from "../markup.tsx";
import { audienceWords } from "./audience.ts";
import { HeadingAnchor } from "./heading-anchor.tsx";
import { MethodBadge } from "./method-badge.tsx";
import { OperationParameters } from "./operation-parameters.tsx";
import { OperationPath } from "./operation-path.tsx";
import { OperationRequestBody } from "./operation-request-body.tsx";
import { OperationResponses } from "./operation-responses.tsx";
import { useReference } from "./reference-context.ts";

/** The words of an operation: what it does, what goes in, what comes out. */
export function OperationText({ operation, audienceKnown }: OperationTextProps) {
  const { anchor, summary, externalDocs } = operation;
  const { secured } = useReference();
  return (
    <div className="op-text">
      <h3>
        {summary} <HeadingAnchor id={anchor} name={summary} />
      </h3>
      <p className="op-path">
        <MethodBadge method={operation.method} /> <OperationPath path={operation.path} />
        {operation.deprecated && <em> deprecated</em>}
      </p>
      {!audienceKnown && operation.audience.length > 0 && (
        <p className="audience">{audienceWords(operation.audience)}</p>
      )}
      {secured && operation.security.length === 0 && <p className="audience">No authentication</p>}
      {operation.description !== null && <Markup html={operation.description} />}
      {externalDocs !== null && (
        <p>
          <a href={externalDocs.url} rel="noopener" data-origin="templates/reference/operation-text.tsx">
            {externalDocs.description === null ? "Read more" : <Markup as="span" html={externalDocs.description} />}
          </a>
        </p>
      )}
      <OperationParameters parameters={operation.parameters} />
      {operation.requestBody !== null && <OperationRequestBody body={operation.requestBody} />}
      <OperationResponses responses={operation.responses} />
      <OperationCallbacks callbacks={operation.callbacks} />
    </div>
  );
}

interface OperationTextProps {
  readonly operation: Operation;
  readonly audienceKnown: boolean;
}

/** The calls the API makes back, folded. */
function OperationCallbacks({ callbacks }: { readonly callbacks: readonly Callback[] }) {
  return callbacks.map(({ name, operations }) => (
    <details key={name} className="callback">
      <summary>Callback {name}</summary>
      {operations.map((operation) => (
        <section key={operation.anchor} id={operation.anchor}>
          <OperationText operation={operation} audienceKnown />
        </section>
      ))}
    </details>
  ));
}
