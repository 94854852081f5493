import { isIdempotencyKey } from "#shared/contract/operation.ts";
import { isList, type Json, listAt, numberAt, textAt, toJsonText } from "#shared/json/json.ts";

import { RefusedRequest, type SandboxResponse } from "../exchange.ts";
import type { Incoming } from "../request/incoming.ts";
import { toHex } from "./identifiers.ts";

interface Reply {
  readonly request: string;
  readonly response: SandboxResponse;
}

/** More are forgotten, the oldest first. */
const maxReplies = 100;

/** The responses to calls that carried an idempotency key. */
export class Replies {
  readonly #byKey = new Map<string, Reply>();

  find(key: string): Reply | undefined {
    return this.#byKey.get(key);
  }

  keep(key: string, reply: Reply): void {
    this.#byKey.set(key, reply);
    for (const first of this.#byKey.keys()) if (this.#byKey.size > maxReplies) this.#byKey.delete(first);
  }

  save(): readonly object[] {
    return Array.from(this.#byKey, ([key, { request, response }]) => ({ key, request, ...response }));
  }

  restore(saved: Json): void {
    for (const entry of isList(saved) ? saved : []) {
      const headers = listAt(entry, "headers").map((pair) => ({
        name: textOf(pair, "name"),
        value: textOf(pair, "value"),
      }));
      const response = { status: numberAt(entry, "status") ?? 200, headers, body: textOf(entry, "body") };
      this.keep(textOf(entry, "key"), { request: textOf(entry, "request"), response });
    }
  }
}

function textOf(value: Json, name: string): string {
  return textAt(value, name) ?? "";
}

/**
 * Answers a call, or, where the contract has an idempotency key and the caller has used it for the very same call, as before:
 * then nothing is done again. A refusal did nothing, and is no answer to go by.
 */
export function answerOnce(
  { call, headers, pathValues, query, content, members, files }: Incoming,
  replies: Replies,
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
  const known = replies.find(key);
  if (known !== undefined && known.request !== request) {
    const message = `The ${header.name} ${value} was sent with another request.`;
    throw new RefusedRequest({ status: 422, message, hint: "send the request as it was, or another key" });
  }
  const response = known?.response ?? answer();
  replies.keep(key, { request, response });
  return response;
}
