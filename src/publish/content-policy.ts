import { hash } from "node:crypto";

import type { Config, ContractVersion } from "#settings/resolve-config.ts";
import type { Contract } from "#shared/contract/contract.ts";
import type { Operation } from "#shared/contract/operation.ts";
import { type CallServer, fillVariables, toCallServers } from "#shared/contract/server.ts";
import { policyDirectives, type PolicySources } from "#shared/policy.ts";

interface PolicyInputs {
  readonly inlineScript: string;
  /** The origins that the explorer may call. */
  readonly sources: readonly string[];
  readonly additions: PolicySources;
}

/**
 * The Content-Security-Policy (W3C CSP 3) of every page: the site's own files, the hash of one inline script, the
 * servers that may be called, and the settings' additions. It's written for a `<meta>`, so `frame-ancestors` is left to
 * a response header.
 */
export function toContentPolicy({ inlineScript, sources, additions }: PolicyInputs): string {
  const own: readonly (readonly [directive: string, sources: readonly string[]])[] = [
    ["default-src", ["'none'"]],
    ["script-src", ["'self'", `'sha256-${hash("sha256", inlineScript, "base64")}'`]],
    ["style-src", ["'self'"]],
    ["img-src", ["'self'", "data:"]],
    ["connect-src", ["'self'", ...sources]],
    ["base-uri", ["'none'"]],
    ["form-action", ["'none'"]],
    ["object-src", ["'none'"]],
  ];
  const known = new Set(own.map(([directive]) => directive));
  const further = policyDirectives.filter((directive) => !known.has(directive) && additions[directive] !== undefined);
  // Without `worker-src`, workers may come from wherever scripts do.
  const named = further.map((directive) => [directive, directive === "worker-src" ? ["'self'"] : []] as const);
  const added = new Map<string, readonly string[]>(Object.entries(additions));
  const directives = [...own, ...named].map(([directive, from]) => {
    const more = added.get(directive) ?? [];
    // `'none'` must be the only source (CSP 3, 2.3).
    const kept = from.filter((source) => more.length === 0 || source !== "'none'");
    return [directive, ...new Set([...kept, ...more])].join(" ");
  });
  return directives.join("; ");
}

interface PolicyVersion {
  readonly contract: Pick<Contract, "servers"> & { readonly operations: readonly Pick<Operation, "servers">[] };
  readonly version: Pick<ContractVersion, "servers">;
}

/** What pages may call: the origins of the explorer's servers, or any origin if readers may enter a server. */
export function sourcesOf(
  { servers, explorer }: Pick<Config, "servers" | "explorer">,
  contracts: readonly PolicyVersion[],
): readonly string[] {
  // Without a contract, the servers in the settings are for the site's own scripts.
  const own = toCallServers({ servers: [] }, { servers: [] }, contracts.length > 0 ? [] : (servers?.list ?? []));
  const called = contracts.flatMap(({ contract, version }) =>
    [{ servers: [] }, ...contract.operations.filter((operation) => operation.servers.length > 0)].flatMap((operation) =>
      toCallServers(operation, contract, version.servers),
    ),
  );
  return [...new Set([...own, ...called].flatMap(toSources)), ...(explorer.customServer ? ["https:"] : [])];
}

/**
 * The policy's sources for a server (CSP 3, 2.3.1) with any values of its variables: each listed value, or a wildcard
 * for a part of the host's name that's free. If that would allow half of the web, only the default counts.
 */
function toSources({ template, variables }: CallServer): readonly string[] {
  const [origin = ""] = /^(?:[^/?#]*\/\/)?[^/?#]*/.exec(template) ?? [];
  const used = variables.filter(({ name }) => origin.includes(`{${name}}`));
  const listed = used.reduce<readonly string[]>(
    (origins, { name, enum: values }) =>
      values.length === 0
        ? origins
        : origins
            .flatMap((text) => values.map((value) => fillVariables(text, new Map([[name, value]]))))
            .slice(0, maxOrigins),
    [origin],
  );
  const preset = new Map(used.map((variable) => [variable.name, variable.default]));
  return [
    ...new Set([
      fillVariables(origin, preset),
      ...listed.map((text) => fillVariables(text, preset)),
      ...listed.flatMap(toWildcard),
    ]),
  ].flatMap(toSource);
}

/** A longer list is no choice any more. */
const maxOrigins = 100;

/** Turns `https://{tenant}.example.com` into `https://*.example.com` if at least two labels are fixed. */
function toWildcard(origin: string): readonly string[] {
  const [, scheme = "", known = ""] = /^(https?:\/\/|\/\/)[^/]*\}[^.{}/]*\.([\w.-]+(?::\d+)?)$/i.exec(origin) ?? [];
  return /[^.]\.[^.]/.test(known) ? [`${scheme}*.${known}`] : [];
}

function toSource(origin: string): readonly string[] {
  const plain = origin.replace("//*.", "//wildcard.");
  const url = URL.canParse(plain, "https://page.example") ? new URL(plain, "https://page.example") : null;
  if (url === null || !/^(?:https?:)?\/\/[^/]/i.test(origin) || !/^https?:$/.test(url.protocol)) return [];
  // A host's name must not end the source or the directive.
  if (!/^[\w.:[\]-]+$/.test(url.host)) return [];
  const source = origin.startsWith("//") ? url.host : url.origin;
  return [plain === origin ? source : source.replace("wildcard.", "*.")];
}
