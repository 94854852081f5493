import type { ExplorerData, ExplorerParameter } from "../../../model/explorer.ts";
import type { FormPart, NameValue, RequestContent, RequestValue } from "../../../model/request.ts";
import { bodyOf, bodyText, isFormType, isJsonType, type Draft, type ParameterPlace } from "../draft/draft.ts";
import { isExact, memberNode, toJson, type FileNode, type JsonNode, type Member } from "../json/json-node.ts";
import { printJson } from "../json/print-json.ts";

/** A draft as a request: what the code samples print. Without credentials. */
export function toRequest(draft: Draft, data: ExplorerData): RequestValue {
  return {
    method: data.method,
    path: fillPath(draft, data),
    query: toPairs(draft, data, "query"),
    headers: [...toPairs(draft, data, "header"), ...toCookieHeader(toPairs(draft, data, "cookie"))],
    authenticated: data.security.some((schemes) => schemes.length > 0),
    body: toContent(draft),
  };
}

function fillPath(draft: Draft, { path, parameters }: ExplorerData): string {
  return path.replace(/\{([^{}]+)\}/g, (placeholder, name: string) => {
    const parameter = parameters.find((candidate) => candidate.in === "path" && candidate.name === name);
    const node = memberNode(draft.parameters.path, name);
    return node === undefined ? placeholder : encodeSegment(toText(node, parameter));
  });
}

/** RFC 3986, section 2.2: what else has a meaning in a path. */
function encodeSegment(text: string): string {
  return encodeURIComponent(text).replace(/[!'()*]/g, (character) => `%${character.charCodeAt(0).toString(16)}`);
}

function toPairs(draft: Draft, { parameters }: ExplorerData, place: ParameterPlace): readonly NameValue[] {
  return draft.parameters[place].members.flatMap(({ name, node }) => {
    const parameter = parameters.find((candidate) => candidate.in === place && candidate.name === name);
    const isRepeated = node.kind === "list" && parameter?.listStyle === "repeat";
    return isRepeated
      ? node.items.map((item) => ({ name, value: toText(item) }))
      : [{ name, value: toText(node, parameter) }];
  });
}

const separators = { comma: ",", space: " ", pipe: "|", tab: "\t", repeat: "," } as const;

/** A value as parameters and forms carry it. */
export function toText(node: JsonNode, parameter?: ExplorerParameter): string {
  if (node.kind === "text") return node.value;
  if (node.kind === "number" || node.kind === "unfinished") return node.text;
  if (node.kind === "list")
    return node.items.map((item) => toText(item)).join(separators[parameter?.listStyle ?? "comma"]);
  return JSON.stringify(toJson(node));
}

function toCookieHeader(cookies: readonly NameValue[]): readonly NameValue[] {
  if (cookies.length === 0) return [];
  return [{ name: "Cookie", value: cookies.map(({ name, value }) => `${name}=${value}`).join("; ") }];
}

/** JSON that JavaScript would change, or that breaks, is a text to the samples. */
function toContent(draft: Draft): RequestContent {
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
export function flatParts(node: JsonNode): readonly Member[] {
  if (node.kind !== "object") return [];
  return node.members.flatMap((member) =>
    member.node.kind === "list" ? member.node.items.map((item) => ({ name: member.name, node: item })) : [member],
  );
}

/** What a file is by its content, else what the system takes it for. */
export function typeOfFile({ file, content }: FileNode): string {
  return content ?? (file?.type || "application/octet-stream");
}
