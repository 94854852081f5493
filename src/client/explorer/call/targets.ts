import { pageAddress } from "#shared/contract/request.ts";
import { type CallServer, fillVariables, serverKindOf, type ServerSetting } from "#shared/contract/server.ts";

import type { ExplorerOperation } from "../explorer-operation.ts";

/** A call can go to this server. Its address is absolute, ends without a slash, and has its variables filled in. */
export type Target = CallServer;

export const pageSandbox: Target = plain("Sandbox in this page", pageAddress, "sandbox");

export function isPageSandbox({ url }: Pick<Target, "url">): boolean {
  return url === pageSandbox.url;
}

/** The reader chooses values for servers' variables; the key is `keyOfVariable`. */
export type ServerValues = ReadonlyMap<string, string>;

/** Servers with the same address template share the reader's choices. */
export function keyOfVariable({ template }: Pick<Target, "template">, name: string): string {
  return `${template} ${name}`;
}

/**
 * The page offers these servers, the safest first. The sandbox is among them if `docs-build serve` has a sandbox. If
 * the contract has no servers, the page's own host is the only server.
 */
export function listTargets(
  { servers, ...contract }: Pick<ExplorerOperation, "servers" | "scope" | "basePath">,
  values: ServerValues,
  page: Document,
): readonly [Target, ...Target[]] {
  const path = sandboxPath(contract, page);
  // Two slashes would start the name of another host.
  const offered = /^\/(?!\/)/.test(path) ? [plain("Sandbox", path, "sandbox"), ...servers] : servers;
  const targets = offered.flatMap((server) => toTarget(server, values, page) ?? []);
  // Targets with the same address are the same server: the sandbox stands in for the contract's own path.
  const distinct = targets.filter(
    ({ template }, index) => targets.findIndex((candidate) => candidate.template === template) === index,
  );
  const [first, ...riskier] = distinct.toSorted((a, b) => danger[a.kind] - danger[b.kind]);
  return first === undefined ? [plain("This site", location.origin, "production")] : [first, ...riskier];
}

function plain(name: string, url: string, kind: ServerSetting["kind"]): CallServer {
  return { name, url, kind, template: url, variables: [] };
}

export function toCustomServer(url: string): CallServer {
  return plain("Another server", url, serverKindOf(url));
}

/** A call must go exactly where the form says, so a value that makes the address invalid is ignored. */
export function toTarget(server: CallServer, values: ServerValues, page: Pick<Document, "baseURI">): Target | null {
  const { template, variables } = server;
  const chosen = variables.map(({ name, default: preset }) => {
    const value = values.get(keyOfVariable(server, name)) ?? "";
    return [name, value === "" ? preset : value] as const;
  });
  const url = toAddress(fillVariables(template, new Map(chosen)), page) ?? toAddress(server.url, page);
  if (url === null) return null;
  const name = server.name === template ? url : server.name;
  // A choice may move the call from the reader's machine to another machine.
  const kind = server.kind === "local" && variables.length > 0 ? serverKindOf(url) : server.kind;
  return { ...server, name, url, kind, template: variables.length === 0 ? url : template };
}

/**
 * Characters that could end the name of a host would send the call to another host, so they're removed unless the host,
 * or its name, ends there anyway.
 */
export function toVariableText({ template }: Pick<Target, "template">, name: string, typed: string): string {
  const [before = "", after = ""] = template.split(`{${name}}`);
  const isInPath = /^\/(?!\/)|:\/\/[^/]*\//.test(before);
  const isEnd = /^(?:$|\/|:(?!\/\/))/.test(after);
  return typed.replace(isInPath || isEnd ? /[^\w.~:/-]/g : /[^\w.~-]/g, "");
}

export function toAddress(text: string, page: Pick<Document, "baseURI">): string | null {
  const url = URL.canParse(text, page.baseURI) ? new URL(text, page.baseURI) : null;
  return url !== null && /^https?:$/.test(url.protocol) ? (url.origin + url.pathname).replace(/\/+$/, "") : null;
}

const notice = "docs-build-sandbox";

/**
 * This is the path of the contract's sandbox on the page's own origin; it's empty if there is no sandbox. The server
 * states the path beside the page, with the header `Server-Timing: docs-build-sandbox;desc="/v1/external_api
 * API%20v1.1"`, or in it, with a `<meta>` of that name and content. The sandbox of another API or version would respond
 * to different calls, so it's ignored.
 */
function sandboxPath({ scope, basePath }: Pick<ExplorerOperation, "scope" | "basePath">, page: Document): string {
  const [entry] = performance.getEntriesByType("navigation");
  const timings = entry instanceof PerformanceNavigationTiming ? (entry.serverTiming ?? []) : [];
  const described = timings.find(({ name }) => name === notice)?.description;
  const offer = described ?? page.querySelector<HTMLMetaElement>(`meta[name="${notice}"]`)?.content ?? "";
  const [path = "", simulated = encodeURIComponent(scope)] = offer.split(" ");
  return path === encodeURI(basePath) && simulated === encodeURIComponent(scope) ? path : "";
}

const danger = { sandbox: 0, local: 1, staging: 2, production: 3 } as const;
