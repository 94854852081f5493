import { compareResponse } from "#shared/conformance/check-response.ts";
import { withoutShown } from "#shared/conformance/check-sent-request.ts";
import { checkValue } from "#shared/conformance/check-value.ts";
import type { BodyFault } from "#shared/conformance/sample-fault.ts";
import { findJsonContent, findResponse } from "#shared/contract/operation.ts";
import type { NameValue } from "#shared/contract/request.ts";
import type { Schema } from "#shared/contract/schema.ts";
import { isJsonType } from "#shared/media-type.ts";

import type { ReceivedResponse } from "../call/call.ts";
import type { ExplorerOperation } from "../explorer-operation.ts";
import { type JsonNode, toJson } from "../json/json-node.ts";
import { parseNode } from "../json/parse-node.ts";

/** What a response's body is. */
export type ResponseBody =
  | { readonly kind: "none" }
  | { readonly kind: "json"; readonly node: JsonNode }
  /** Any text, even one that claims to be JSON and breaks: `fault` says where. */
  | { readonly kind: "text"; readonly text: string; readonly fault: string | null }
  | { readonly kind: "binary" };

/** Reads a body by its media type, and by its bytes where that does not say. Never runs anything of it. */
export function parseResponseBody({ bytes, headers, size, isCut, isStopped = false }: ReceivedResponse): ResponseBody {
  if (bytes.length === 0) return { kind: "none" };
  const type = headerOf(headers, "content-type") ?? "";
  const isPart = isCut || isStopped || bytes.length < size;
  const text = decode(bytes, type, isPart);
  if (text === null) return { kind: "binary" };
  const isJson = isJsonType(type);
  if ((!isJson && type !== "") || isPart) return { kind: "text", text, fault: null };
  const parsed = parseNode(text);
  if (parsed.kind === "value") return { kind: "json", node: parsed.node };
  const { line, column, message } = parsed.fault;
  return { kind: "text", text, fault: isJson ? `it breaks in line ${line}, column ${column}: ${message}` : null };
}

export function headerOf(headers: readonly NameValue[], name: string): string | null {
  return headers.find((header) => header.name.toLowerCase() === name)?.value ?? null;
}

/** Null for bytes that aren't text: unknown characters, or a type that stands for no text. */
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

/** How a response compares with what the contract says about its status. */
export type Verdict =
  | { readonly kind: "match" }
  /** `isOwn`: the documentation's own example has all of the faults. */
  | { readonly kind: "mismatch"; readonly faults: readonly BodyFault[]; readonly isOwn: boolean }
  /** There is nothing to compare with; the reason is a sentence. */
  | { readonly kind: "open"; readonly reason: string };

/** The schema of the JSON that comes with a status; any value when the contract doesn't say. */
export function schemaOf(data: Pick<ExplorerOperation, "responses" | "schemas">, status: number): Schema {
  const { content = [] } = findResponse(data.responses, String(status)) ?? {};
  return findJsonContent(content)?.schema ?? data.schemas.toSchema(true);
}

interface ShownResponse {
  readonly status: number;
  readonly body: ResponseBody;
  /** True for the sandbox's word that it only shows an example. */
  readonly isExample?: boolean;
}

/** Compares a response with the contract. */
export function checkResponse(data: ExplorerOperation, { status, body, isExample = false }: ShownResponse): Verdict {
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
    if (isExample && kind === "none") return { kind: "open", reason: nothingToShow };
    return { ...verdict, isOwn: kind === "json" && isOfExample(verdict.faults, data, status) };
  }
  const reason = "What was compared is as documented; its schemas are too many to compare all.";
  return data.isWhole || body.kind !== "json" ? verdict : { kind: "open", reason };
}

const nothingToShow = "A body is documented here, and the sandbox has none to show.";

/** True where the example of the response differs from its schema in the same places. */
function isOfExample(faults: readonly BodyFault[], { responses, schemas }: ExplorerOperation, status: number): boolean {
  const media = findJsonContent(findResponse(responses, String(status))?.content ?? []);
  const { schema = null, examples = [] } = media ?? {};
  if (schema === null) return false;
  const check = { schemaByName: schemas.byName, direction: "response" } as const;
  const shown = examples.map(({ value }) => value);
  return withoutShown(faults, shown, (value) => checkValue(value, schema, check)).length === 0;
}

const onlyJson = "Only JSON bodies are compared with the documentation.";

function explainUndescribed(status: number, { kind }: ResponseBody): string {
  const start = `The documentation does not say what comes with a ${status}`;
  if (kind === "none") return `${start}. ${adviceOn(status)}`.trim();
  return status < 400
    ? `${start}, so there is nothing to compare.`
    : `${start}. What the server says about it stands below.`;
}

function adviceOn(status: number): string {
  if (status >= 500) return "The request may well be right: try again in a while.";
  switch (status) {
    case 401:
    case 403:
      return "Most likely the credentials are missing, or not allowed to do this.";
    case 404:
      return "Most likely nothing has this address: look at the values in the path.";
    case 429:
      return "The server asks for a pause: try again in a while.";
    default:
      return "";
  }
}
