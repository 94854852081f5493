import type { NamedSchema, Operation, Tag } from "../../src/model/contract.ts";
import type { ReferenceView } from "../../src/model/view.ts";
import { MethodBadge } from "./method-badge.tsx";

/** Every operation by tag group and tag, then the schemas, with a filter. boot.ts hides what does not match. */
export function ReferenceMenu({ view }: { readonly view: ReferenceView }) {
  const { tagGroups, webhooks, schemas } = view.contract;
  return (
    <div className="reference-menu" data-spy="">
      <input
        type="search"
        data-filter="#menu"
        placeholder="Filter operations"
        aria-label="Filter operations and schemas"
        autoComplete="off"
        spellCheck={false}
      />
      {tagGroups.map(({ name, tags }) => (
        <div key={name} className="group" data-filter-group="">
          {name !== null && <p>{name}</p>}
          {tags.map((tag) => (
            <TagEntries key={tag.anchor} tag={tag} />
          ))}
        </div>
      ))}
      {webhooks.length > 0 && (
        <details open data-filter-group="">
          <summary>Webhooks</summary>
          <OperationEntries operations={webhooks} />
        </details>
      )}
      {schemas.length > 0 && (
        <details data-filter-group="">
          <summary>Schemas</summary>
          <ul>
            {schemas.map((schema) => (
              <SchemaEntry key={schema.anchor} schema={schema} />
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}

function TagEntries({ tag }: { readonly tag: Tag }) {
  return (
    <details open data-filter-group="">
      <summary>{tag.displayName}</summary>
      <OperationEntries operations={tag.operations} />
    </details>
  );
}

function OperationEntries({ operations }: { readonly operations: readonly Operation[] }) {
  return (
    <ul>
      {operations.map(({ anchor, method, path, summary }) => (
        <li key={anchor} data-filter-text={`${method} ${path} ${summary}`.toLowerCase()}>
          <a href={`#${anchor}`} data-origin={origin}>
            <span>{summary}</span> <MethodBadge method={method} />
          </a>
        </li>
      ))}
    </ul>
  );
}

function SchemaEntry({ schema: { name, anchor } }: { readonly schema: NamedSchema }) {
  return (
    <li data-filter-text={name.toLowerCase()}>
      <a href={`#${anchor}`} data-origin={origin}>
        {name}
      </a>
    </li>
  );
}

const origin = "templates/reference/reference-menu.tsx";
