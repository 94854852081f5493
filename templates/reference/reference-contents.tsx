import type { Operation } from "#shared/contract/operation.ts";
import { operationsOf, type ReferencePart } from "#shared/contract/reference.ts";
import { plural } from "#shared/english.ts";

import { MethodBadge, OperationPath } from "./marks.tsx";
import { ContractText, InnerLink } from "./reference-context.tsx";

/**
 * The contents list what's on the pages below this page. Each entry has the anchor of its target, so that an address
 * from the time when the reference was a single page still finds its operation.
 */
export function ReferenceContents({ part }: { readonly part: ReferencePart }) {
  const { operations, sections } = splitParts(part);
  if (operations.length + sections.length === 0) return null;
  return (
    <div id="contents" className={part.isBrief ? "contents contents-brief" : "contents"}>
      <OperationEntries operations={operations} />
      {sections.map((child) => (
        <PartContents key={child.href} part={child} isBrief={part.isBrief} />
      ))}
    </div>
  );
}

interface SplitParts {
  readonly operations: readonly Operation[];
  readonly sections: readonly ReferencePart[];
}

function splitParts({ parts }: ReferencePart): SplitParts {
  return {
    operations: parts.flatMap(({ operation }) => operation ?? []),
    sections: parts.filter(({ operation }) => operation === null),
  };
}

interface PartContentsProps {
  readonly part: ReferencePart;
  /** True means that listing everything would be too much for the page. */
  readonly isBrief: boolean;
}

function PartContents({ part, isBrief }: PartContentsProps) {
  const { label, href, tags, schemas } = part;
  const below = splitParts(part);
  const operations = [...operationsOf(part), ...below.operations];
  const count = operations.length > 0 ? plural(operations.length, "operation") : plural(schemas.length, "schema");
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
      {isBrief ? (
        <p className="limit">{operations.length + schemas.length > 0 && count}</p>
      ) : (
        <OperationEntries operations={operations} />
      )}
      {!isBrief && schemas.length > 0 && (
        <ul className="names">
          {schemas.map(({ name, anchor }) => (
            <li key={anchor} id={anchor}>
              <InnerLink anchor={anchor}>{name}</InnerLink>
            </li>
          ))}
        </ul>
      )}
      <PartEntries parts={below.sections} />
    </section>
  );
}

function OperationEntries({ operations }: { readonly operations: readonly Operation[] }) {
  if (operations.length === 0) return null;
  return (
    <ul>
      {operations.map(({ anchor, method, path, summary }) => (
        <li key={anchor} id={anchor}>
          <InnerLink anchor={anchor}>
            <MethodBadge method={method} /> <span>{summary}</span> <OperationPath path={path} />
          </InnerLink>
        </li>
      ))}
    </ul>
  );
}

function PartEntries({ parts }: { readonly parts: readonly ReferencePart[] }) {
  if (parts.length === 0) return null;
  return (
    <ul className="names">
      {parts.map(({ label, href }) => (
        <li key={href}>
          <a href={href} data-origin={origin}>
            {label}
          </a>
        </li>
      ))}
    </ul>
  );
}

const origin = "templates/reference/reference-contents.tsx";
