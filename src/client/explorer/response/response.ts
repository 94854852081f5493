import { compareResponse } from "#shared/conformance/check-response.ts";
import { checkValue, withoutShown } from "#shared/conformance/check-value.ts";
import type { BodyFault } from "#shared/conformance/sample-fault.ts";
import { findJsonContent, findResponse } from "#shared/contract/operation.ts";
import type { NameValue } from "#shared/contract/request.ts";
import type { Schema } from "#shared/contract/schema.ts";
import { isJsonType } from "#shared/media-type.ts";

import type { ReceivedResponse } from "../call/call.ts";
import type { ExplorerOperation, OperationMediaType } from "../explorer-operation.ts";
import { type JsonNode, toJson } from "../json/json-node.ts";
import { describeFault, parseNode } from "../json/parse-node.ts";

export type ResponseBody =
  | { readonly kind: "none" }
  | { readonly kind: "json"; readonly node: JsonNode }
  /** The text may claim to be JSON and break; `fault` says where. */
  | { readonly kind: "text"; readonly text: string; readonly fault: string | null }
  | { readonly kind: "binary" };

/**
 * The media type determines how the body is parsed; if it's missing, the bytes do. The parser never runs anything in
 * the body.
 */
export function parseResponseBody({ bytes, headers, size, isCut, isStopped = false }: ReceivedResponse): ResponseBody {
  if (bytes.length === 0) return { kind: "none" };
  const type = headerOf(headers, "content-type") ?? "";
  const isPart = isCut || isStopped || bytes.length < size;
  const text = decode(bytes, type, isPart);
  if (text === null) return { kind: "binary" };
  const isJson = isJsonType(type);
  if ((!isJson && type !== "") || isPart) return { kind: "text", text, fault: null };
  const parsed = parseNode(text);
  if (parsed.kind !== "fault") return { kind: "json", node: parsed };
  return { kind: "text", text, fault: isJson ? `it ${describeFault(parsed)}` : null };
}

export function headerOf(headers: readonly NameValue[], name: string): string | null {
  return headers.find((header) => header.name.toLowerCase() === name)?.value ?? null;
}

/** The result is null for bytes that aren't text: for unknown characters, or a type of binary data. */
function decode(bytes: Uint8Array, type: string, isPart: boolean): string | null {
  const isText = type === "" || /^text\/|[/+](?:json|xml|javascript|x-www-form-urlencoded|yaml|csv)\b/i.test(type);
  const charset = /charset="?([\w-]+)/i.exec(type)?.[1] ?? "utf-8";
  try {
    const text = new TextDecoder(isText ? charset : "utf-8", { fatal: true }).decode(bytes, {
      // A part may end within a character.
      stream: isPart,
    });
    return text.includes("\0") ? null : text;
  } catch {
    return isText && type !== "" ? new TextDecoder().decode(bytes) : null;
  }
}

/** The verdict says how a response compares with what the contract says about its status. */
export type Verdict =
  | { readonly kind: "match" }
  /** `isOwn` means that the documentation's own example has all of the faults. */
  | { readonly kind: "mismatch"; readonly faults: readonly BodyFault[]; readonly isOwn: boolean }
  /** The response can't be compared; the reason is a sentence. */
  | { readonly kind: "open"; readonly reason: string };

/** The schema describes the JSON for a status, or allows any value if the contract leaves it open. */
export function schemaOf(data: Pick<ExplorerOperation, "responses" | "schemas">, status: number): Schema {
  return jsonContentOf(data, status)?.schema ?? data.schemas.toSchema(true);
}

function jsonContentOf({ responses }: Pick<ExplorerOperation, "responses">, status: number): OperationMediaType | null {
  return findJsonContent(findResponse(responses, String(status))?.content ?? []);
}

interface ShownResponse {
  readonly status: number;
  readonly body: ResponseBody;
  /** True means that a sandbox says it's simulated. */
  readonly isSimulated?: boolean;
}

export function checkResponse(data: ExplorerOperation, { status, body, isSimulated = false }: ShownResponse): Verdict {
  const { kind } = body;
  const compared =
    kind === "json" ? { kind, value: toJson(body.node) } : ({ kind: kind === "none" ? kind : "other" } as const);
  const described = { responses: data.responses, schemaByName: data.schemas.byName };
  const verdict = compareResponse(described, { status, body: compared });
  if (verdict.kind === "open") {
    const isUndescribed = verdict.cause === "undescribed";
    return { kind: "open", reason: isUndescribed ? explainUndescribed(status, body) : onlyJson };
  }
  if (verdict.kind === "mismatch") {
    if (isSimulated && kind === "none") return { kind: "open", reason: nothingToShow };
    return { ...verdict, isOwn: kind === "json" && isOfExample(verdict.faults, data, status) };
  }
  const reason = "What was compared is as documented; its schemas are too many to compare all.";
  return data.isWhole || body.kind !== "json" ? verdict : { kind: "open", reason };
}

const nothingToShow = "A body is documented here, and the sandbox has none to show.";

/** True means that the example of the response has the same faults. */
function isOfExample(faults: readonly BodyFault[], data: ExplorerOperation, status: number): boolean {
  const media = jsonContentOf(data, status);
  if (media === null) return false;
  const { schema, examples } = media;
  const check = { schemaByName: data.schemas.byName, direction: "response" } as const;
  const shown = examples.map(({ value }) => value);
  return withoutShown(faults, shown, (value) => checkValue(value, schema, check)).length === 0;
}

const onlyJson = "Only JSON bodies are compared with the documentation.";

function explainUndescribed(status: number, { kind }: ResponseBody): string {
  const start = `The documentation doesn't say what comes with a ${status}`;
  if (kind === "none") return `${start}. ${advice.get(Math.min(status, 500)) ?? ""}`.trim();
  return status < 400
    ? `${start}, so there is nothing to compare.`
    : `${start}. What the server says about it is below.`;
}

const advice: ReadonlyMap<number, string> = new Map([
  [401, "Most likely the credentials are missing, or not allowed to do this."],
  [403, "Most likely the credentials are missing, or not allowed to do this."],
  [404, "Most likely nothing has this address: look at the values in the path."],
  [429, "The server asks for a pause: try again in a while."],
  [500, "The request may well be right: try again in a while."],
]);
