import type { ReactNode } from "react";

import type { Tag } from "#shared/contract/contract.ts";
import type { Operation } from "#shared/contract/operation.ts";
import type { ReferenceMenuPart, ReferencePart } from "#shared/contract/reference.ts";
import type { NamedSchema } from "#shared/contract/schema.ts";
import { frameId, type ReferenceView } from "#shared/view.ts";

import { MethodBadge } from "./marks.tsx";

/**
 * The menu lists every operation by tag group and tag, then the schemas. In a reference of several pages, it lists the
 * pages near the current page.
 */
export function ReferenceMenu({ view }: { readonly view: ReferenceView }) {
  return (
    <div className="reference-menu" data-spy="">
      {view.menuFile !== null && <MenuFilter menuFile={view.menuFile} />}
      {view.reference.root.parts.length > 0 ? <PartsMenu view={view} /> : <WholeMenu view={view} />}
    </div>
  );
}

function MenuFilter({ menuFile }: { readonly menuFile: string }) {
  return (
    <div className="menu-filter">
      <input
        type="text"
        role="combobox"
        placeholder="Filter operations"
        aria-label="Filter operations"
        aria-controls={frameId("filter")}
        aria-expanded="false"
        aria-autocomplete="list"
        autoComplete="off"
        autoCapitalize="off"
        spellCheck="false"
        enterKeyHint="go"
        data-action="filter"
        data-menu={menuFile}
      />
      <output />
    </div>
  );
}

function WholeMenu({ view }: { readonly view: ReferenceView }) {
  const { tagGroups, webhooks, schemas } = view.contract;
  return (
    <>
      {tagGroups.map(({ name, tags }) => (
        <div key={name} className="group">
          {name !== null && <p>{name}</p>}
          <TagEntries tags={tags} parent={null} />
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
    </>
  );
}

interface TagEntriesProps {
  readonly tags: readonly Tag[];
  /** Only the tags nested in this tag are shown; null is the top level. */
  readonly parent: string | null;
}

function TagEntries({ tags, parent }: TagEntriesProps) {
  return tags
    .filter((tag) => tag.parent === parent)
    .map(({ name, anchor, displayName, operations }) => (
      <details key={anchor} open>
        <summary>{displayName}</summary>
        {operations.length > 0 && <OperationEntries operations={operations} />}
        <TagEntries tags={tags} parent={name} />
      </details>
    ));
}

function PartsMenu({ view }: { readonly view: ReferenceView }) {
  const { part, reference, menu } = view;
  return (
    <>
      <ul className="parts">
        <li>
          <PartLink href={reference.root.href} here={part}>
            All operations
          </PartLink>
        </li>
      </ul>
      {menu.map(({ name, parts }) => (
        <div key={parts[0]?.href} className="group">
          {name !== null && <p>{name}</p>}
          <PartList parts={parts} here={part} />
        </div>
      ))}
    </>
  );
}

interface PartListProps {
  readonly parts: readonly ReferenceMenuPart[];
  readonly here: ReferencePart;
}

function PartList({ parts, here }: PartListProps) {
  const operations = parts.filter(({ method }) => method !== null);
  const sections = parts.filter(({ method }) => method === null);
  return (
    <>
      {operations.length > 0 && (
        <ul>
          {operations.map((part) => (
            <li key={part.href}>
              <PartLink href={part.href} here={here}>
                <span>{part.label}</span> {part.method !== null && <MethodBadge method={part.method} />}
              </PartLink>
              <PartList parts={part.parts} here={here} />
            </li>
          ))}
        </ul>
      )}
      {sections.length > 0 && (
        <ul className="parts">
          {sections.map((part) => (
            <li key={part.href}>
              <PartLink href={part.href} here={here}>
                {part.label} {part.count !== null && <small>{part.count}</small>}
              </PartLink>
              {part.href === here.href && <OwnEntries part={here} />}
              <PartList parts={part.parts} here={here} />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

interface PartLinkProps {
  readonly href: string;
  readonly here: ReferencePart;
  readonly children: ReactNode;
}

function PartLink({ href, here, children }: PartLinkProps) {
  return (
    <a href={href} data-origin={origin} aria-current={href === here.href ? "page" : undefined}>
      {children}
    </a>
  );
}

/** An operation with a page of its own is already in the menu, so only tags, webhooks and schemas are listed here. */
function OwnEntries({ part }: { readonly part: ReferencePart }) {
  const operations = [...part.tags.flatMap((tag) => tag.operations), ...part.webhooks];
  return (
    <>
      {operations.length > 0 && <OperationEntries operations={operations} />}
      {part.schemas.length > 0 && <SchemaEntries schemas={part.schemas} />}
    </>
  );
}

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
