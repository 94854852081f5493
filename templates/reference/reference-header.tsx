import { Fragment, type ReactNode } from "react";

import type { Contact, License } from "#shared/contract/contract.ts";
import { anchorFileHref } from "#shared/contract/reference.ts";
import { isPlaceholder, type Server } from "#shared/contract/server.ts";
import { frameId, type ReferenceView } from "#shared/view.ts";

import { Anchor } from "../anchor.tsx";
import { Breadcrumbs } from "../breadcrumbs.tsx";
import { CopyPage } from "../copy-page.tsx";
import { Markup } from "../markup.tsx";
import { SecuritySchemes } from "./authentication.tsx";
import { separated, withBreaks } from "./marks.tsx";
import { AuthoredAnchor, ContractText, FurtherReading } from "./reference-context.tsx";
import { ServerVariables } from "./servers.tsx";

/** The top of the reference says what the API is, then what every call needs, and then what else its author says. */
export function ReferenceHeader({ view }: { readonly view: ReferenceView }) {
  const { contract } = view;
  const { summary, description, externalDocs } = contract;
  return (
    <header className="api-intro" data-anchors={anchorFileHref(view.reference)}>
      <ReferenceTitle view={view} />
      {summary !== null && (
        <div className="lead">
          <ContractText text={summary} below={1} />
        </div>
      )}
      <VersionNotice view={view} />
      {summary === null && <ContractText text={description} below={1} />}
      <Facts view={view} />
      {summary !== null && <ContractText text={description} below={1} />}
      <FurtherReading docs={externalDocs} />
      <Terms contract={contract} />
    </header>
  );
}

function Terms({ contract: { contact, license, termsOfService } }: Pick<ReferenceView, "contract">) {
  if (contact === null && license === null && termsOfService === null) return null;
  return (
    <p className="limit">
      {separated([
        contact && <Fragment key="contact">Contact: {contactWords(contact)}</Fragment>,
        license && <Fragment key="license">License: {licenseWords(license)}</Fragment>,
        termsOfService && (
          <AuthoredAnchor key="terms" link={termsOfService}>
            Terms of service
          </AuthoredAnchor>
        ),
      ])}
    </p>
  );
}

function contactWords({ name, page, email }: Contact): ReactNode {
  const pageWords = name ?? page?.url;
  const words = [
    page === null ? (
      pageWords
    ) : (
      <AuthoredAnchor key="page" link={page}>
        {pageWords}
      </AuthoredAnchor>
    ),
    email && (
      <AuthoredAnchor key="email" link={email}>
        {email.address}
      </AuthoredAnchor>
    ),
  ];
  return separated(words, ", ");
}

function licenseWords({ name, identifier, page }: License): ReactNode {
  const words = name ?? identifier ?? page?.url;
  return (
    <>
      {page === null ? words : <AuthoredAnchor link={page}>{words}</AuthoredAnchor>}
      {identifier !== null && identifier !== words && ` (${identifier})`}
    </>
  );
}

function Facts({ view: { contract, servers: stated, downloads } }: { readonly view: ReferenceView }) {
  const { basePath } = contract;
  const isBase = ({ url }: Server) => url === basePath;
  const own: Server = { url: basePath, template: basePath, variables: [], name: null, description: null };
  const base = stated.find(isBase) ?? (basePath === "" ? null : own);
  const servers = stated.filter((server) => !isBase(server));
  const count = [base, servers[0], contract.securitySchemes[0], downloads[0]].filter(Boolean).length;
  if (count === 0) return null;
  // The number of columns is set before the facts, so that no fact moves while the page is still loading.
  const columns = count % 3 === 0 ? 3 : Math.min(count, 4);
  return (
    <dl className={`facts facts-${columns}`}>
      {base !== null && (
        <Fact name={base.name === null ? "Base path" : `Base path: ${base.name}`}>
          <ServerFacts server={base} />
        </Fact>
      )}
      {servers.length > 0 && <Servers servers={servers} />}
      <SecuritySchemes schemes={contract.securitySchemes} />
      {downloads.length > 0 && (
        <Fact name="API document">
          {separated(
            downloads.map((link) => <Anchor key={link.href} link={link} />),
            " ",
          )}
          <p className="limit">The file this page is made from.</p>
        </Fact>
      )}
    </dl>
  );
}

function Servers({ servers }: { readonly servers: readonly Server[] }) {
  const [first] = servers;
  const name = servers.length > 1 ? "Servers" : first?.name == null ? "Server" : `Server: ${first.name}`;
  const count = servers.filter(isPlaceholder).length;
  return (
    <Fact name={name}>
      {servers.map((server) => (
        <ServerFacts key={server.template} server={server} name={servers.length > 1 ? server.name : null} />
      ))}
      {count > 0 && (
        <p className="limit">{count > 1 ? "Placeholders" : "A placeholder"}: use the host you were given.</p>
      )}
    </Fact>
  );
}

/** A placeholder is useless to copy, so only a real address has a copy button. */
function ServerFacts({ server, name = null }: { readonly server: Server; readonly name?: string | null }) {
  return (
    <>
      <p className="address row">
        {name !== null && <small>{name}</small>} <code>{withBreaks(server.template)}</code>
        {!isPlaceholder(server) && (
          <button className="icon-button" data-copy={server.url} aria-label={`Copy ${server.url}`} />
        )}
      </p>
      <ContractText text={server.description} />
      <ServerVariables server={server} />
    </>
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

/** This header is at the top of each further page when a reference has several pages. */
export function PartHeader({ view }: { readonly view: ReferenceView }) {
  return (
    <header className="part-header" id={view.part.section ?? undefined} data-anchors={anchorFileHref(view.reference)}>
      <Breadcrumbs home={view.site.home} trail={view.breadcrumbs} />
      <ReferenceTitle view={view} />
      <VersionNotice view={view} />
    </header>
  );
}

function ReferenceTitle({ view }: { readonly view: ReferenceView }) {
  const { title, contract } = view;
  const current = view.versions.find((version) => version.current);
  const versions = view.versions.filter(({ api }) => api === current?.api);
  return (
    <div className="reference-title row">
      <h1>{title}</h1>
      <VersionMenu current={current?.id ?? contract.version} versions={versions} />
      <CopyPage view={view} />
    </div>
  );
}

function VersionNotice({ view: { notice } }: { readonly view: ReferenceView }) {
  if (notice === null) return null;
  return (
    <aside className="admonition admonition-warning" aria-label="About this version">
      <Markup className="prose" html={notice} />
    </aside>
  );
}

function VersionMenu({ current, versions }: { readonly current: string } & Pick<ReferenceView, "versions">) {
  if (versions.length < 2) return <span className="version">{current}</span>;
  return (
    <>
      <button type="button" className="version" popoverTarget={menu}>
        <span className="visually-hidden">Version </span>
        {current}
      </button>
      <ul id={menu} className="menu-list version-list" popover="auto">
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
    </>
  );
}

const menu = frameId("versions");
