import { matchPath } from "#shared/conformance/check-request.ts";
import { nearest } from "#shared/nearest.ts";

import type { Refusal } from "./exchange.ts";
import type { Call, PlannedPath } from "./plan-sandbox.ts";

export type FoundCall =
  | { readonly kind: "call"; readonly call: Call; readonly pathValues: ReadonlyMap<string, string> }
  /** OPTIONS: what the path can do. */
  | { readonly kind: "options"; readonly methods: readonly string[] }
  | { readonly kind: "refusal"; readonly refusal: Refusal };

/** The call that a method and a path mean; 404 when there is no such path, 405 when it has no such method. */
export function findCall(method: string, path: string, paths: readonly PlannedPath[]): FoundCall {
  const found = findPath(path, paths);
  if (!found) return { kind: "refusal", refusal: unknownPath(path, paths) };
  const { callByMethod } = found.path;
  const methods = new Map([...callByMethod].map(([name, call]) => [name.toUpperCase(), call] as const));
  const call = methods.get(method) ?? (method === "HEAD" ? methods.get("GET") : undefined);
  if (call) return { kind: "call", call, pathValues: found.values };
  const allowed = [...new Set([...methods.keys(), ...(methods.has("GET") ? ["HEAD"] : []), "OPTIONS"])];
  if (method === "OPTIONS") return { kind: "options", methods: allowed };
  return { kind: "refusal", refusal: wrongMethod(method, { stated: [...methods.keys()], allowed }) };
}

interface Methods {
  /** Those of the contract. */
  readonly stated: readonly string[];
  /** And those that HTTP adds. */
  readonly allowed: readonly string[];
}

export function wrongMethod(method: string, { stated, allowed }: Methods): Refusal {
  const message = `There is no ${method} for this path: it has ${stated.join(", ")}.`;
  return { status: 405, message, headers: [{ name: "Allow", value: allowed.join(", ") }] };
}

function findPath(path: string, paths: readonly PlannedPath[]) {
  for (const candidate of paths) {
    const match = matchPath(candidate.template, path);
    if (match.kind === "match") return { path: candidate, values: match.values };
  }
  return null;
}

/** Paths are exact: no redirect from one form of slash to the other, which would lose the body of a POST. */
function unknownPath(path: string, paths: readonly PlannedPath[]): Refusal {
  const other = path.endsWith("/") ? path.slice(0, -1) : `${path}/`;
  const templates = paths.map(({ template }) => template);
  const meant = findPath(other, paths) ? other : nearest(path, templates);
  const rule = meant === other ? " Every path is exact, and there is no redirect" : "";
  const hint = meant === null ? null : `did you mean ${meant}?${rule}`;
  return { status: 404, message: `The contract has no path ${path}.`, hint };
}
