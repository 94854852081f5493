import { mapSubschemas } from "#shared/contract/keywords/json-schema.ts";
import type { Member } from "#shared/contract/schema.ts";
import { isObject, type Json } from "#shared/json/json.ts";

import { type BodyDraft, byPlace, type ParameterPlace, type RequestDraft } from "../draft/request-draft.ts";
import type { ExplorerOperation } from "../explorer-operation.ts";
import { type JsonNode, mapParts, type ObjectNode } from "../json/json-node.ts";
import { parseNode } from "../json/parse-node.ts";
import { pageSession } from "../page-session.ts";

interface CleanDraft {
  readonly draft: RequestDraft;
  /** Cleaning removed these secret values and files. */
  readonly lost: readonly string[];
}

/** Stored drafts must be free of secrets and files. In doubt, a value is removed. */
export function cleanDraft(draft: RequestDraft, data: ExplorerOperation): CleanDraft {
  const cleaner = new Cleaner(data);
  const parameters = byPlace((place) => cleaner.parameters(draft.parameters[place], place));
  const bodies = Object.entries(draft.bodies).map(([type, body]) => [type, cleaner.body(body)] as const);
  return { draft: { ...draft, parameters, bodies: Object.fromEntries(bodies) }, lost: [...cleaner.lost] };
}

/** These names usually mean a secret, even where the contract leaves it open. */
const secretName =
  /authorization|api[-_]?key|secret|password|passphrase|(?:access|auth|refresh|id|bearer|csrf|session)[-_]?token|^token$/i;

class Cleaner {
  readonly lost = new Set<string>();
  readonly #names: ReadonlySet<string>;
  readonly #data: ExplorerOperation;

  constructor(data: ExplorerOperation) {
    this.#names = namesOfSecrets(data);
    this.#data = data;
  }

  parameters(node: ObjectNode, place: ParameterPlace): ObjectNode {
    return this.#object(node, (name) => place === "cookie" || isCredential(name, place, this.#data));
  }

  body({ node, text }: BodyDraft): BodyDraft {
    const before = this.lost.size;
    const clean = node === null ? null : this.#node(node);
    if (text === null) return { node: clean, text };
    if (parseNode(text).kind === "value") return { node: clean, text: this.lost.size === before ? text : null };
    // In a broken text, it's unclear where a secret begins and ends, so a suspect text is removed as a whole.
    const isSuspect = secretName.test(text) || [...this.#names].some((name) => text.includes(name));
    if (isSuspect) this.lost.add("the JSON as it was written");
    return { node: clean, text: isSuspect ? null : text };
  }

  #node(node: JsonNode): JsonNode {
    if (node.kind === "file") {
      if (node.file !== null) this.lost.add(node.file.name);
      return { kind: "file", file: null, content: null };
    }
    return node.kind === "object" ? this.#object(node) : mapParts(node, (part) => this.#node(part));
  }

  #object({ members }: ObjectNode, isSecretToo: (name: string) => boolean = () => false): ObjectNode {
    const kept = members.flatMap(({ name, node }) => {
      const isSecret = this.#names.has(name) || secretName.test(name) || isSecretToo(name);
      if (!isSecret) return [{ name, node: this.#node(node) }];
      this.lost.add(name);
      return [];
    });
    return { kind: "object", members: kept };
  }
}

/** A contract can list what a scheme sends as a parameter too; such a parameter is a credential. */
export function isCredential(name: string, place: ParameterPlace, { security }: ExplorerOperation): boolean {
  return security
    .flat()
    .some((scheme) => scheme.in === place && scheme.parameterName?.toLowerCase() === name.toLowerCase());
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
