import { findResponse } from "#shared/contract/operation.ts";
import type { SliceOperation } from "#shared/contract/contract-slice.ts";

import {
  exampleHeader,
  type SandboxRequest,
  type SandboxResponse,
  toEmptyResponse,
  toRefusal,
  toResponse,
  toTypeHeader,
} from "../exchange.ts";
import { jsonContentOf } from "../plan/contract-fields.ts";

/** A fault that a caller asks for with the header `Prefer` (RFC 7240): `code=503`, `delay=2000`, `cut`. */
export interface Preferences {
  /** The status to answer with, in place of doing anything; null for none. */
  readonly code: number | null;
  /** In milliseconds. */
  readonly delay: number;
  readonly isCut: boolean;
}

const longestDelay = 60_000;

/** What a request prefers. Preferences that nobody knows are passed over, as the standard has it. */
export function readPreferences({ headers }: SandboxRequest): Preferences {
  const pairs = (headers.get("prefer") ?? "").split(/[,;]/).map((text) => {
    const [name = "", value = ""] = text.split("=").map((part) => part.trim());
    return [name.toLowerCase(), value.replace(/^"(.*)"$/, "$1")] as const;
  });
  const asked = new Map(pairs);
  const code = Number(asked.get("code"));
  const delay = Number(asked.get("delay"));
  return {
    code: Number.isInteger(code) && code >= 200 && code <= 599 ? code : null,
    delay: Number.isInteger(delay) && delay > 0 ? Math.min(delay, longestDelay) : 0,
    isCut: asked.has("cut"),
  };
}

/** The answer of a status that was asked for: the contract's example of it, or the sandbox's own words. Nothing is done. */
export function answerWithCode(operation: SliceOperation, code: number): SandboxResponse {
  const applied = { name: "Preference-Applied", value: `code=${code}` };
  const declared = findResponse(operation.responses, String(code));
  const content = jsonContentOf(declared?.content);
  const example = content?.examples[0];
  if (content && example) return toResponse(code, example.value, [exampleHeader, applied, toTypeHeader(content.type)]);
  if (declared || code < 400) return toEmptyResponse(code, [exampleHeader, applied]);
  const message = `This status was asked for with Prefer: code=${code}. The contract doesn't describe it.`;
  return toRefusal({ status: code, message, headers: [applied] });
}

/** An answer as slow and as whole as was asked for. */
export function withPreferences(response: SandboxResponse, { delay, isCut }: Preferences): SandboxResponse {
  return { ...response, ...(delay > 0 && { delay }), ...(isCut && { isCut }) };
}
