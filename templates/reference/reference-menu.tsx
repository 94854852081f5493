import type { ReferenceView } from "../../src/model/view.ts";
import { FilterBox, NoMatch } from "./filter-box.tsx";
import { OperationEntries, SchemaEntries } from "./menu-entries.tsx";
import { PartsMenu } from "./parts-menu.tsx";

/** Every operation by tag group and tag, then the schemas, with a filter; of a reference in parts, this part's. */
export function ReferenceMenu({ view }: { readonly view: ReferenceView }) {
  if (view.reference.root.parts.length > 0) return <PartsMenu view={view} />;
  const { tagGroups, webhooks, schemas } = view.contract;
  return (
    <div className="reference-menu" data-spy="">
      <FilterBox list="#menu" label="Filter operations" />
      {tagGroups.map(({ name, tags }) => (
        <div key={name} className="group" data-filter-group="">
          {name !== null && <p>{name}</p>}
          {tags.map(({ anchor, displayName, operations }) => (
            <details key={anchor} open data-filter-group="">
              <summary>{displayName}</summary>
              <OperationEntries operations={operations} />
            </details>
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
          <SchemaEntries schemas={schemas} />
        </details>
      )}
      <NoMatch words="No operation matches" />
    </div>
  );
}
