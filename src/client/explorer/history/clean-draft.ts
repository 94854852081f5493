import { mapSubschemas } from "#shared/contract/keywords/json-schema.ts";
import type { ParameterLocation } from "#shared/contract/operation.ts";
import type { Member } from "#shared/contract/schema.ts";
import { isObject, type Json } from "#shared/json/json.ts";

import { type BodyDraft, byLocation, type RequestDraft } from "../draft/request-draft.ts";
import type { ExplorerOperation } from "../explorer-operation.ts";
import { type JsonNode, mapParts, type ObjectNode } from "../json/json-node.ts";
import { parseNode } from "../json/parse-node.ts";
import { type HistoryEntry, pageSession } from "../page-session.ts";

/** Stored drafts must be free of secrets and files. In doubt, a value is removed. */
export function cleanDraft(draft: RequestDraft, data: ExplorerOperation): Pick<HistoryEntry, "draft" | "lost"> {
  const names = namesOfSecrets(data);
  const lost = new Set<string>();
  const cleanNode = (node: JsonNode): JsonNode => {
    if (node.kind === "object") return cleanObject(node, null);
    if (node.kind !== "file") return mapParts(node, cleanNode);
    if (node.file !== null) lost.add(node.file.name);
    return { kind: "file", file: null, content: null };
  };
  const cleanObject = ({ members }: ObjectNode, location: ParameterLocation | null): ObjectNode => ({
    kind: "object",
    members: members.flatMap(({ name, node }) => {
      const isCredentialToo = location !== null && (location === "cookie" || isCredential(name, location, data));
      if (!names.has(name) && !secretName.test(name) && !isCredentialToo) return [{ name, node: cleanNode(node) }];
      lost.add(name);
      return [];
    }),
  });
  const cleanBody = ({ node, text }: BodyDraft): BodyDraft => {
    const before = lost.size;
    const clean = node && cleanNode(node);
    if (text === null) return { node: clean, text };
    if (parseNode(text).kind !== "fault") return { node: clean, text: lost.size === before ? text : null };
    // In a broken text, it's unclear where a secret begins and ends, so a suspect text is removed as a whole.
    const isSuspect = secretName.test(text) || [...names].some((name) => text.includes(name));
    if (isSuspect) lost.add("the JSON as it was written");
    return { node: clean, text: isSuspect ? null : text };
  };
  const parameters = byLocation((location) => cleanObject(draft.parameters[location], location));
  const bodies = Object.entries(draft.bodies).map(([type, body]) => [type, cleanBody(body)] as const);
  return { draft: { ...draft, parameters, bodies: Object.fromEntries(bodies) }, lost: [...lost] };
}

/** These names usually mean a secret, even where the contract leaves it open. */
const secretName =
  /authorization|api[-_]?key|secret|password|passphrase|(?:access|auth|refresh|id|bearer|csrf|session)[-_]?token|^token$/i;

/** A contract can list what a scheme sends as a parameter too; such a parameter is a credential. */
export function isCredential(name: string, location: ParameterLocation, { security }: ExplorerOperation): boolean {
  return security
    .flat()
    .some((scheme) => scheme.in === location && scheme.parameterName?.toLowerCase() === name.toLowerCase());
}

function namesOfSecrets({ parameters, requestBody, schemas }: ExplorerOperation): ReadonlySet<string> {
  const names = new Set<string>();
  const add = ({ name, schema: use }: Pick<Member, "name" | "schema">): void => {
    const { format, access } = schemas.resolve(use);
    if (format === "password" || access === "write-only") names.add(name);
  };
  const collect = (source: Json): Json => {
    schemas.toSchema(source).members.forEach(add);
    return isObject(source) ? mapSubschemas(source, collect) : source;
  };
  parameters.forEach(add);
  const holders = [...parameters, ...(requestBody?.content ?? [])];
  for (const { source } of [...holders.map(({ schema }) => schema), ...schemas.byName.values()]) collect(source);
  return names;
}

/** True means that a text contains a credential of this page, in any spelling. */
export function holdsSecret(text: string): boolean {
  return pageSession.secrets
    .all()
    .flatMap(toSpellings)
    .some((spelling) => text.includes(spelling));
}

/** Shorter secrets would match in almost any text. */
const shortestSecret = 4;

/** A stored call can contain a secret as it is, as part of `user:password`, encoded, or escaped by JSON. */
function toSpellings(secret: string): readonly string[] {
  const bytes = String.fromCharCode(...new TextEncoder().encode(secret));
  const password = secret.slice(secret.indexOf(":") + 1);
  const plain = [secret, password, bytes, btoa(bytes), encodeURIComponent(secret)];
  const escaped = plain.flatMap((text) => [text, escape(text), escape(escape(text))]);
  return escaped.filter(({ length }) => length >= shortestSecret);
}

function escape(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}
