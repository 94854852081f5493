import { fillPlaceholders } from "./notation/path-template.ts";
import type { SampleBase } from "./request.ts";
import type { Markdown } from "./text.ts";

export const serverKinds = ["sandbox", "local", "staging", "production"] as const;

/** An API server that samples and the explorer may name. */
export interface ServerSetting {
  readonly name: string;
  readonly url: string;
  readonly kind: (typeof serverKinds)[number];
}

/** The address of an API (OpenAPI 3.1, section 4.8.5). */
export interface Server {
  /** The address with its variables' defaults. */
  readonly url: string;
  /** The address as written: `https://{region}.example.com/v1`. */
  readonly template: string;
  readonly variables: readonly ServerVariable[];
  /** The document's name for it; null if it has none. */
  readonly name: string | null;
  readonly description: Markdown | null;
}

/** A variable part of a server's address. */
export interface ServerVariable {
  readonly name: string;
  readonly default: string;
  /** The allowed values; empty if any value is allowed. */
  readonly enum: readonly string[];
  readonly description: Markdown | null;
}

/** A server that the explorer offers for calls. */
export interface CallServer extends ServerSetting, Pick<Server, "template"> {
  readonly variables: readonly Pick<ServerVariable, "name" | "default" | "enum">[];
}

interface ServerOwner {
  readonly servers: readonly Server[];
}

export type ServerAddress = Pick<Server, "url">;

/** Fills in a server's variables. Variables without a value stay as they are. */
export function fillVariables(template: string, values: ReadonlyMap<string, string>): string {
  return fillPlaceholders(template, (name) => values.get(name));
}

/**
 * The servers of an operation: its own, or else the settings', or else the contract's. If its own server has no host,
 * it's below each of the others' hosts.
 */
export function toCallServers(
  operation: ServerOwner,
  contract: ServerOwner,
  settings: readonly ServerSetting[],
): readonly CallServer[] {
  const common = settings.length > 0 ? settings.map(toPlain) : contract.servers.map(toCallServer);
  if (operation.servers.length === 0) return common;
  return operation.servers.flatMap((server) => {
    const own = toCallServer(server);
    if (hasHost(server) || common.every(({ url }) => hostOf(url) === "")) return [own];
    return common.map(({ name, kind, url }) => {
      const host = hostOf(url);
      return { ...own, name, kind, url: host + rooted(server.url), template: host + rooted(server.template) };
    });
  });
}

/** The servers of a whole contract for samples: the settings', or else the contract's. */
export function commonServers(contract: ServerOwner, settings: readonly ServerSetting[]): readonly ServerAddress[] {
  return (settings.length > 0 ? settings : contract.servers).map(({ url }) => ({ url }));
}

/** The contract's servers, followed by the settings' further ones. */
export function statedServers(contract: ServerOwner, settings: readonly ServerSetting[]): readonly Server[] {
  const stated = new Set(contract.servers.map(({ url }) => trimmed(url)));
  const added = settings.filter(({ url }) => !stated.has(trimmed(url)));
  return [...contract.servers, ...added.map(({ name, url }) => ({ ...toPlain({ name, url }), description: null }))];
}

function toPlain<T extends ServerAddress>(server: T) {
  return { ...server, template: server.url, variables: [] };
}

/** A server counts as production unless it's marked otherwise or is the reader's own machine. */
function toCallServer({ url, template, variables, name: stated }: Server): CallServer {
  const choices = variables.map(({ name, default: preset, enum: values }) => ({ name, default: preset, enum: values }));
  return { name: stated ?? template, url, kind: serverKindOf(url), template, variables: choices };
}

/** The kind of a server without a declared one. */
export function serverKindOf(url: string): ServerSetting["kind"] {
  return loopback.test(url) ? "local" : "production";
}

/**
 * Names and addresses of the machine itself (RFC 6761, section 6.3; RFC 1122, section 3.2.1.3; RFC 4291, section
 * 2.5.3).
 */
const loopback =
  /^(?:https?:)?\/\/(?:localhost|[\w.-]+\.localhost|127(?:\.\d{1,3}){3}|0\.0\.0\.0|\[::1\])\.?(?::\d*)?(?:[/?#]|$)/i;

/** True for a host that stands for a real one in documents and that nobody serves (RFC 2606; RFC 6761, section 6). */
export function isPlaceholder({ url }: ServerAddress): boolean {
  return reserved.test(url);
}

const reserved =
  /^(?:https?:)?\/\/(?:[^/?#]*\.)?(?:example(?:\.(?:com|net|org))?|invalid|test)\.?(?::\d*)?(?:[/?#]|$)/i;

/**
 * The beginning of an operation's samples. An address of its own is printed; the contract's address comes from the
 * environment. `common` has the contract's servers.
 */
export function toSampleBase({ servers: [own] }: ServerOwner, common: readonly ServerAddress[]): SampleBase {
  if (own === undefined) return { variable: "API_BASE", address: "" };
  if (hasHost(own)) return { variable: null, address: trimmed(own.url).replace(/^\/\//, "https://") };
  const host = common.map(({ url }) => hostOf(url)).find((candidate) => candidate !== "");
  const path = trimmed(rooted(own.url));
  return host === undefined ? { variable: "API_ORIGIN", address: path } : { variable: null, address: host + path };
}

function hasHost({ url }: Pick<Server, "url">): boolean {
  return /^(?:[a-z][a-z0-9+.-]*:)?\/\//i.test(url);
}

/** The scheme and host of an absolute address; empty for others. */
export function hostOf(url: string): string {
  return /^https?:\/\/[^/?#]*/i.exec(url)?.[0] ?? "";
}

function rooted(path: string): string {
  return path.startsWith("/") ? path : `/${path.replace(/^(?:\.{1,2}\/)+/, "")}`;
}

function trimmed(url: string): string {
  return url.replace(/\/+$/, "");
}
