import type { RequestContent, RequestValue } from "#shared/contract/request.ts";
import { toJsonText } from "#shared/json/json.ts";
import type { ReadyCall } from "#shared/ready-call.ts";
import { toAddress, toHeaders } from "#shared/samples/address.ts";

/** A request as JSON that a page can send as it is (`ReadyCall`); null for one with files or parts. */
export function toReadyCall(request: RequestValue): string | null {
  const body = textOf(request.body);
  if (body === null) return null;
  const { method } = request;
  const call: ReadyCall = { method, address: toAddress(request), headers: toHeaders(request), body };
  return JSON.stringify(call);
}

function textOf(body: RequestContent): string | null {
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
