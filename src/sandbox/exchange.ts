import { toSentence } from "#shared/conformance/sample-fault.ts";
import type { NameValue } from "#shared/contract/request.ts";
import { type Json, type JsonObject, toJsonText } from "#shared/json/json.ts";

/** A request as the sandbox sees it: plain values, nothing of a server. */
export interface SandboxRequest {
  readonly method: string;
  /** Below the base path, percent-encoded as it was sent: `/loads/LD-20417/`. */
  readonly path: string;
  /** Without its question mark; empty when there is none. */
  readonly query: string;
  /** By lower-case name. */
  readonly headers: ReadonlyMap<string, string>;
  readonly body: Uint8Array;
  /** Where the caller reaches the sandbox, base path included: `http://localhost:4010/v1/external_api`. */
  readonly address: string;
}

export interface SandboxResponse {
  readonly status: number;
  readonly headers: readonly NameValue[];
  /** JSON, but for examples of other texts; empty where there is none. */
  readonly body: string;
  /** Milliseconds that whoever sends it waits. */
  readonly delay?: number;
  /** True when it must not arrive whole: the connection ends within the body. */
  readonly isCut?: boolean;
}

/** Below the base path: a POST to it brings back the records that the sandbox started with. */
export const resetPath = "/__sandbox/reset";

export interface IncomingFault {
  readonly in: "request" | "query" | "header" | "body";
  /** For a body: the JSON Pointer (RFC 6901) of the value. */
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

/** On every response: nobody may take it for the provider's. */
const simulatedHeader: NameValue = { name: "X-Sandbox", value: "simulated" };

/** On a response that only shows the contract's example: nothing was kept. */
export const exampleHeader: NameValue = { name: "X-Sandbox", value: "example" };

/** A response with a JSON body; without one, where HTTP has none for the status. Its type is JSON, unless the headers say so. */
export function toResponse(status: number, value: Json, headers: readonly NameValue[] = []): SandboxResponse {
  if (bodyless.has(status)) return toEmptyResponse(status, headers);
  const isTyped = headers.some(({ name }) => name === "Content-Type");
  const typed = isTyped ? headers : [toTypeHeader("application/json"), ...headers];
  return { status, headers: withMark(typed), body: `${toJsonText(value, 2)}\n` };
}

/** A range (`image/*`) is no type to send (RFC 9110, section 8.3): what comes is JSON. */
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

/** An error. Its body says that it is the sandbox's own: the contract leaves error bodies open. */
export function toRefusal({ status, message, hint, faults = [], headers = [] }: SandboxRefusal): SandboxResponse {
  const left = faults.length - limits.faults;
  const value: JsonObject = {
    message,
    ...(typeof hint === "string" && { hint }),
    ...(faults.length > 0 && { faults: faults.slice(0, limits.faults).map(toJson) }),
    ...(left > 0 && { more_faults: left }),
    sandbox: ownBody,
  };
  return toResponse(status, value, headers);
}

const ownBody =
  "Simulated. Error bodies aren't documented: this one is the sandbox's own, so don't parse it in your program.";

/** Ends the work on a request. */
export class RefusedRequest extends Error {
  readonly refusal: SandboxRefusal;

  constructor(refusal: SandboxRefusal) {
    super(refusal.message);
    this.refusal = refusal;
  }
}

/** Refuses a request for its faults. The first one explains it, in a sentence or two. @throws RefusedRequest */
export function refuseFaults(faults: readonly IncomingFault[]): never {
  const more = faults.length - 1;
  const remark = more > 0 ? [`${more} more ${more === 1 ? "fault" : "faults"} below.`] : [];
  throw new RefusedRequest({ status: 400, message: [...faults.slice(0, 1).map(explain), ...remark].join(" "), faults });
}

/** A message and its hint as sentences. */
export function explain({ message, hint }: Pick<SandboxRefusal, "message" | "hint">): string {
  return [message, ...(typeof hint === "string" ? [hint] : [])].map(toSentence).join(" ");
}

/** @throws RefusedRequest */
export function refuseBody(pointer: string, message: string, hint?: string): never {
  return refuseFaults([{ in: "body", pointer, message, ...(hint !== undefined && { hint }) }]);
}

function toJson({ in: place, pointer, name, message, hint }: IncomingFault): JsonObject {
  return {
    in: place,
    ...(pointer !== undefined && { pointer }),
    ...(name !== undefined && { name }),
    message,
    ...(typeof hint === "string" && { hint }),
  };
}

/** What a sandbox takes before it refuses; a caller's mistake must not fill the memory of the machine. */
export const limits = {
  /** Bytes of a request body. */
  bodyBytes: 10_000_000,
  /** Bytes of a body that isn't a form with files. */
  textBytes: 1_000_000,
  /** Levels of lists and objects in a body. */
  depth: 50,
  parts: 100,
  /** Records of all collections. Those within records count by their characters. */
  records: 10_000,
  /** Characters that all records take as JSON. */
  characters: 50_000_000,
  faults: 100,
} as const;

export const bodyTooLarge: SandboxRefusal = {
  status: 413,
  message: `The sandbox takes at most ${limits.bodyBytes} bytes in a body.`,
};
