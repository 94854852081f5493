import { matchPath } from "#shared/contract/notation/path-template.ts";
import type { Operation } from "#shared/contract/operation.ts";
import type { NameValue, ReadyCall, RequestContent, RequestValue } from "#shared/contract/request.ts";
import { type Json, type JsonObject, toJsonText } from "#shared/json/json.ts";
import { toAddress, toHeaders } from "#shared/samples/address.ts";

/** The explorer takes at most 8,000 characters, and longer addresses get lost on the way. */
const longest = 7_000;

/**
 * The values of a request in an explorer's link, as JSON `{"path":{…},"query":{…},"header":{…},"type":"…","body":…}`
 * without empty ones; null if they're too long. Parameters stay texts, because the form knows their types.
 */
export function toTryValues(
  { path, parameters }: Pick<Operation, "path" | "parameters">,
  request: RequestValue,
): string | null {
  const match = matchPath(path, request.path);
  const whole = parameters.find(({ wholeQuery }) => wholeQuery !== null)?.name ?? "";
  const query = request.query.map(({ name, value }) => ({ name: name === "" ? whole : name, value }));
  const values = toJsonText({
    ...(match.kind === "match" && match.values.size > 0 && { path: Object.fromEntries(match.values) }),
    ...(query.length > 0 && { query: byName(query) }),
    ...(request.headers.length > 0 && { header: byName(request.headers) }),
    ...toBody(request.body),
  });
  return encodeURIComponent(values).length > longest ? null : values;
}

function toBody(body: RequestContent): JsonObject {
  switch (body.kind) {
    case "none":
      return {};
    case "json":
      return { type: body.mediaType, body: body.value };
    case "text":
      return { type: body.mediaType, body: body.text };
    case "file":
      return { type: body.mediaType, body: body.fileName };
    case "form": {
      const parts = body.parts.map(({ name, ...part }) => ({
        name,
        value: part.kind === "file" ? part.fileName : part.value,
      }));
      return { type: body.mediaType, body: byName(parts) };
    }
  }
}

function byName(pairs: readonly NameValue[]): JsonObject {
  const values = new Map<string, Json>();
  for (const { name } of pairs) {
    const sameName = pairs.filter((pair) => pair.name === name).map(({ value }) => value);
    values.set(name, sameName.length === 1 ? (sameName[0] ?? "") : sameName);
  }
  return Object.fromEntries(values);
}

/** A request that a page can send (`ReadyCall`), as JSON; null with files or parts. */
export function toReadyCall(request: RequestValue): string | null {
  const body = bodyText(request.body);
  if (body === null) return null;
  const { method } = request;
  const call: ReadyCall = { method, address: toAddress(request), headers: toHeaders(request), body };
  return JSON.stringify(call);
}

function bodyText(body: RequestContent): string | null {
  switch (body.kind) {
    case "none":
      return "";
    case "json":
      return toJsonText(body.value);
    case "text":
      return body.text;
    default:
      return null;
  }
}
