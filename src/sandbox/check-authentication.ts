import type { Contract, SecurityScheme } from "../model/contract.ts";
import type { Operation } from "../model/operation.ts";
import type { Refusal } from "./answer.ts";
import type { SandboxRequest } from "./sandbox.ts";

/**
 * Whether a request carries the credentials that its operation asks for; any value will do. Null when it does. Credentials
 * are looked at and forgotten.
 */
export function checkAuthentication(request: SandboxRequest, operation: Operation, contract: Contract): Refusal | null {
  const { security } = operation;
  const schemes = new Map(contract.securitySchemes.map((scheme) => [scheme.name, scheme] as const));
  const isMet = security.some((names) => names.every((name) => carries(request, schemes.get(name))));
  if (security.length === 0 || isMet) return null;
  const wanted = security.map((names) => names.map((name) => describe(schemes.get(name))).join(" and ")).join(", or ");
  const challenge = { name: "WWW-Authenticate", value: 'Unspecified realm="docs-build sandbox"' };
  return { status: 401, message: `Send ${wanted}. The sandbox takes any value.`, headers: [challenge] };
}

function carries({ headers, query }: SandboxRequest, scheme: SecurityScheme | undefined): boolean {
  const name = scheme?.parameterName ?? "authorization";
  const authorization = headers.get("authorization") ?? "";
  switch (scheme?.type) {
    case "apiKey":
      if (scheme.in === "query") return (new URLSearchParams(query).get(name) ?? "") !== "";
      if (scheme.in === "cookie")
        return (headers.get("cookie") ?? "").split(/;\s*/).some((pair) => pair.startsWith(`${name}=`));
      return (headers.get(name.toLowerCase()) ?? "") !== "";
    case "basic":
      return /^basic ./i.test(authorization);
    case "mutualTLS":
      return true;
    default:
      return authorization !== "";
  }
}

function describe(scheme: SecurityScheme | undefined): string {
  if (scheme?.type === "apiKey")
    return `the ${scheme.in} ${scheme.in === "query" ? "parameter " : ""}${scheme.parameterName}`;
  return "the header Authorization";
}
