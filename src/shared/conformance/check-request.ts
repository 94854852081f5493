import type { Contract } from "../contract/contract.ts";
import type { Operation } from "../contract/operation.ts";
import type { RequestValue } from "../contract/request.ts";
import { nearestHint } from "../nearest.ts";
import { decodePercent } from "../percent.ts";
import { checkParameters, type RequestCheck } from "./check-parameters.ts";
import { checkRequestBody } from "./check-request-body.ts";
import type { RequestFault } from "./sample-fault.ts";

/** Holds a request against an operation: method, path, parameters, headers, media type and body. */
export function checkRequest(contract: Contract, operationId: string, request: RequestValue): readonly RequestFault[] {
  const operation = contract.operations.find(({ id }) => id === operationId);
  if (!operation) {
    const hint = nearestHint(
      operationId,
      contract.operations.map(({ id }) => id),
    );
    return [{ place: { kind: "request-line" }, message: `the contract has no operation \`${operationId}\``, hint }];
  }
  const check = { contract, operation };
  const path = matchPath(operation.path, request.path);
  return [
    ...checkMethod(operation, request),
    ...(path.kind === "match" ? [] : [checkPath(check, request, path.hint)]),
    ...checkParameters(check, request, path.kind === "match" ? path.values : null),
    ...checkRequestBody(check, request.body),
  ];
}

function checkMethod({ id, method }: Operation, request: RequestValue): readonly RequestFault[] {
  if (method === request.method) return [];
  const message = `\`${id}\` is a ${method.toUpperCase()}, not a ${request.method.toUpperCase()}`;
  return [{ place: { kind: "request-line" }, message, hint: null }];
}

function checkPath({ contract, operation }: RequestCheck, request: RequestValue, hint: string | null): RequestFault {
  const { basePath } = contract;
  const hasBase = basePath !== "" && request.path.startsWith(`${basePath}/`);
  const message = `the path of \`${operation.id}\` is ${operation.path}, not ${request.path}`;
  return { place: { kind: "request-line" }, message, hint: hasBase ? `leave out ${basePath}` : hint };
}

type PathMatch =
  /** Texts of the placeholders by name, percent-decoded. */
  | { readonly kind: "match"; readonly values: ReadonlyMap<string, string> }
  | { readonly kind: "mismatch"; readonly hint: string | null };

/** Holds a path against a template: `/loads/LD-20417/` against `/loads/{load_number}/`. */
export function matchPath(template: string, path: string): PathMatch {
  const segments = template.split("/");
  const texts = path.split("/");
  const values = new Map<string, string>();
  const isMatch =
    segments.length === texts.length &&
    segments.every((segment, index) => matchSegment(segment, texts[index] ?? "", values));
  if (isMatch) return { kind: "match", values };
  if (template === `${path}/` || segments.length === texts.length + 1) {
    return {
      kind: "mismatch",
      hint: template.endsWith("/") && !path.endsWith("/") ? "add the slash at the end" : null,
    };
  }
  const hasExtraSlash = path.endsWith("/") && !template.endsWith("/");
  return { kind: "mismatch", hint: hasExtraSlash ? "leave out the slash at the end" : null };
}

function matchSegment(template: string, text: string, values: Map<string, string>): boolean {
  const names = Array.from(template.matchAll(/\{([^{}]+)\}/g), (match) => match[1] ?? "");
  if (names.length === 0) return template === text;
  const literals = template.split(/\{[^{}]+\}/);
  let offset = 0;
  for (const [index, name] of names.entries()) {
    const before = literals[index] ?? "";
    const after = literals[index + 1] ?? "";
    if (!text.startsWith(before, offset)) return false;
    const start = offset + before.length;
    const end = index === names.length - 1 ? text.length - after.length : text.indexOf(after, start + 1);
    if (end <= start || !text.startsWith(after, end)) return false;
    const written = text.slice(start, end);
    values.set(name, decodePercent(written) ?? written);
    offset = end;
  }
  return true;
}
