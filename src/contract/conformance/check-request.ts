import type { Contract } from "../../model/contract.ts";
import type { Operation } from "../../model/operation.ts";
import type { RequestFault } from "../../model/contract-guide.ts";
import type { RequestValue } from "../../model/request.ts";
import { checkParameters } from "./check-parameters.ts";
import { checkRequestBody } from "./check-request-body.ts";
import { findOperation } from "../../rules/find-operation.ts";
import { matchPath } from "./match-path.ts";
import { nearestHint } from "../../suggest/nearest.ts";
import type { RequestCheck } from "./request-check.ts";

/** Holds a request against an operation: method, path, parameters, headers, media type and body. */
export function checkRequest(contract: Contract, operationId: string, request: RequestValue): readonly RequestFault[] {
  const operation = contract.operations.find(({ id }) => id === operationId);
  const node = operation && findOperation(contract, operationId);
  if (!operation || !node) {
    const hint = nearestHint(
      operationId,
      contract.operations.map(({ id }) => id),
    );
    return [{ place: { kind: "request-line" }, message: `the contract has no operation \`${operationId}\``, hint }];
  }
  const check = { contract, operation, node };
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
