import type { ReactNode } from "react";

import type { Contract } from "#shared/contract/contract.ts";
import type { Server } from "#shared/contract/server.ts";
import type { ContractVersionLink, ReferenceView } from "#shared/view.ts";

import { Anchor } from "../anchor.tsx";
import { Breadcrumbs } from "../breadcrumbs.tsx";
import { CopyPage } from "../copy-page.tsx";
import { Icon } from "../icon.tsx";
import { Markup } from "../markup.tsx";
import { SecuritySchemes } from "./authentication.tsx";
import { ContractText, FurtherReading } from "./reference-context.tsx";
import { ServerVariables } from "./servers.tsx";

/** The top of the reference: what this API is, and what every call needs. */
export function ReferenceHeader({ view }: { readonly view: ReferenceView }) {
  const { contract, downloads } = view;
  const servers = withBasePath(contract);
  return (
    <header className="op">
      <div className="op-text">
        <ReferenceTitle view={view} />
        <ContractText text={contract.description} below={1} />
        <FurtherReading docs={contract.externalDocs} />
        {downloads.length > 0 && (
          <p className="downloads">
            {downloads.map((link) => (
              <Anchor key={link.href} link={link} className="button">
                <Icon name="download" />
                {link.label}
              </Anchor>
            ))}
          </p>
        )}
      </div>
      <dl className="op-samples ink api-facts">
        {servers.map((server) => (
          <Fact key={server.template} name={server.url === contract.basePath ? "Base path" : "Server"}>
            <button className="copy-value" data-copy={server.url}>
              {server.template}
            </button>
            <ContractText text={server.description} />
            <ServerVariables server={server} />
          </Fact>
        ))}
        <SecuritySchemes schemes={contract.securitySchemes} />
      </dl>
    </header>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** The servers, after the base path unless one of them is just that. */
function withBasePath({ basePath, servers }: Contract): readonly Server[] {
  if (basePath === "" || servers.some(({ url }) => url === basePath)) return servers;
  return [{ url: basePath, template: basePath, variables: [], description: null }, ...servers];
}

/** The top of one of several pages of a reference. */
export function PartHeader({ view }: { readonly view: ReferenceView }) {
  return (
    <header className="part-header">
      <Breadcrumbs home={view.site.home} trail={view.breadcrumbs} />
      <ReferenceTitle view={view} />
    </header>
  );
}

/** The title of a page of the reference, its version, and what is to be said about that version. */
function ReferenceTitle({ view }: { readonly view: ReferenceView }) {
  const { title, contract, versions, notice } = view;
  return (
    <>
      <div className="reference-title">
        <h1>{title}</h1>
        <VersionMenu current={versions.find(({ current }) => current)?.id ?? contract.version} versions={versions} />
        <CopyPage view={view} />
      </div>
      {notice !== null && (
        <aside className="admonition admonition-info" aria-label="About this version">
          <Markup html={notice} />
        </aside>
      )}
    </>
  );
}

/** The version at hand, and the way to the others; boot.ts remembers which one a reader picks. */
function VersionMenu({ current, versions }: VersionMenuProps) {
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
            <a
              href={href}
              data-origin="templates/reference/reference-header.tsx"
              data-version={id}
              aria-current={here ? "page" : undefined}
            >
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
