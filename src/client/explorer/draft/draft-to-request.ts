import {
  encodeSegment,
  type ParameterValue,
  toPairs as writePairs,
  toText as writeText,
} from "#shared/contract/parameter-notation.ts";
import type { FormPart, NameValue, RequestContent, RequestValue } from "#shared/contract/request.ts";
import { toCredentials } from "#shared/contract/security.ts";
import { escapeToken } from "#shared/json/json-pointer.ts";
import { isFormType, isJsonType } from "#shared/media-type.ts";

import type { ExplorerOperation, ExplorerScheme, OperationParameter } from "../explorer-operation.ts";
import {
  type FileNode,
  isExact,
  type JsonNode,
  type NodeMember,
  memberNode,
  printCompactJson,
  printJson,
  toJson,
} from "../json/json-node.ts";
import {
  bodyOf,
  bodyText,
  type RequestDraft,
  type FieldFault,
  type ParameterPlace,
  required,
} from "./request-draft.ts";

/** A draft as a request: what the code samples print. Without `schemes` it authenticates as they do. */
export function toRequest(
  draft: RequestDraft,
  data: ExplorerOperation,
  schemes: readonly ExplorerScheme[] = data.security[0] ?? [],
): RequestValue {
  return {
    method: data.method,
    path: fillPath(draft, data),
    query: toPairs(draft, data, "query"),
    headers: [...toHeaders(draft, data), ...toCookieHeader(toPairs(draft, data, "cookie"))],
    credentials: toCredentials(schemes),
    body: toContent(draft),
  };
}

function fillPath(draft: RequestDraft, { path, parameters }: ExplorerOperation): string {
  return path.replace(/\{([^{}]+)\}/g, (placeholder, name: string) => {
    const parameter = parameters.find((candidate) => candidate.in === "path" && candidate.name === name);
    const node = memberNode(draft.parameters.path, name);
    if (node === undefined || parameter === undefined) return placeholder;
    return toPathText(node, parameter, encodeSegment);
  });
}

function toPathText(node: JsonNode, parameter: OperationParameter, encode?: (text: string) => string): string {
  return writeText(parameter.name, toValue(node, parameter), { ...parameter.notation, ...(encode && { encode }) });
}

function toPairs(draft: RequestDraft, data: ExplorerOperation, place: "query" | "cookie"): readonly NameValue[] {
  return sentIn(draft, data, place).flatMap(({ parameter, node }) =>
    writePairs(parameter.name, toValue(node, parameter), parameter.notation),
  );
}

function toHeaders(draft: RequestDraft, data: ExplorerOperation): readonly NameValue[] {
  return sentIn(draft, data, "header").map(({ parameter, node }) => ({
    name: parameter.name,
    value: writeText(parameter.name, toValue(node, parameter), parameter.notation),
  }));
}

interface SentParameter {
  readonly parameter: OperationParameter;
  readonly node: JsonNode;
}

function sentIn(
  draft: RequestDraft,
  { parameters }: ExplorerOperation,
  place: ParameterPlace,
): readonly SentParameter[] {
  return draft.parameters[place].members.flatMap(({ name, node }) => {
    const parameter = parameters.find((candidate) => candidate.in === place && candidate.name === name);
    return parameter === undefined ? [] : [{ parameter, node }];
  });
}

function toValue(node: JsonNode, { notation }: OperationParameter): ParameterValue {
  if (notation.style === "json") return { kind: "text", text: printCompactJson(node) };
  if (notation.style === "whole")
    return { kind: "text", text: node.kind === "text" ? node.value : printCompactJson(node) };
  if (node.kind === "list") return { kind: "list", texts: node.items.map(toText) };
  if (node.kind !== "object") return { kind: "text", text: toText(node) };
  return { kind: "object", members: node.members.map((member) => ({ name: member.name, value: toText(member.node) })) };
}

/** A value as forms carry it, and parameters within others. */
export function toText(node: JsonNode): string {
  if (node.kind === "text") return node.value;
  if (node.kind === "number" || node.kind === "unfinished") return node.text;
  if (node.kind === "list") return node.items.map(toText).join(",");
  return printCompactJson(node);
}

function toCookieHeader(cookies: readonly NameValue[]): readonly NameValue[] {
  if (cookies.length === 0) return [];
  return [{ name: "Cookie", value: cookies.map(({ name, value }) => `${name}=${value}`).join("; ") }];
}

/** JSON that JavaScript would change, or that doesn't parse, is a text to the samples. */
function toContent(draft: RequestDraft): RequestContent {
  const { mediaType } = draft;
  const body = bodyOf(draft);
  const { node } = body;
  if (mediaType === null || node === null) return { kind: "none" };
  if (isJsonType(mediaType)) {
    const text = bodyText(body);
    const isPlain = isExact(node) && text === printJson(node);
    return isPlain ? { kind: "json", mediaType, value: toJson(node) } : { kind: "text", mediaType, text };
  }
  if (isFormType(mediaType)) return { kind: "form", mediaType, parts: toParts(node) };
  if (node.kind === "file")
    return { kind: "file", mediaType: node.file?.type || mediaType, fileName: node.file?.name ?? "file" };
  return { kind: "text", mediaType, text: toText(node) };
}

function toParts(node: JsonNode): readonly FormPart[] {
  return flatParts(node).map((part): FormPart => {
    const { name, node: value } = part;
    if (value.kind !== "file") return { kind: "field", name, value: toText(value) };
    return { kind: "file", name, fileName: value.file?.name ?? "file", mediaType: typeOfFile(value) };
  });
}

/** The parts of a form: a list is sent as parts of the same name. */
export function flatParts(node: JsonNode): readonly NodeMember[] {
  if (node.kind !== "object") return [];
  return node.members.flatMap((member) =>
    member.node.kind === "list" ? member.node.items.map((item) => ({ name: member.name, node: item })) : [member],
  );
}

/** A file's type by its content, else by what the system says. */
export function typeOfFile({ file, content }: FileNode): string {
  return content ?? (file?.type || "application/octet-stream");
}

/**
 * Path parameters with which a call would go somewhere else. Addresses lose segments that are empty or dots (WHATWG URL,
 * section 4.4): DELETE /loads/../ would be DELETE /.
 */
export function checkPath(draft: RequestDraft, { parameters }: ExplorerOperation): readonly FieldFault[] {
  return parameters.flatMap((parameter) => {
    const { name, in: place } = parameter;
    const node = memberNode(draft.parameters.path, name);
    if (place !== "path" || (node !== undefined && !/^\.{0,2}$/.test(toPathText(node, parameter)))) return [];
    const message =
      node === undefined
        ? required(name)
        : `\`${name}\` cannot be empty, \`.\` or \`..\`: the call would go to another path`;
    return [{ place, pointer: `/${escapeToken(name)}`, message, hint: null, isBlocking: true }];
  });
}
