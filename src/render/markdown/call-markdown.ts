import { codeSpan, escapeText } from "#content/markdown/markdown-forms.ts";
import type { Contract } from "#shared/contract/contract.ts";
import type { Operation } from "#shared/contract/operation.ts";
import { secretPlaceOf, type SecurityScheme } from "#shared/contract/security.ts";
import {
  type CallServer,
  commonServers,
  hostOf,
  isPlaceholder,
  type ServerAddress,
  type ServerSetting,
  toCallServers,
  toSampleBase,
} from "#shared/contract/server.ts";

export interface CallFacts {
  readonly contract: Pick<Contract, "servers" | "securitySchemes">;
  /** Those of the settings. */
  readonly servers: readonly ServerSetting[];
}

/** Where an operation is called, and how its callers say who they are: what its samples take from the environment. */
export function callMarkdown(operation: CalledOperation, facts: CallFacts): readonly string[] {
  return [baseText(operation, facts), securityText(operation, facts)];
}

type CalledOperation = Pick<Operation, "servers" | "security">;

function baseText(operation: CalledOperation, { contract, servers }: CallFacts): string {
  const callServers = toCallServers(operation, contract, servers);
  const places = callServers.map(
    (server) => addressText(server) + (isPlaceholder(server) || server.name === server.url ? "" : nameText(server)),
  );
  const { variable } = toSampleBase(operation, commonServers(contract, servers));
  const read =
    variable === null
      ? ""
      : `; samples read ${variable === "API_BASE" ? "it" : "its origin"} from ${codeSpan(`$${variable}`)}`;
  if (places.length === 0) return "";
  return `Base URL: ${[...new Set(places)].join(" or ")}${read}.${placeholderText(callServers.filter(isPlaceholder))}`;
}

function addressText({ url }: ServerAddress): string {
  if (!isPlaceholder({ url })) return codeSpan(url);
  const path = url.replace(/^[^/]*\/\/[^/]*/, "").replace(/\/+$/, "");
  return `the host you were given${path === "" ? "" : `, then ${codeSpan(path)}`}`;
}

function placeholderText(servers: readonly CallServer[]): string {
  const names = servers.map((server) => {
    const host = hostOf(server.url).replace(/^.*\/\//, "");
    return codeSpan(host) + (server.name === server.url ? "" : nameText(server));
  });
  const [first] = names;
  if (first === undefined) return "";
  return names.length === 1 ? ` ${first} is a placeholder.` : ` ${names.join(" and ")} are placeholders.`;
}

function nameText({ name }: Pick<CallServer, "name">): string {
  return ` (${escapeText(name)})`;
}

function securityText({ security }: CalledOperation, { contract }: CallFacts): string {
  const describe = (name: string): string => {
    const scheme = contract.securitySchemes.find((known) => known.name === name);
    return scheme === undefined
      ? codeSpan(name)
      : `${codeSpan(name)}${scheme.deprecated ? " (deprecated)" : ""}, ${placeText(scheme)}`;
  };
  const ways = security.map(
    (needed) => needed.map(({ scheme, scopes }) => describe(scheme) + scopesText(scopes)).join(" and ") || "none",
  );
  return `Authentication: ${ways.join("; or ") || "none"}.`;
}

function scopesText(scopes: readonly string[]): string {
  if (scopes.length === 0) return "";
  return `, with the ${scopes.length === 1 ? "scope" : "scopes"} ${scopes.map(codeSpan).join(", ")}`;
}

function placeText(scheme: SecurityScheme): string {
  const place = secretPlaceOf(scheme);
  const variable = `$${scheme.variable}`;
  if (place === null) return `a client certificate, in the file that ${codeSpan(variable)} names`;
  const { in: where, name, form, word } = place;
  if (where !== "header")
    return `sent as the ${where === "query" ? "query parameter" : "cookie"} ${codeSpan(`${name}=${variable}`)}`;
  if (form === "basic") return `sent as ${codeSpan(`${name}: Basic …`)}, with ${codeSpan(variable)} in base64`;
  return `sent as ${codeSpan(`${name}: ${form === "bearer" ? "Bearer " : word === undefined ? "" : `${word} `}${variable}`)}`;
}
