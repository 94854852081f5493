import { Explorer } from "#client/islands/explorer.tsx";
import type { Operation } from "#shared/contract/operation.ts";
import { operationMarkdownPath, toPlaceAnchor } from "#shared/contract/reference.ts";
import { encodeRoute } from "#shared/route.ts";

import { CopyLink, CopyMarkdown } from "../copy-page.tsx";
import { Island } from "../island.tsx";
import { OperationSecurity } from "./authentication.tsx";
import { HeadingAnchor, MethodBadge, OperationPath } from "./marks.tsx";
import { OperationFields } from "./operation-fields.tsx";
import { OperationSamples } from "./operation-samples.tsx";
import { ContractText, FurtherReading, useReference } from "./reference-context.tsx";
import { OperationServers } from "./servers.tsx";

/**
 * One operation: its title and bar, what it does, its samples or the explorer, and its fields. That is the order in one
 * column; where there are two, samples stay in view beside the rest while that scrolls.
 */
export function OperationSection({ operation, audienceKnown = false, isTitled = true }: OperationSectionProps) {
  return (
    <section className="op op-columns" id={operation.anchor}>
      {isTitled ? <OperationTitle operation={operation} /> : <h3 className="visually-hidden">{operation.summary}</h3>}
      <OperationBar operation={operation} />
      <OperationWords operation={operation} audienceKnown={audienceKnown} />
      <OperationSamples operation={operation} />
      <FieldsAndCallbacks operation={operation} />
    </section>
  );
}

interface OperationSectionProps {
  readonly operation: Operation;
  /** True when the tag already says who may call it. */
  readonly audienceKnown?: boolean;
  /** False where the title of the page says what it is. */
  readonly isTitled?: boolean;
}

function OperationTitle({ operation: { anchor, summary } }: { readonly operation: Operation }) {
  return (
    <h3 className="op-title">
      {summary} <HeadingAnchor id={anchor} name={summary} />
    </h3>
  );
}

/** What is called, and what can be done with it. */
function OperationBar({ operation }: { readonly operation: Operation }) {
  const { anchor, method, path, deprecated } = operation;
  return (
    <div className="op-bar">
      <p className="op-path">
        <MethodBadge method={method} /> <OperationPath path={path} />
        {deprecated && <em> deprecated</em>}
        <button className="icon-button" aria-label={`Copy the path ${path}`} data-copy={path} />
      </p>
      <TryIt anchor={anchor} />
      <OperationMenu operation={operation} />
    </div>
  );
}

/** The ways to take an operation elsewhere. */
function OperationMenu({ operation: { anchor, summary, request } }: { readonly operation: Operation }) {
  const { site, reference } = useReference();
  const menu = toPlaceAnchor(anchor, "menu");
  return (
    <>
      <button className="icon-button" popoverTarget={menu} aria-label={`Copy: ${summary}`} />
      <div id={menu} className="menu-list" popover="auto">
        {request !== null && (
          <CopyMarkdown href={site.baseUrl + encodeRoute(operationMarkdownPath(reference, anchor))}>
            Copy as Markdown
          </CopyMarkdown>
        )}
        <CopyLink href={`#${anchor}`} />
      </div>
    </>
  );
}

/** What it does, for whom, and where. */
function OperationWords({ operation, audienceKnown }: OperationWordsProps) {
  return (
    <div className="op-text op-words">
      {!audienceKnown && operation.audience.length > 0 && (
        <p className="audience">{audienceWords(operation.audience)}</p>
      )}
      <OperationSecurity operation={operation} />
      <OperationServers operation={operation} />
      <ContractText text={operation.description} below={3} />
      <FurtherReading docs={operation.externalDocs} />
    </div>
  );
}

interface OperationWordsProps {
  readonly operation: Operation;
  readonly audienceKnown: boolean;
}

/** Its fields, then the calls the API makes back, folded. */
function FieldsAndCallbacks({ operation }: { readonly operation: Operation }) {
  return (
    <div className="op-text op-fields">
      <OperationFields operation={operation} />
      {operation.callbacks.map(({ name, operations }) => (
        <details key={name} className="callback">
          <summary>Callback {name}</summary>
          {operations.map((called) => (
            <section key={called.anchor} id={called.anchor}>
              <OperationTitle operation={called} />
              <OperationBar operation={called} />
              <OperationWords operation={called} audienceKnown />
              <OperationSamples operation={called} />
              <FieldsAndCallbacks operation={called} />
            </section>
          ))}
        </details>
      ))}
    </div>
  );
}

/** The button that opens an operation's explorer; none for what only the provider calls. */
function TryIt({ anchor }: { readonly anchor: string }) {
  const source = useReference().explorers.get(anchor);
  return source === undefined ? null : <Island name="explorer" component={Explorer} props={{ source, anchor }} />;
}

/** Who may call all of the operations alike; null when they differ. */
export function commonAudience(operations: readonly Operation[]): readonly string[] | null {
  const [first] = operations;
  if (first === undefined) return null;
  const words = first.audience.join();
  return operations.every(({ audience }) => audience.join() === words) ? first.audience : null;
}

/** `Broker clients`, `Broker and carrier clients`. */
export function audienceWords(audience: readonly string[]): string {
  const words = `${audience.join(" and ")} clients`;
  return words.charAt(0).toUpperCase() + words.slice(1);
}
