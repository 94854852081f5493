import { Explorer } from "#client/islands/explorer.tsx";
import type { Operation } from "#shared/contract/operation.ts";
import { operationMarkdownPath, toSlotAnchor } from "#shared/contract/reference.ts";
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
 * An operation has its title and bar, its description, its samples or the explorer, and its fields. A single column
 * shows them in this order. With two columns, the samples stay in view while the remaining content scrolls.
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
  /** True means that the tag already says who may call the operation. */
  readonly audienceKnown?: boolean;
  /** False means that the title of the page already names the operation. */
  readonly isTitled?: boolean;
}

function OperationTitle({ operation: { anchor, summary } }: { readonly operation: Operation }) {
  return (
    <h3 className="op-title">
      {summary} <HeadingAnchor id={anchor} name={summary} />
    </h3>
  );
}

function OperationBar({ operation }: { readonly operation: Operation }) {
  const { anchor, method, path, deprecated } = operation;
  const source = useReference().explorers.get(anchor);
  return (
    <div className="op-bar">
      <p className="op-path row">
        <MethodBadge method={method} /> <OperationPath path={path} />
        {deprecated && <em> deprecated</em>}
        <button className="icon-button" aria-label={`Copy the path ${path}`} data-copy={path} />
      </p>
      {source !== undefined && <Island name="explorer" component={Explorer} props={{ source, anchor }} />}
      <OperationMenu operation={operation} />
    </div>
  );
}

function OperationMenu({ operation: { anchor, summary, request } }: { readonly operation: Operation }) {
  const { site, reference } = useReference();
  const menu = toSlotAnchor(anchor, "menu");
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

function OperationWords({ operation, audienceKnown }: Pick<OperationSectionProps, "operation" | "audienceKnown">) {
  return (
    <div className="op-text op-words">
      {!audienceKnown && operation.audience.length > 0 && (
        <p className="audience">{audienceWords(operation.audience)}</p>
      )}
      <OperationSecurity operation={operation} />
      <OperationServers operation={operation} />
      <ContractText text={operation.description} below={3} />
      {operation.pathTexts.map((text) => (
        <ContractText key={text.text} text={text} below={3} />
      ))}
      {operation.furtherTags.length > 0 && <p className="limit">Also tagged {operation.furtherTags.join(", ")}</p>}
      <FurtherReading docs={operation.externalDocs} />
    </div>
  );
}

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

/** All operations have this audience; it's null when they differ. */
export function commonAudience(operations: readonly Operation[]): readonly string[] | null {
  const [first] = operations;
  if (first === undefined) return null;
  const words = first.audience.join();
  return operations.every(({ audience }) => audience.join() === words) ? first.audience : null;
}

/** The words read `Broker clients` or `Broker and carrier clients`. */
export function audienceWords(audience: readonly string[]): string {
  const words = `${audience.join(" and ")} clients`;
  return words.charAt(0).toUpperCase() + words.slice(1);
}
