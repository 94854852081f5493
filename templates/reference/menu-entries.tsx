import type { Operation } from "../../src/model/operation.ts";
import type { NamedSchema } from "../../src/model/schema.ts";
import { MethodBadge } from "./method-badge.tsx";

/** Links to operations of this page. */
export function OperationEntries({ operations }: { readonly operations: readonly Operation[] }) {
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

/** Links to schemas of this page. */
export function SchemaEntries({ schemas }: { readonly schemas: readonly NamedSchema[] }) {
  return (
    <ul>
      {schemas.map(({ name, anchor }) => (
        <li key={anchor} data-filter-text={name.toLowerCase()}>
          <a href={`#${anchor}`} data-origin={origin}>
            {name}
          </a>
        </li>
      ))}
    </ul>
  );
}

const origin = "templates/reference/menu-entries.tsx";
