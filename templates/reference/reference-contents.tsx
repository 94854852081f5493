import type { Operation } from "#shared/contract/operation.ts";
import type { ReferencePart } from "#shared/contract/reference.ts";
import type { NamedSchema } from "#shared/contract/schema.ts";

import { MethodBadge, OperationPath } from "./marks.tsx";
import { ContractText, PlaceLink } from "./reference-context.tsx";

/**
 * What is on the pages below this one. Entries have the anchors of what they lead to, so that an address from the time
 * when all was one page still finds its operation.
 */
export function ReferenceContents({ part }: { readonly part: ReferencePart }) {
  return (
    <div id="contents" className="contents">
      {part.parts.map((child) => (
        <PartContents key={child.href} part={child} />
      ))}
    </div>
  );
}

function PartContents({ part }: { readonly part: ReferencePart }) {
  const { label, href, tags, webhooks, schemas, parts } = part;
  const operations = [...tags.flatMap((tag) => tag.operations), ...webhooks];
  return (
    <section>
      <h2>
        <a href={href} data-origin={origin}>
          {label}
        </a>
      </h2>
      {tags.map(({ anchor, description }) => (
        <ContractText key={anchor} text={description} below={2} />
      ))}
      {operations.length > 0 && (
        <ul>
          {operations.map((operation) => (
            <OperationEntry key={operation.anchor} operation={operation} />
          ))}
        </ul>
      )}
      {schemas.length + parts.length > 0 && (
        <ul className="names">
          {schemas.map((schema) => (
            <SchemaEntry key={schema.anchor} schema={schema} />
          ))}
          {parts.map((child) => (
            <PartEntry key={child.href} part={child} />
          ))}
        </ul>
      )}
    </section>
  );
}

function OperationEntry({ operation }: { readonly operation: Operation }) {
  const { anchor, method, path, summary } = operation;
  return (
    <li id={anchor}>
      <PlaceLink anchor={anchor}>
        <MethodBadge method={method} /> <span>{summary}</span> <OperationPath path={path} />
      </PlaceLink>
    </li>
  );
}

function SchemaEntry({ schema: { name, anchor } }: { readonly schema: NamedSchema }) {
  return (
    <li id={anchor}>
      <PlaceLink anchor={anchor}>{name}</PlaceLink>
    </li>
  );
}

function PartEntry({ part: { label, href } }: { readonly part: ReferencePart }) {
  return (
    <li>
      <a href={href} data-origin={origin}>
        {label}
      </a>
    </li>
  );
}

const origin = "templates/reference/reference-contents.tsx";
