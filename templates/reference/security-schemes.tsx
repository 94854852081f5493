import type { SecurityScheme } from "../../src/model/contract.ts";
import { Markup } from "../markup.tsx";
import { CertaintyMark } from "./certainty-mark.tsx";

/** How calls say who makes them. */
export function SecuritySchemes({ schemes }: { readonly schemes: readonly SecurityScheme[] }) {
  return schemes.map((scheme) => (
    <div key={scheme.name} id={`authentication-${scheme.name}`}>
      <dt>
        Authentication
        <CertaintyMark certainty={scheme.certainty} />
      </dt>
      <dd>
        {scheme.parameterName === null ? (
          typeWords[scheme.type]
        ) : (
          <>
            <code>{scheme.parameterName}</code> {scheme.in}
          </>
        )}
        {scheme.description !== null && <Markup html={scheme.description} />}
      </dd>
    </div>
  ));
}

const typeWords = {
  apiKey: "API key",
  basic: "User name and password (HTTP Basic)",
  bearer: "Bearer token",
  oauth2: "OAuth 2.0",
  openIdConnect: "OpenID Connect",
  mutualTLS: "Client certificate (mutual TLS)",
  other: "See the description",
} as const;
