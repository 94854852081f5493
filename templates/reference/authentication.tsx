import type { Operation } from "#shared/contract/operation.ts";
import {
  flowAddresses,
  flowName,
  type OAuthFlow,
  type Requirement,
  secretLocationOf,
  type SecurityScheme,
  sharesLocation,
} from "#shared/contract/security.ts";
import { plural } from "#shared/english.ts";

import { CertaintyMark, separated, withBreaks } from "./marks.tsx";
import { ContractText, useReference } from "./reference-context.tsx";

/** Calls authenticate with these schemes, so the top of the reference lists every scheme of the contract. */
export function SecuritySchemes({ schemes }: { readonly schemes: readonly SecurityScheme[] }) {
  if (schemes.length === 0) return null;
  return (
    <div>
      <dt>Authentication</dt>
      {schemes.map((scheme) => (
        <dd key={scheme.name} id={`authentication-${scheme.name}`}>
          <SchemeWords scheme={scheme} />
          <CertaintyMark certainty={scheme.certainty} />
          <ContractText text={scheme.description} />
          {scheme.metadataUrl !== null && <Address words="Described at" url={scheme.metadataUrl} />}
          {scheme.flows.map((flow) => (
            <Flow key={flow.name} flow={flow} />
          ))}
        </dd>
      ))}
    </div>
  );
}

function Flow({ flow }: { readonly flow: OAuthFlow }) {
  const { name, scopes } = flow;
  return (
    <details>
      <summary>
        Flow: {flowName(name)}
        {scopes.length > 0 && `, ${plural(scopes.length, "scope")}`}
      </summary>
      {flowAddresses(flow).map(([words, url]) => (
        <Address key={words} words={words} url={url} />
      ))}
      {scopes.length > 0 && (
        <ul>
          {scopes.map(({ name: scope, description }) => (
            <li key={scope}>
              <code>{scope}</code> <ContractText as="span" text={description} />
            </li>
          ))}
        </ul>
      )}
    </details>
  );
}

function Address({ words, url }: { readonly words: string; readonly url: string }) {
  return (
    <p>
      {words} <code>{withBreaks(url)}</code>
    </p>
  );
}

/**
 * An operation names the authentication that it requires, starting with the alternative that its samples use. The line
 * is left out when the top of the reference already says it all: the contract has a single scheme, and the operation
 * requires it without scopes.
 */
export function OperationSecurity({ operation: { security, request } }: { readonly operation: Operation }) {
  const { contract, secured } = useReference();
  const alternatives = security.length === 0 ? [[]] : security;
  const [first] = alternatives;
  const isKnown = contract.securitySchemes.length === 1 && alternatives.length === 1 && first?.[0]?.scopes.length === 0;
  if (request === null || !secured || isKnown) return null;
  if (alternatives.length === 1 && first?.length === 0) return <p className="audience">No authentication</p>;
  const ways = alternatives.map((requirements) => {
    if (requirements.length === 0) return "none";
    const words = requirements.map((requirement) => (
      <RequirementWords key={requirement.scheme} requirement={requirement} />
    ));
    return separated(words, " and ");
  });
  return <p className="audience">Authentication: {separated(ways, ", or ")}</p>;
}

function RequirementWords({ requirement: { scheme, scopes } }: { readonly requirement: Requirement }) {
  const found = useReference().contract.securitySchemes.find(({ name }) => name === scheme);
  return (
    <>
      {found === undefined ? scheme : <SchemeWords scheme={found} />}
      {scopes.length > 0 && (
        <>
          {" "}
          with{" "}
          {separated(
            scopes.map((scope) => <code key={scope}>{scope}</code>),
            ", ",
          )}
        </>
      )}
    </>
  );
}

/**
 * Readers who have the secret need to know where it goes, as in `X-Key` header. Schemes that share a location also
 * show their names.
 */
function SchemeWords({ scheme }: { readonly scheme: SecurityScheme }) {
  const { contract } = useReference();
  return (
    <>
      <LocationWords scheme={scheme} />
      {scheme.bearerFormat !== null && <> ({scheme.bearerFormat})</>}
      {sharesLocation(scheme, contract.securitySchemes) && <> ({scheme.name})</>}
      {scheme.deprecated && <em> deprecated</em>}
    </>
  );
}

function LocationWords({ scheme }: { readonly scheme: SecurityScheme }) {
  const secret = secretLocationOf(scheme);
  if (secret?.form !== "plain") return typeWords[scheme.type];
  return (
    <>
      <code>{secret.word === undefined ? secret.name : `${secret.name}: ${secret.word}`}</code>{" "}
      {secret.in === "query" ? "query parameter" : secret.in}
    </>
  );
}

const typeWords = {
  apiKey: "API key",
  basic: "User name and password (HTTP Basic)",
  bearer: "Bearer token",
  oauth2: "OAuth 2.0 token",
  openIdConnect: "OpenID Connect token",
  mutualTLS: "Client certificate (mutual TLS)",
  other: "See the description",
} as const;
