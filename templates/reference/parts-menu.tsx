import type { ReferencePart } from "../../src/model/reference.ts";
import type { ReferenceView } from "../../src/model/view.ts";
import { FilterBox, NoMatch } from "./filter-box.tsx";
import { OperationEntries, SchemaEntries } from "./menu-entries.tsx";

/** The pages of a reference, and of the one at hand the operations or schemas. */
export function PartsMenu({ view }: { readonly view: ReferenceView }) {
  const { part, reference, menu } = view;
  return (
    <div className="reference-menu" data-spy="">
      {part.parts.length === 0 && <FilterBox list="#menu" label="Filter this page" />}
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
      <NoMatch words="Nothing on this page matches" />
    </div>
  );
}

interface PartListProps {
  readonly parts: readonly ReferencePart[];
  /** The part that the page prints. */
  readonly here: ReferencePart;
}

function PartList({ parts, here }: PartListProps) {
  return (
    <ul className="parts">
      {parts.map((part) => (
        <li key={part.href}>
          <PartLink part={part} here={here} label={part.label} />
          {part.href === here.href && <OwnEntries part={part} />}
          {here.href.startsWith(part.href) && part.parts.length > 0 && <PartList parts={part.parts} here={here} />}
        </li>
      ))}
    </ul>
  );
}

interface PartLinkProps {
  readonly part: ReferencePart;
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

const origin = "templates/reference/parts-menu.tsx";
