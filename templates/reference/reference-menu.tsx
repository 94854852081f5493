import type { Operation } from "#shared/contract/operation.ts";
import type { ReferenceMenuPart, ReferencePart } from "#shared/contract/reference.ts";
import type { NamedSchema } from "#shared/contract/schema.ts";
import type { ReferenceView } from "#shared/view.ts";

import { MethodBadge } from "./marks.tsx";

/** Every operation by tag group and tag, then the schemas; of a reference in parts, this part's. */
export function ReferenceMenu({ view }: { readonly view: ReferenceView }) {
  if (view.reference.root.parts.length > 0) return <PartsMenu view={view} />;
  const { tagGroups, webhooks, schemas } = view.contract;
  return (
    <div className="reference-menu" data-spy="">
      {tagGroups.map(({ name, tags }) => (
        <div key={name} className="group">
          {name !== null && <p>{name}</p>}
          {tags.map(({ anchor, displayName, operations }) => (
            <details key={anchor} open>
              <summary>{displayName}</summary>
              <OperationEntries operations={operations} />
            </details>
          ))}
        </div>
      ))}
      {webhooks.length > 0 && (
        <details open>
          <summary>Webhooks</summary>
          <OperationEntries operations={webhooks} />
        </details>
      )}
      {schemas.length > 0 && (
        <details>
          <summary>Schemas</summary>
          <SchemaEntries schemas={schemas} />
        </details>
      )}
    </div>
  );
}

/** The pages of a reference, and of the one at hand the operations or schemas. */
function PartsMenu({ view }: { readonly view: ReferenceView }) {
  const { part, reference, menu } = view;
  return (
    <div className="reference-menu" data-spy="">
      <ul className="parts">
        <li>
          <PartLink part={reference.root} here={part} label="All operations" />
        </li>
      </ul>
      {menu.map(({ name, parts }) => (
        <div key={parts[0]?.href} className="group">
          {name !== null && <p>{name}</p>}
          <PartList parts={parts} here={part} />
        </div>
      ))}
    </div>
  );
}

interface PartListProps {
  readonly parts: readonly ReferenceMenuPart[];
  /** The part that the page prints. */
  readonly here: ReferencePart;
}

function PartList({ parts, here }: PartListProps) {
  return (
    <ul className="parts">
      {parts.map((part) => (
        <li key={part.href}>
          <PartLink part={part} here={here} label={part.label} />
          {part.href === here.href && <OwnEntries part={here} />}
          {here.href.startsWith(part.href) && part.parts.length > 0 && <PartList parts={part.parts} here={here} />}
        </li>
      ))}
    </ul>
  );
}

interface PartLinkProps {
  readonly part: Pick<ReferencePart, "href">;
  readonly here: ReferencePart;
  readonly label: string;
}

function PartLink({ part, here, label }: PartLinkProps) {
  return (
    <a href={part.href} data-origin={origin} aria-current={part.href === here.href ? "page" : undefined}>
      {label}
    </a>
  );
}

function OwnEntries({ part }: { readonly part: ReferencePart }) {
  const operations = [...part.tags.flatMap((tag) => tag.operations), ...part.webhooks];
  return (
    <>
      {operations.length > 0 && <OperationEntries operations={operations} />}
      {part.schemas.length > 0 && <SchemaEntries schemas={part.schemas} />}
    </>
  );
}

/** Links to operations of this page. */
function OperationEntries({ operations }: { readonly operations: readonly Operation[] }) {
  return (
    <ul>
      {operations.map(({ anchor, method, summary }) => (
        <li key={anchor}>
          <a href={`#${anchor}`} data-origin={origin}>
            <span>{summary}</span> <MethodBadge method={method} />
          </a>
        </li>
      ))}
    </ul>
  );
}

/** Links to schemas of this page. */
function SchemaEntries({ schemas }: { readonly schemas: readonly NamedSchema[] }) {
  return (
    <ul>
      {schemas.map(({ name, anchor }) => (
        <li key={anchor}>
          <a href={`#${anchor}`} data-origin={origin}>
            {name}
          </a>
        </li>
      ))}
    </ul>
  );
}

const origin = "templates/reference/reference-menu.tsx";
