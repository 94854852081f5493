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
 * The Content-Security-Policy (W3C CSP 3) of every page: the site's own files, one inline script by its hash, calls to the
 * configured servers, and what the site's settings add. It is what a `<meta>` may say; `frame-ancestors` needs a response
 * header.
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
  // Without a directive of their own, workers come from where scripts do.
  const named = further.map((directive) => [directive, directive === "worker-src" ? ["'self'"] : []] as const);
  const added = new Map<string, readonly string[]>(Object.entries(additions));
  return [...own, ...named]
    .map(([directive, from]) => [directive, ...withAdditions(from, added.get(directive) ?? [])].join(" "))
    .join("; ");
}

/** `'none'` stands alone (CSP 3, 2.3). */
function withAdditions(sources: readonly string[], added: readonly string[]): readonly string[] {
  return [...new Set([...sources.filter((source) => added.length === 0 || source !== "'none'"), ...added])];
}

interface PolicyVersion {
  readonly contract: Pick<Contract, "servers"> & { readonly operations: readonly Pick<Operation, "servers">[] };
  readonly version: Pick<ContractVersion, "servers">;
}

/** What pages may call: the origin of every server that an explorer offers, and any where its reader may name one. */
export function sourcesOf(
  { servers, explorer }: Pick<Config, "servers" | "explorer">,
  contracts: readonly PolicyVersion[],
): readonly string[] {
  // Without a contract, what calls them is the site's own.
  const own = toCallServers({ servers: [] }, { servers: [] }, contracts.length > 0 ? [] : (servers?.list ?? []));
  const called = contracts.flatMap(({ contract, version }) =>
    [{ servers: [] }, ...contract.operations.filter((operation) => operation.servers.length > 0)].flatMap((operation) =>
      toCallServers(operation, contract, version.servers),
    ),
  );
  return [...new Set([...own, ...called].flatMap(toSources)), ...(explorer.customServer ? ["https:"] : [])];
}

/**
 * The sources of a content policy that cover a server (CSP 3, 2.3.1), whatever values its variables get: each value that
 * is listed, and for a part of the name that may be anything every name below the rest of it. Where that would be half of
 * the web, there is the default only.
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

/** More than this are no longer a choice. */
const maxOrigins = 100;

/** `https://{tenant}.example.com` to `https://*.example.com`, if at least two labels are known. */
function toWildcard(origin: string): readonly string[] {
  const [, scheme = "", known = ""] = /^(https?:\/\/|\/\/)[^/]*\}[^.{}/]*\.([\w.-]+(?::\d+)?)$/i.exec(origin) ?? [];
  return /[^.]\.[^.]/.test(known) ? [`${scheme}*.${known}`] : [];
}

function toSource(origin: string): readonly string[] {
  const plain = origin.replace("//*.", "//wildcard.");
  const url = URL.canParse(plain, "https://page.example") ? new URL(plain, "https://page.example") : null;
  if (url === null || !/^(?:https?:)?\/\/[^/]/i.test(origin) || !/^https?:$/.test(url.protocol)) return [];
  // A name may hold what ends a source or a directive.
  if (!/^[\w.:[\]-]+$/.test(url.host)) return [];
  const source = origin.startsWith("//") ? url.host : url.origin;
  return [plain === origin ? source : source.replace("wildcard.", "*.")];
}
