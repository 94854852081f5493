import { isIP } from "node:net";

/** Where a request comes from, as its headers say. */
export interface Source {
  readonly host: string | undefined;
  readonly origin: string | undefined;
}

/**
 * True for names that no stranger's DNS can point at this machine: `localhost`, addresses, and the names that were agreed
 * on. Anything else in a Host header is DNS rebinding, or a proxy that nobody told the sandbox about.
 */
export function isTrustedHost(host: string | undefined, agreed: readonly string[]): boolean {
  const name = nameOfHost(host ?? "");
  return isLoopbackName(name) || isIP(name) !== 0 || agreed.includes(name);
}

export type OriginKind =
  /** No page sent it, or a page of the sandbox's own origin. */
  | "own"
  /** A page of this machine, or of an origin that was agreed on. */
  | "neighbour"
  /** Any other page: it may have been made to call by someone who has no business here. */
  | "stranger";

/** Who made a browser send the request (Fetch standard, section 3.2). */
export function judgeOrigin({ host, origin }: Source, agreed: readonly string[]): OriginKind {
  if (origin === undefined || origin === `http://${host}` || origin === `https://${host}`) return "own";
  if (agreed.includes(origin)) return "neighbour";
  const name = URL.canParse(origin) ? nameOfHost(new URL(origin).host) : "";
  const isNeighbour = name !== "" && (isLoopbackName(name) || name === nameOfHost(host ?? ""));
  return isNeighbour ? "neighbour" : "stranger";
}

function isLoopbackName(name: string): boolean {
  return name === "localhost" || name.endsWith(".localhost") || name === "127.0.0.1" || name === "::1";
}

/** `localhost` of `localhost:4010`, `::1` of `[::1]:4010`. */
function nameOfHost(host: string): string {
  const [, bracketed, plain] = /^(?:\[([^\]]*)\]|([^:]*))(?::\d*)?$/.exec(host) ?? [];
  return (bracketed ?? plain ?? "").toLowerCase();
}
