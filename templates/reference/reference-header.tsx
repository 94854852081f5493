import type { ReactNode } from "react";
import type { Contract, Server } from "../../src/model/contract.ts";
import type { ReferenceView } from "../../src/model/view.ts";
import { Anchor } from "../anchor.tsx";
import { Icon } from "../icon.tsx";
import { Markup } from "../markup.tsx";
import { ReferenceTitle } from "./reference-title.tsx";
import { SecuritySchemes } from "./security-schemes.tsx";

/** The top of the reference: what this API is, and what every call needs. */
export function ReferenceHeader({ view }: { readonly view: ReferenceView }) {
  const { contract, downloads } = view;
  const servers = withBasePath(contract);
  return (
    <header className="op">
      <div className="op-text">
        <ReferenceTitle view={view} />
        {contract.description !== null && <Markup className="prose" html={contract.description} />}
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
        {servers.map(({ url, description }) => (
          <Fact key={url} name={url === contract.basePath ? "Base path" : "Server"}>
            <button className="copy-value" data-copy={url}>
              {url}
            </button>
            {description !== null && <Markup html={description} />}
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
  return [{ url: basePath, description: null }, ...servers];
}
