import type { IncomingMessage } from "node:http";

import type { NameValue } from "../model/request.ts";

/** Lets a page of another origin read an answer (Fetch standard, section 3.3). Without cookies: nothing here uses them. */
export function toCorsHeaders({ headers }: IncomingMessage): readonly NameValue[] {
  return [
    { name: "Access-Control-Allow-Origin", value: headers.origin ?? "null" },
    { name: "Access-Control-Expose-Headers", value: "X-Sandbox, X-Sandbox-File, Allow" },
    { name: "Vary", value: "Origin" },
  ];
}

/** True for the question that a browser asks before a call of its page. */
export function isPreflight({ method, headers }: IncomingMessage): boolean {
  return method === "OPTIONS" && headers["access-control-request-method"] !== undefined;
}

/** The answer to that question: every method, and the headers that were asked for. */
export function toPreflightHeaders({ headers }: IncomingMessage): readonly NameValue[] {
  const asked = headers["access-control-request-headers"] ?? "";
  const isPrivate = headers["access-control-request-private-network"] === "true";
  return [
    { name: "Access-Control-Allow-Methods", value: "GET, HEAD, POST, PUT, PATCH, DELETE" },
    { name: "Access-Control-Allow-Headers", value: /^[\w\s,-]+$/.test(asked) ? asked : "Authorization, Content-Type" },
    { name: "Access-Control-Max-Age", value: "600" },
    ...(isPrivate ? [{ name: "Access-Control-Allow-Private-Network", value: "true" }] : []),
  ];
}
