import { type FormMember, toFormParts } from "#shared/contract/notation/form-parts.ts";
import { serializeParameters, toPlainText } from "#shared/contract/notation/parameter-notation.ts";
import type { RequestContent, RequestValue } from "#shared/contract/request.ts";
import { toCredentials } from "#shared/contract/security.ts";
import { isFormType, isJsonType } from "#shared/media-type.ts";
import { toAcceptHeader, unwritten } from "#shared/samples/sampled.ts";

import type { ExplorerOperation, ExplorerScheme } from "../explorer-operation.ts";
import {
  type FileNode,
  isExact,
  type JsonNode,
  memberNode,
  type NodeMember,
  printJson,
  toJson,
} from "../json/json-node.ts";
import { bodyOf, bodyText, mediaOf, type RequestDraft } from "./request-draft.ts";

/** The code samples print this request. Without `schemes` it authenticates as the samples do. */
export function toRequest(
  draft: RequestDraft,
  data: ExplorerOperation,
  schemes: readonly ExplorerScheme[] = data.security[0] ?? [],
): RequestValue {
  const sent = data.parameters.flatMap((parameter) => {
    const node = memberNode(draft.parameters[parameter.in], parameter.name);
    return node === undefined ? [] : [{ ...parameter, value: toJson(node) }];
  });
  const { path, query, headers } = serializeParameters(data.path, sent);
  return {
    method: data.method,
    path,
    query,
    headers: [...headers, ...toAcceptHeader(data.responses)],
    credentials: toCredentials(schemes),
    body: toContent(draft, data),
  };
}

/** JavaScript would change some JSON, and some fails to parse, so samples use both as plain text. */
function toContent(draft: RequestDraft, data: ExplorerOperation): RequestContent {
  const { mediaType } = draft;
  const body = bodyOf(draft);
  const { node } = body;
  if (mediaType === null || node === null) return { kind: "none" };
  if (isJsonType(mediaType)) {
    const text = bodyText(body);
    const isPlain = isExact(node) && text === printJson(node);
    return isPlain ? { kind: "json", mediaType, value: toJson(node) } : { kind: "text", mediaType, text };
  }
  if (isFormType(mediaType)) {
    const encoding = mediaOf(draft, data)?.encoding ?? new Map();
    return {
      kind: "form",
      mediaType,
      parts: toFormParts(flatParts(node).map(toMember), { type: mediaType, encoding }),
    };
  }
  if (node.kind === "file") {
    const sample = mediaOf(draft, data)?.examples[0]?.value === unwritten ? unwritten : "file";
    return { kind: "file", mediaType: node.file?.type || mediaType, fileName: node.file?.name ?? sample };
  }
  return { kind: "text", mediaType, text: toPlainText(toJson(node)) };
}

function toMember({ name, node }: NodeMember): FormMember {
  if (node.kind !== "file") return { kind: "value", name, value: toJson(node) };
  const { file, content } = node;
  // The content of a file determines its type; the type that the system reports is the fallback.
  const mediaType = content ?? (file?.type || "application/octet-stream");
  return { kind: "file", name, fileName: file?.name ?? "file", mediaType };
}

function flatParts(node: JsonNode): readonly NodeMember[] {
  if (node.kind !== "object") return [];
  return node.members.flatMap(({ name, node: part }) => {
    const isFiles = part.kind === "list" && part.items.some(({ kind }) => kind === "file");
    return isFiles ? part.items.map((item) => ({ name, node: item })) : [{ name, node: part }];
  });
}

/** The files are in the order of the form's parts. */
export function filesOf(node: JsonNode): readonly FileNode[] {
  return flatParts(node).flatMap(({ node: part }) => (part.kind === "file" ? [part] : []));
}
