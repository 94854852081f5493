import { toSentence } from "#shared/english.ts";
import type { NameValue } from "#shared/contract/request.ts";
import { escapeToken } from "#shared/json/json-pointer.ts";
import { compact, type Json, toJsonText } from "#shared/json/json.ts";

/** A request in plain values, independent of any server. */
export interface SandboxRequest {
  readonly method: string;
  /** The path below the base path, percent-encoded as it was sent: `/loads/LD-20417/`. */
  readonly path: string;
  /** Without the question mark; empty if there's none. */
  readonly query: string;
  /** By lower-case name. */
  readonly headers: ReadonlyMap<string, string>;
  readonly body: Uint8Array;
  /** The sandbox's address for the caller, with the base path: `http://localhost:4010/v1/external_api`. */
  readonly address: string;
}

export interface SandboxResponse {
  readonly status: number;
  readonly headers: readonly NameValue[];
  /** JSON, or an example's text of another type; empty without a body. */
  readonly body: string;
  /** In milliseconds, before the response is sent. */
  readonly delay?: number;
  /** True to end the connection in the middle of the body. */
  readonly isCut?: boolean;
}

/** A POST to this path below the base path restores the initial records. */
export const resetPath = "/__sandbox/reset";

export interface IncomingFault {
  readonly in: "request" | "query" | "header" | "body";
  /** The JSON Pointer (RFC 6901) of the value, if it's in the body. */
  readonly pointer?: string;
  readonly name?: string;
  readonly message: string;
  readonly hint?: string | null;
}

export interface SandboxRefusal {
  readonly status: number;
  /** One or two sentences for the developer who reads the response. */
  readonly message: string;
  readonly hint?: string | null;
  readonly faults?: readonly IncomingFault[];
  readonly headers?: readonly NameValue[];
}

/** Every response has this header, so that nobody mistakes it for the provider's. */
const simulatedHeader: NameValue = { name: "X-Sandbox", value: "simulated" };

/** Marks a response that only shows the contract's example, without keeping anything. */
export const exampleHeader: NameValue = { name: "X-Sandbox", value: "example" };

/**
 * Makes a response with a JSON body, or without a body for a status that has none in HTTP. The headers may name another
 * type.
 */
export function toResponse(status: number, value: Json, headers: readonly NameValue[] = []): SandboxResponse {
  if (bodyless.has(status)) return toEmptyResponse(status, headers);
  const isTyped = headers.some(({ name }) => name === "Content-Type");
  const typed = isTyped ? headers : [toTypeHeader("application/json"), ...headers];
  return { status, headers: withMark(typed), body: `${toJsonText(value, 2)}\n` };
}

/** A range such as `image/*` can't be sent as a type (RFC 9110, section 8.3), so JSON is sent. */
export function toTypeHeader(mediaType: string): NameValue {
  return { name: "Content-Type", value: mediaType.includes("*") ? "application/json" : mediaType };
}

/** Statuses whose responses have no body (RFC 9110). */
const bodyless = new Set([204, 205, 304]);

function withMark(headers: readonly NameValue[]): readonly NameValue[] {
  return headers.includes(exampleHeader) ? headers : [simulatedHeader, ...headers];
}

export function toEmptyResponse(status: number, headers: readonly NameValue[] = []): SandboxResponse {
  return { status, headers: withMark(headers), body: "" };
}

/**
 * Makes an error response. Its body says that it's the sandbox's own, because the contract leaves error bodies open.
 */
export function toRefusal({ status, message, hint, faults = [], headers = [] }: SandboxRefusal): SandboxResponse {
  const shown = faults.slice(0, limits.faults).map((fault) => compact({ ...fault, hint: fault.hint ?? undefined }));
  const value = compact({
    message,
    hint: hint ?? undefined,
    faults: faults.length > 0 ? shown : undefined,
    more_faults: faults.length > limits.faults ? faults.length - limits.faults : undefined,
    sandbox: ownBody,
  });
  return toResponse(status, value, headers);
}

const ownBody =
  "Simulated. Error bodies aren't documented: this one is the sandbox's own, so don't parse it in your program.";

/** Thrown to end the work on a request. */
export class RefusedRequest extends Error {
  readonly refusal: SandboxRefusal;

  constructor(refusal: SandboxRefusal) {
    super(refusal.message);
    this.refusal = refusal;
  }
}

/**
 * Refuses a request; the first fault explains it in a sentence or two.
 * @throws RefusedRequest
 */
export function refuseFaults(faults: readonly IncomingFault[]): never {
  const more = faults.length - 1;
  const remark = more > 0 ? [`${more} more ${more === 1 ? "fault" : "faults"} below.`] : [];
  throw new RefusedRequest({ status: 400, message: [...faults.slice(0, 1).map(explain), ...remark].join(" "), faults });
}

/** Joins a message and its hint as sentences. */
export function explain({ message, hint }: Pick<SandboxRefusal, "message" | "hint">): string {
  return [message, ...(typeof hint === "string" ? [hint] : [])].map(toSentence).join(" ");
}

/** @throws RefusedRequest */
export function refuseBody(message: string): never {
  return refuseFaults([{ in: "body", pointer: "", message }]);
}

/** @throws RefusedRequest */
export function refuseField(name: string, message: string, hint: string): never {
  return refuseFaults([{ in: "body", pointer: `/${escapeToken(name)}`, message, hint }]);
}

/** Limits of a sandbox, so that a caller's mistake can't use up the machine's memory. */
export const limits = {
  /** In bytes, for a request body. */
  bodyBytes: 10_000_000,
  /** In bytes, for a body without files. */
  textBytes: 1_000_000,
  /** Nested lists and objects in a body. */
  depth: 50,
  parts: 100,
  /** In characters of JSON, for all records. */
  characters: 50_000_000,
  faults: 100,
} as const;

export const bodyTooLarge: SandboxRefusal = {
  status: 413,
  message: `The sandbox takes at most ${limits.bodyBytes} bytes in a body.`,
};
