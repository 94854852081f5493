import { isIdempotencyKey } from "#shared/contract/operation.ts";
import { toJsonText } from "#shared/json/json.ts";

import { RefusedRequest, type SandboxResponse } from "../exchange.ts";
import type { Incoming } from "../request/incoming.ts";
import { toHex } from "./identifiers.ts";

interface Reply {
  readonly request: string;
  readonly response: SandboxResponse;
}

export type SavedReplies = readonly (readonly [key: string, reply: Reply])[];

/** The number of responses to remember; the oldest is forgotten first. */
const maxReplies = 100;

/** Responses to calls with an idempotency key. */
export class Replies {
  readonly #byKey: Map<string, Reply>;

  constructor(saved: SavedReplies) {
    this.#byKey = new Map(saved);
  }

  find(key: string): Reply | undefined {
    return this.#byKey.get(key);
  }

  keep(key: string, reply: Reply): void {
    this.#byKey.set(key, reply);
    for (const first of this.#byKey.keys()) if (this.#byKey.size > maxReplies) this.#byKey.delete(first);
  }

  save(): SavedReplies {
    return [...this.#byKey];
  }
}

/**
 * Performs a call once: if the contract has an idempotency key and the caller has sent the same call with the same key,
 * the first response is repeated. Refusals aren't remembered, because they did nothing.
 */
export function answerOnce(
  { call, headers, pathValues, query, content, members, files, state }: Incoming,
  answer: () => SandboxResponse,
): SandboxResponse {
  const { operation } = call;
  const header = operation.parameters.find(isIdempotencyKey);
  const value = header && headers.get(header.name.toLowerCase());
  if (header === undefined || value === undefined || operation.method === "get") return answer();
  const key = `${operation.id} ${value}`;
  const sent = content.kind === "json" ? content.value : members;
  const requestParts = {
    path: Object.fromEntries(pathValues),
    query: query.map(({ name, value: text }) => [name, text]),
    sent,
  };
  const request = toHex(toJsonText({ ...requestParts, files: files.map(({ fileName, bytes }) => [fileName, bytes]) }));
  const known = state.replies.find(key);
  if (known !== undefined && known.request !== request) {
    const message = `The ${header.name} ${value} was sent with another request.`;
    throw new RefusedRequest({ status: 422, message, hint: "send the request as it was, or another key" });
  }
  const response = known?.response ?? answer();
  state.replies.keep(key, { request, response });
  return response;
}
