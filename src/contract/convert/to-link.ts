import type { LinkSource, ResponseLink } from "#shared/contract/response-link.ts";
import type { Json } from "#shared/json/json.ts";
import { parsePointer, targetOf } from "#shared/json/json-pointer.ts";

import type { ItemOperation } from "./path-item.ts";
import type { DocumentNode, Reading } from "./reading.ts";
import { toServer } from "./to-servers.ts";

/** An operation with the names that links to it use. */
export interface LinkTarget extends ItemOperation {
  /** The path; for a webhook its name, for a callback its expression. */
  readonly path: string;
  readonly id: string;
  readonly anchor: string;
}

interface LinkContext {
  readonly reading: Reading;
  /** All operations of the document. */
  readonly entries: readonly LinkTarget[];
}

/** Converts the links of a response. */
export function toLinks(response: DocumentNode, context: LinkContext): readonly ResponseLink[] {
  const links = response.node("links");
  const named = Object.keys(links.value).filter((name) => links.has(name));
  return named.map((name) => toLink(name, links.node(name), context));
}

function toLink(name: string, node: DocumentNode, context: LinkContext): ResponseLink {
  const target = findLinked(node, context);
  const label = target
    ? `${target.method.toUpperCase()} ${target.path}`
    : (node.text("operationId") ?? node.text("operationRef") ?? name);
  const body = node.member("requestBody");
  return {
    name,
    operationAnchor: target?.anchor ?? null,
    label,
    description: node.markdown("description"),
    takes: [
      ...Object.entries(node.node("parameters").value).map(([parameter, value]) => ({
        target: { kind: "parameter" as const, ...toParameterName(parameter) },
        source: toSource(value),
      })),
      ...(body === undefined ? [] : [{ target: { kind: "body" as const }, source: toSource(body) }]),
    ],
    server: toServer(node.node("server")),
  };
}

function findLinked(link: DocumentNode, { reading, entries }: LinkContext): LinkTarget | undefined {
  const id = link.text("operationId");
  if (id !== null) return entries.find((entry) => entry.id === id);
  const self = reading.document.text("$self");
  const reference = link.text("operationRef") ?? "";
  const own = self !== null && reference.startsWith(`${self}#`) ? reference.slice(self.length) : reference;
  const node = targetOf(reading.document.value, own);
  return entries.find((entry) => entry.node.value === node);
}

/** A name may say where the parameter goes: `path.id`. */
function toParameterName(stated: string): { readonly name: string; readonly in: string | null } {
  const [, place, name] = /^(path|query|header|cookie)\.(.+)$/s.exec(stated) ?? [];
  return place === undefined || name === undefined ? { name: stated, in: null } : { name, in: place };
}

/** Braces around a whole expression say nothing more; one that stands within a text stays as it's written. */
function toSource(value: Json): LinkSource {
  const constant = { kind: "constant", value } as const;
  if (typeof value !== "string") return constant;
  const [, expression = value] = /^\{(\$[^{}]*)\}$/.exec(value) ?? [];
  if (expression === "$url" || expression === "$method") return { kind: expression === "$url" ? "url" : "method" };
  if (expression === "$statusCode") return { kind: "statusCode" };
  const [, side, rest = ""] = /^\$(request|response)\.(.+)$/s.exec(expression) ?? [];
  if (side !== "request" && side !== "response") return constant;
  const [, place, name = ""] = /^(header|query|path)\.(.+)$/s.exec(rest) ?? [];
  if (place === "header" || place === "query" || place === "path")
    return { kind: "parameter", of: side, in: place, name };
  const tokens = /^body(?:#|$)/.test(rest) ? parsePointer(rest.slice("body#".length)) : null;
  return tokens === null ? constant : { kind: "body", of: side, path: toPath(tokens) };
}

/** `results[0].id` */
function toPath(tokens: readonly string[]): string {
  return tokens
    .map((token, index) => (/^\d+$/.test(token) ? `[${token}]` : index === 0 ? token : `.${token}`))
    .join("");
}
