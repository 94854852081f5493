import type { ContractVersionLink } from "../../src/model/view.ts";

/** The version at hand, and the way to the others; boot.ts remembers which one a reader picks. */
export function VersionMenu({ current, versions }: VersionMenuProps) {
  if (versions.length < 2) return <span className="version">{current}</span>;
  return (
    <details className="version-menu">
      <summary className="version">
        <span className="visually-hidden">Version </span>
        {current}
      </summary>
      <ul>
        {versions.map(({ id, href, current: here }) => (
          <li key={id}>
            <a href={href} data-origin={origin} data-version={id} aria-current={here ? "page" : undefined}>
              {id}
            </a>
          </li>
        ))}
      </ul>
    </details>
  );
}

interface VersionMenuProps {
  readonly current: string;
  readonly versions: readonly ContractVersionLink[];
}

const origin = "templates/reference/version-menu.tsx";
