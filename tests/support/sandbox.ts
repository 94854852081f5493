import { createSandbox, parseSlice, type Sandbox, type SandboxOptions } from "#sandbox/sandbox.ts";
import type { Contract } from "#shared/contract/contract.ts";
import type { ContractSlice } from "#shared/contract/contract-slice.ts";
import type { Json } from "#shared/json/json.ts";
import { planPageSandbox } from "#site/reference/plan-explorers.ts";

import { readContractText, shippedTexts } from "./read-contract-text.ts";

/** The contract of this repository, with its sandbox settings. */
export async function shippedContract(): Promise<Contract> {
  return readContractText(...shippedTexts);
}

export interface Answer {
  readonly status: number;
  /** By lower-case name. */
  readonly headers: ReadonlyMap<string, string>;
  /** The parsed body; null if there is none. */
  readonly body: Json;
}

/** A request of a test: a path with its query, and a body. */
export interface Caller {
  readonly sandbox: Sandbox;
  readonly send: (request: Sent) => Answer;
  readonly get: (path: string) => Answer;
  readonly post: (path: string, body: Json) => Answer;
  readonly patch: (path: string, body: Json) => Answer;
  readonly put: (path: string, body: Json) => Answer;
  readonly delete: (path: string) => Answer;
  readonly upload: (path: string, parts: Upload) => Answer;
}

export interface Sent {
  readonly method: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
}

export type Upload = Readonly<Record<string, string | UploadedFile>>;

interface UploadedFile {
  readonly name: string;
  readonly type: string;
  readonly content: string | Uint8Array;
}

/** A sandbox of a contract, as pages have it from their file of the contract, and short ways to call it. */
export function callSandbox(contract: Contract, options: SandboxOptions = {}): Caller {
  const sandbox = createSandbox(sliceOf(contract), options);
  const send = ({ method, path: target, headers = {}, body = "" }: Sent): Answer => {
    const [path = "", query = ""] = target.split("?");
    const response = sandbox.handle({
      method,
      path,
      query,
      headers: new Map(Object.entries(headers)),
      body: typeof body === "string" ? new TextEncoder().encode(body) : body,
      address: "http://sandbox.test/v1/external_api",
    });
    const sent = new Map(response.headers.map(({ name, value }) => [name.toLowerCase(), value]));
    return { status: response.status, headers: sent, body: response.body === "" ? null : JSON.parse(response.body) };
  };
  const sendJson = (method: string) => (path: string, body: Json) =>
    send({ method, path, headers: { "content-type": "application/json" }, body: JSON.stringify(body) });
  return {
    sandbox,
    send,
    get: (path) => send({ method: "GET", path }),
    post: sendJson("POST"),
    patch: sendJson("PATCH"),
    put: sendJson("PUT"),
    delete: (path) => send({ method: "DELETE", path }),
    upload: (path, parts) => send({ method: "POST", path, ...toMultipart(parts) }),
  };
}

/** Many tests call a sandbox of the same contract, whose slice takes longer than the calls. */
const slices = new WeakMap<Contract, ContractSlice>();

function sliceOf(contract: Contract): ContractSlice {
  const known = slices.get(contract);
  if (known !== undefined) return known;
  const file = planPageSandbox(contract);
  const slice = file === null ? contract : parseSlice(String(file.content));
  slices.set(contract, slice);
  return slice;
}

/** A form as browsers and curl send it. */
export function toMultipart(parts: Upload): { readonly headers: Record<string, string>; readonly body: Uint8Array } {
  const chunks = Object.entries(parts).flatMap(([name, part]) => [
    `--boundary\r\nContent-Disposition: form-data; name="${name}"`,
    ...(typeof part === "string"
      ? [`\r\n\r\n${part}`]
      : [`; filename="${part.name}"\r\nContent-Type: ${part.type}\r\n\r\n`, part.content]),
    "\r\n",
  ]);
  const body = joinBytes(...chunks, "--boundary--\r\n");
  return { headers: { "content-type": "multipart/form-data; boundary=boundary" }, body };
}

/** Texts in UTF-8 and bytes, one after the other. */
export function joinBytes(...parts: readonly (string | Uint8Array)[]): Uint8Array {
  return Uint8Array.from(
    parts.flatMap((part) => [...(typeof part === "string" ? new TextEncoder().encode(part) : part)]),
  );
}

/** The smallest recognizable file of each accepted type. */
export const tinyFiles = {
  pdf: joinBytes("%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n"),
  png: Buffer.from("89504e470d0a1a0a0000000d49484452", "hex"),
  jpeg: Buffer.from("ffd8ffe000104a464946", "hex"),
  tiff: Buffer.from("49492a0008000000", "hex"),
  heic: Buffer.from("0000001866747970686569630000000068656963", "hex"),
} as const;
