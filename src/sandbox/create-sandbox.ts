import type { Contract, Method } from "../model/contract.ts";
import type { NameValue } from "../model/request.ts";
import { matchPath } from "../contract/match-path.ts";
import { nearestName } from "../contract/nearest-name.ts";
import { toEmptyAnswer, toRefusal, type Refusal } from "./answer.ts";
import { checkAuthentication } from "./check-authentication.ts";
import { checkIncoming } from "./check-incoming.ts";
import { limits } from "./limits.ts";
import { planSandbox, type Call, type Plan, type PlannedPath } from "./plan.ts";
import { readContent } from "./read-content.ts";
import { runCall } from "./run-call.ts";
import type { Sandbox, SandboxRequest, SandboxResponse } from "./sandbox.ts";
import { createState, type State } from "./state.ts";

export interface SandboxOptions {
  /** Makes the ids; the same seed and the same calls give the same answers. */
  readonly seed?: string;
  /** Refuses calls without credentials (401), where the contract asks for them. */
  readonly isAuthenticationRequired?: boolean;
}

/** Below the base path: a POST to it brings back the records that the sandbox started with. */
export const resetPath = "/__sandbox/reset";

/**
 * A simulation of a contract: lists, makes, changes and deletes records in memory, and refuses what the contract does not
 * allow. Knows no clock and no chance: the same calls give the same answers.
 */
export function createSandbox(contract: Contract, options: SandboxOptions = {}): Sandbox {
  const { seed = "docs-build", isAuthenticationRequired = false } = options;
  const plan = planSandbox(contract);
  let state = createState(plan, seed);
  const reset = (): void => {
    state = createState(plan, seed);
  };
  const answer = (request: SandboxRequest): SandboxResponse => {
    if (request.path !== resetPath) return answerCall(request, { plan, state, isAuthenticationRequired });
    if (request.method !== "POST") return toRefusal(wrongMethod(request.method, ["POST"]));
    reset();
    return toEmptyAnswer(204);
  };
  return { handle: (request) => withoutBodyForHead(request, answer(request)), reset, problems: plan.problems };
}

function withoutBodyForHead({ method }: SandboxRequest, response: SandboxResponse): SandboxResponse {
  return method === "HEAD" ? { ...response, body: "" } : response;
}

interface Context {
  readonly plan: Plan;
  readonly state: State;
  readonly isAuthenticationRequired: boolean;
}

function answerCall(request: SandboxRequest, context: Context): SandboxResponse {
  const { plan, isAuthenticationRequired } = context;
  const found = findPath(request.path, plan.paths);
  if (!found) return toRefusal(unknownPath(request.path, plan.paths));
  const call = findCall(request.method, found.path);
  const methods = allowedMethods(found.path);
  if (!call && request.method === "OPTIONS") return toEmptyAnswer(204, [{ name: "Allow", value: methods.join(", ") }]);
  if (!call) return toRefusal(wrongMethod(request.method, methods));
  const unauthorized = isAuthenticationRequired ? checkAuthentication(request, call.operation, plan.contract) : null;
  if (unauthorized) return toRefusal(unauthorized);
  return runValid(request, call, { ...context, pathValues: found.values });
}

function runValid(
  request: SandboxRequest,
  call: Call,
  context: Context & { readonly pathValues: ReadonlyMap<string, string> },
): SandboxResponse {
  const { plan, pathValues } = context;
  if (request.body.length > limits.bodyBytes) return toRefusal(tooLarge);
  const content = readContent(request, call.operation, plan.contract);
  if ("refusal" in content) return toRefusal(content.refusal);
  const { received } = content;
  const incoming = {
    call,
    pathValues,
    query: parseQuery(request.query),
    ...received,
    address: request.address + request.path,
  };
  const faults = checkIncoming(incoming, { plan, request, content: received.content });
  if (faults.length === 0) return runCall(incoming, context);
  const count = faults.length === 1 ? "one fault" : `${faults.length} faults`;
  return toRefusal({ status: 400, message: `The request has ${count}.`, faults });
}

export const tooLarge: Refusal = {
  status: 413,
  message: `The sandbox takes at most ${limits.bodyBytes} bytes in a body.`,
};

interface FoundPath {
  readonly path: PlannedPath;
  readonly values: ReadonlyMap<string, string>;
}

function findPath(path: string, paths: readonly PlannedPath[]): FoundPath | null {
  for (const candidate of paths) {
    const match = matchPath(candidate.template, path);
    if (match.kind === "match") return { path: candidate, values: match.values };
  }
  return null;
}

/** Paths are exact: no redirect from one form of slash to the other, which would lose the body of a POST. */
function unknownPath(path: string, paths: readonly PlannedPath[]): Refusal {
  const other = path.endsWith("/") ? path.slice(0, -1) : `${path}/`;
  const message = `The contract has no path ${path}.`;
  if (findPath(other, paths))
    return { status: 404, message, hint: `did you mean ${other}? Every path is exact, and there is no redirect` };
  const nearest = nearestName(
    path,
    paths.map(({ template }) => template),
  );
  return { status: 404, message, hint: nearest === null ? null : `did you mean ${nearest}?` };
}

function findCall(method: string, { callByMethod }: PlannedPath): Call | undefined {
  const known = [...callByMethod].find(([name]) => name.toUpperCase() === method);
  return known?.[1] ?? (method === "HEAD" ? callByMethod.get("get") : undefined);
}

function allowedMethods({ callByMethod }: PlannedPath): readonly string[] {
  const stated = [...callByMethod.keys()].map((method: Method) => method.toUpperCase());
  return [...new Set([...stated, ...(callByMethod.has("get") ? ["HEAD"] : []), "OPTIONS"])];
}

function wrongMethod(method: string, allowed: readonly string[]): Refusal {
  const message = `The contract has no ${method} for this path: it has ${allowed.filter((name) => name !== "OPTIONS" && name !== "HEAD").join(", ")}.`;
  return { status: 405, message, headers: [{ name: "Allow", value: allowed.join(", ") }] };
}

function parseQuery(query: string): readonly NameValue[] {
  return Array.from(new URLSearchParams(query), ([name, value]) => ({ name, value }));
}
