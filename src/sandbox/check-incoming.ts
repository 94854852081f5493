import { checkRequest } from "../contract/conformance/check-request.ts";
import { escapeToken } from "../rules/json-pointer.ts";
import { listAt, memberOf } from "../rules/json-value.ts";
import type { RequestFault } from "../model/contract-guide.ts";
import type { Json } from "../model/json.ts";
import type { RequestContent } from "../model/request.ts";
import type { Fault } from "./answer.ts";
import { checkFiles } from "./check-files.ts";
import type { Incoming } from "./incoming.ts";
import { toKeyText } from "./key-text.ts";
import type { Plan } from "./plan.ts";
import type { SandboxRequest } from "./sandbox.ts";
import { jsonContentOf, returnedFields, successOf } from "./schema-fields.ts";

export interface CheckContext {
  readonly plan: Plan;
  readonly request: SandboxRequest;
  readonly content: RequestContent;
}

/** Everything about a request that the contract does not allow, whatever the records are. */
export function checkIncoming(incoming: Incoming, context: CheckContext): readonly Fault[] {
  const faults = checkByContract(incoming, context);
  const own = [...checkFiles(incoming, context.plan), ...checkAllowed(incoming, context.plan)];
  const judged = new Set(faults.map(({ pointer }) => pointer));
  return [...faults, ...own.filter(({ pointer }) => !judged.has(pointer))];
}

function checkByContract({ call, query }: Incoming, { plan, request, content }: CheckContext): readonly Fault[] {
  const { operation } = call;
  const declared = operation.parameters.filter((parameter) => parameter.in === "header");
  const headers = declared.flatMap(({ name }) => {
    const value = request.headers.get(name.toLowerCase());
    return value === undefined ? [] : [{ name, value }];
  });
  const { method, id } = operation;
  const value = { method, path: request.path, query, headers, authenticated: true, body: content };
  const secrets = new Set(
    plan.contract.securitySchemes.flatMap((scheme) => (scheme.in === "query" ? [scheme.parameterName] : [])),
  );
  const faults = checkRequest(plan.contract, id, { ...value, query: query.filter(({ name }) => !secrets.has(name)) });
  const returned = returnedFields(operation, plan.contract);
  const isParameter = (name: string): boolean => operation.parameters.some((parameter) => parameter.name === name);
  return faults.map((fault) => toFault(fault, (name) => returned.has(name) && !isParameter(name)));
}

/** A field that the record has and the call does not take is not misspelled but the provider's, or fixed. */
function toFault({ place, message, hint }: RequestFault, isReturned: (name: string) => boolean): Fault {
  switch (place.kind) {
    case "request-line":
      return { in: "request", message, hint };
    case "query":
    case "header":
      return { in: place.kind, name: place.name, message, hint };
    case "body": {
      const { pointer } = place;
      const name = pointer.slice(1);
      const isFixed = message.endsWith(`has no field \`${name}\``) && isReturned(name);
      if (!isFixed) return { in: "body", pointer, message, hint };
      return {
        in: "body",
        pointer,
        message: `\`${name}\` is returned, but this call does not take it`,
        hint: "leave it out",
      };
    }
  }
}

/** `x-sandbox: allows`: a field that may only hold what another call's answer lists. */
function checkAllowed({ members }: Incoming, { calls }: Plan): readonly Fault[] {
  return calls.flatMap(({ operation, extension }) =>
    Object.entries(extension.allows ?? {}).flatMap(([field, path]): readonly Fault[] => {
      const value = memberOf(members, field);
      const example = jsonContentOf(successOf(operation)?.content)?.examples[0]?.value;
      const allowed = listIn(example, path.split("."));
      if (value === undefined || allowed.length === 0 || allowed.includes(value)) return [];
      const message = `\`${field}\` must be one of those that ${operation.method.toUpperCase()} ${operation.path} allows`;
      return [
        { in: "body", pointer: `/${escapeToken(field)}`, message, hint: `one of ${allowed.map(toKeyText).join(", ")}` },
      ];
    }),
  );
}

function listIn(value: Json | undefined, path: readonly string[]): readonly Json[] {
  const [name, ...rest] = path;
  if (name === undefined) return [];
  return rest.length === 0 ? listAt(value, name) : listIn(memberOf(value, name), rest);
}
