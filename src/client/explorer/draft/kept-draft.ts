import type { ParameterLocation } from "#shared/contract/operation.ts";
import { isFormType, isJsonType } from "#shared/media-type.ts";
import { decodePercent } from "#shared/percent.ts";

import type { ExplorerOperation, OperationMediaType } from "../explorer-operation.ts";
import { toFormNode } from "../form-schema.ts";
import { cleanDraft, holdsSecret, isCredential } from "../history/clean-draft.ts";
import {
  emptyObject,
  type JsonNode,
  type NodeMember,
  memberNode,
  memberText,
  type ObjectNode,
  printCompactJson,
  textOf,
} from "../json/json-node.ts";
import { parseNode } from "../json/parse-node.ts";
import { formFragment, formPage, formState } from "../page-session.ts";
import { readKept, writeKept } from "../tab-state.ts";
import { bodyOf, type RequestDraft, mediaOf, startDraft } from "./request-draft.ts";

/*
 * The values of a form outlive the page in the tab and in links. Both leave out the reader's secrets and files. Values
 * that an author has published in a sample are filled in as they are.
 */

/** A longer text is a file rather than a draft. */
const maxKept = 200_000;

/** The tab stores a draft until it closes, unless the draft contains a credential of this page. */
export function keepDraft(draft: RequestDraft, data: ExplorerOperation): void {
  const text = JSON.stringify(cleanDraft(draft, data).draft);
  if (text.length <= maxKept && !holdsSecret(text)) writeKept(draftKey(data), text);
}

function draftKey({ scope, anchor }: ExplorerOperation): string {
  return `docs.draft ${scope} ${anchor}`;
}

/**
 * The form of an operation is filled from the link in the page's address, or else from the stored draft. Without a
 * link, a draft of this page stays.
 */
export function restoreDraft(data: ExplorerOperation): void {
  const values = linkedValues(data.anchor);
  const form = formState(data.anchor);
  if (values === null && form.draft.value !== null) return;
  const draft = values === null ? readDraft(data) : fromLink(values, data);
  if (draft === null) return;
  form.draft.set(draft);
  // From here on the draft belongs to the reader, so after a reload it comes from the tab.
  if (values === null) return;
  keepDraft(draft, data);
  history.replaceState(history.state, "", formFragment(data.anchor));
}

/** The page's address has these values for an operation, percent-encoded; the result is null if it has none. */
export function linkedValues(anchor: string): string | null {
  const start = `${formFragment(anchor)}=`;
  return location.hash.startsWith(start) ? location.hash.slice(start.length) : null;
}

export function restoreLinked(values: string, data: ExplorerOperation): void {
  const draft = fromLink(values, data);
  if (draft !== null) formState(data.anchor).draft.set(draft);
}

function readDraft(data: ExplorerOperation): RequestDraft | null {
  const draft: RequestDraft | null = JSON.parse(readKept(draftKey(data)) ?? "null");
  return draft !== null && (draft.mediaType === null || mediaOf(draft, data) !== null) ? draft : null;
}

/** Longer links get cut in chats, in mail and in servers' logs. */
export const longestLink = 8_000;

/** The draft is copied as a link, without secret values and files. The result is a message for the reader. */
export async function copyLink(draft: RequestDraft, data: ExplorerOperation): Promise<string> {
  const { draft: clean, lost } = cleanDraft(draft, data);
  const { path, query, header } = clean.parameters;
  const { mediaType } = clean;
  const { node, text } = bodyOf(clean);
  const isBroken = text !== null && parseNode(text).kind === "fault";
  const members = [
    ...Object.entries({ path, query, header }).map(([name, own]) => ({ name, node: own })),
    ...(mediaType === null ? [] : [{ name: "type", node: { kind: "text", value: mediaType } as const }]),
    ...(node === null || isBroken ? [] : [{ name: "body", node }]),
  ];
  const values = printCompactJson({ kind: "object", members });
  const href = location.origin + formPage() + formFragment(data.anchor, values);
  if (href.length > longestLink || holdsSecret(values)) return "Too long for a link";
  await navigator.clipboard.writeText(href);
  const omitted = isBroken ? [...lost, "the broken JSON"] : lost;
  return omitted.length === 0 ? "Copied" : `Copied without ${omitted.join(", ")}`;
}

/**
 * The values of a link replace the example's values where the operation has a field for them. Links come from
 * strangers, so a link can't choose a server, carry credentials, or send the call. The result is null if the link is
 * malformed.
 */
export function fromLink(fragment: string, data: ExplorerOperation): RequestDraft | null {
  const text = decodePercent(fragment);
  const values = text === null || text.length > longestLink ? null : parseNode(text);
  if (values?.kind !== "object") return null;
  const media = data.requestBody?.content.find(({ type }) => type === memberText(values, "type"));
  const start = startDraft(data, media?.type ?? null, 0);
  const linked = (location: ParameterLocation, before: ObjectNode): ObjectNode => {
    const own = memberNode(values, location) ?? emptyObject;
    const known = data.parameters.filter(({ in: at, name }) => at === location && !isCredential(name, location, data));
    const members = known.flatMap(({ name, schema: { types } }): readonly NodeMember[] => {
      const value = memberNode(own, name);
      const node = value === undefined ? memberNode(before, name) : toTyped(value, types);
      return node === undefined ? [] : [{ name, node }];
    });
    return { kind: "object", members };
  };
  const parameters = {
    ...start.parameters,
    path: linked("path", start.parameters.path),
    query: linked("query", emptyObject),
    header: linked("header", emptyObject),
  };
  const body = memberNode(values, "body");
  const node = body && media ? toBody(body, media, data) : null;
  const bodies = media && node ? { ...start.bodies, [media.type]: { node, text: null } } : start.bodies;
  return { ...start, parameters, bodies };
}

/** Guides and addresses have parameters as texts: one becomes a number or a list where the contract says so. */
export function toTyped(node: JsonNode, types: readonly string[]): JsonNode {
  if (node.kind !== "text" || types.includes("string")) return node;
  if (types.includes("array")) {
    return { kind: "list", items: node.value.split(",").map((value) => ({ kind: "text", value })) };
  }
  const parsed = parseNode(node.value);
  return parsed.kind === "fault" ? node : parsed;
}

/** A link may name a file, but only the reader can choose it. */
function toBody(node: JsonNode, { type, schema }: OperationMediaType, { schemas }: ExplorerOperation): JsonNode | null {
  if (isJsonType(type)) return node;
  if (isFormType(type)) {
    if (node.kind !== "object") return null;
    const typed = node.members.map(({ name, node: member }) => ({
      name,
      node: toTyped(member, schemas.member(schema, name).types),
    }));
    return toFormNode({ kind: "object", members: typed }, schema, schemas);
  }
  return toFormNode({ kind: "text", value: textOf(node) }, schema, schemas);
}
