import type { Json, JsonObject } from "../model/json.ts";
import type { NameValue } from "../model/request.ts";
import { limits } from "./limits.ts";
import type { SandboxResponse } from "./sandbox.ts";

/** On every answer: nobody may take it for the provider's. */
const simulatedHeader: NameValue = { name: "X-Sandbox", value: "simulated" };

/** Something about a request that the sandbox refuses. */
export interface Fault {
  readonly in: "request" | "query" | "header" | "body";
  /** For a body: the JSON Pointer (RFC 6901) of the value. */
  readonly pointer?: string;
  /** The parameter or header, where it is one. */
  readonly name?: string;
  readonly message: string;
  readonly hint?: string | null;
}

export interface Refusal {
  readonly status: number;
  /** One or two sentences for the developer who reads the answer. */
  readonly message: string;
  readonly hint?: string | null;
  readonly faults?: readonly Fault[];
  readonly headers?: readonly NameValue[];
}

/** An answer with a JSON body. */
export function toAnswer(status: number, value: Json, headers: readonly NameValue[] = []): SandboxResponse {
  const type = { name: "Content-Type", value: "application/json" };
  return { status, headers: [simulatedHeader, type, ...headers], body: `${JSON.stringify(value, null, 2)}\n` };
}

export function toEmptyAnswer(status: number, headers: readonly NameValue[] = []): SandboxResponse {
  return { status, headers: [simulatedHeader, ...headers], body: "" };
}

/** An error. Its body says that it is the sandbox's own: the contract leaves error bodies open. */
export function toRefusal({ status, message, hint, faults = [], headers = [] }: Refusal): SandboxResponse {
  const left = faults.length - limits.faults;
  const value: JsonObject = {
    message,
    ...(typeof hint === "string" && { hint }),
    ...(faults.length > 0 && { faults: faults.slice(0, limits.faults).map(toJson) }),
    ...(left > 0 && { more_faults: left }),
    sandbox: ownBody,
  };
  return toAnswer(status, value, headers);
}

const ownBody =
  "Simulated. The contract does not specify error bodies: this one is the sandbox's own, so do not parse it in your program.";

function toJson({ in: place, pointer, name, message, hint }: Fault): JsonObject {
  return {
    in: place,
    ...(pointer !== undefined && { pointer }),
    ...(name !== undefined && { name }),
    message,
    ...(typeof hint === "string" && { hint }),
  };
}
