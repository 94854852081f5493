import { checkRequest } from "#shared/conformance/check-request.ts";
import type { Contract } from "#shared/contract/contract.ts";
import type { Operation } from "#shared/contract/operation.ts";
import type { RequestValue } from "#shared/contract/request.ts";
import { toJsonText } from "#shared/json/json.ts";

/** A call that a page can show, because its request passes every check. */
export interface FirstCall {
  readonly operation: Operation;
  readonly request: RequestValue;
}

/** The calls that a page can show, those that need the least first: a read of a list before one of a record. */
export function listFirstCalls(contract: Contract): readonly FirstCall[] {
  const calls = contract.operations.flatMap((operation) => {
    const { id, request } = operation;
    return isNameable(operation) &&
      request !== null &&
      fitsHttpBlock(request) &&
      checkRequest(contract, id, request).length === 0
      ? [{ operation, request }]
      : [];
  });
  return calls.sort((a, b) => effortOf(a.operation) - effortOf(b.operation));
}

export function isNameable({ id }: Operation): boolean {
  return /^[\w.:/-]+$/.test(id);
}

/** Zero is a read that needs to know nothing. */
export function effortOf({ method, path }: Operation): number {
  return (method === "get" ? 0 : 2) + (path.includes("{") ? 1 : 0);
}

function fitsHttpBlock({ path, headers, body }: RequestValue): boolean {
  const hasPlainBody = body.kind === "none" || (body.kind === "json" && !toJsonText(body.value).includes("…"));
  const isPlain = headers.every(({ name, value }) => /^[\w-]+$/.test(name) && /^[ -~]*$/.test(value));
  return hasPlainBody && isPlain && /^\/[^\s?#]*$/.test(path);
}

export function toHttpText({ method, path, query, headers, body }: RequestValue): string {
  const search = new URLSearchParams(query.map(({ name, value }): [string, string] => [name, value])).toString();
  const type = body.kind === "json" && body.mediaType !== "application/json" ? [`Content-Type: ${body.mediaType}`] : [];
  const head = [
    `${method.toUpperCase()} ${path}${search === "" ? "" : `?${search}`}`,
    ...type,
    ...headers.map(({ name, value }) => `${name}: ${value}`),
  ].join("\n");
  return body.kind === "json" ? `${head}\n\n${toJsonText(body.value, 2)}` : head;
}

/** The text stands on one line as its author wrote it, whatever Markdown would read in it. */
export function escapeMarkdown(text: string): string {
  return text
    .replace(/\s+/g, " ")
    .trim()
    .replace(/[\\`*_{}[\]<>#|!:~&@]/g, "\\$&");
}
