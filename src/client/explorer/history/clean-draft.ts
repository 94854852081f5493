import type { ExplorerData } from "#shared/contract/explorer-data.ts";
import { entriesAt, flagAt, isList, isObject, type Json, textAt } from "#shared/json/json.ts";

import type { BodyDraft, Draft, ParameterPlace } from "../draft/request-draft.ts";
import type { JsonNode, ObjectNode } from "../json/json-node.ts";
import { parseJson } from "../json/parse-node.ts";
import { resolveSchema } from "../schema/form-schema.ts";

/** A draft that may be stored. */
interface CleanDraft {
  readonly draft: Draft;
  /** What it lost: names of secret values and of files. */
  readonly lost: readonly string[];
}

/** A draft without anything secret and without its files: better too little than too much. */
export function cleanDraft(draft: Draft, data: ExplorerData): CleanDraft {
  const cleaner = new Cleaner(data);
  const { path, query, header, cookie } = draft.parameters;
  const parameters = {
    path: cleaner.parameters(path, "path"),
    query: cleaner.parameters(query, "query"),
    header: cleaner.parameters(header, "header"),
    cookie: cleaner.parameters(cookie, "cookie"),
  };
  const bodies = Object.entries(draft.bodies).map(([type, body]) => [type, cleaner.body(body)] as const);
  return { draft: { ...draft, parameters, bodies: Object.fromEntries(bodies) }, lost: [...cleaner.lost] };
}

/** Names that people give to secrets, wherever the contract does not say so itself. */
const secretName =
  /authorization|api[-_]?key|secret|password|passphrase|(?:access|auth|refresh|id|bearer|csrf|session)[-_]?token|^token$/i;

class Cleaner {
  readonly lost = new Set<string>();
  readonly #names: ReadonlySet<string>;
  readonly #schemes: ExplorerData["security"][number];

  constructor(data: ExplorerData) {
    this.#names = namesOfSecrets(data);
    this.#schemes = data.security.flat();
  }

  parameters({ members }: ObjectNode, place: ParameterPlace): ObjectNode {
    const kept = members.filter(({ name }) => {
      const isSecret = this.#isSecret(name) || place === "cookie" || this.#isCredential(name, place);
      if (isSecret) this.lost.add(name);
      return !isSecret;
    });
    return { kind: "object", members: kept.map(({ name, node }) => ({ name, node: this.#node(node) })) };
  }

  body({ node, text }: BodyDraft): BodyDraft {
    const before = this.lost.size;
    const clean = node === null ? null : this.#node(node);
    if (text === null) return { node: clean, text };
    if (parseJson(text).kind === "value") return { node: clean, text: this.lost.size === before ? text : null };
    // Nobody knows where in a broken text a secret begins and ends.
    const isSuspect = secretName.test(text) || [...this.#names].some((name) => text.includes(name));
    if (isSuspect) this.lost.add("the JSON as it was written");
    return { node: clean, text: isSuspect ? null : text };
  }

  #node(node: JsonNode): JsonNode {
    if (node.kind === "file") {
      if (node.file !== null) this.lost.add(node.file.name);
      return { kind: "file", file: null, content: null };
    }
    if (node.kind === "list") return { kind: "list", items: node.items.map((item) => this.#node(item)) };
    if (node.kind !== "object") return node;
    const members = node.members.flatMap(({ name, node: member }) => {
      if (!this.#isSecret(name)) return [{ name, node: this.#node(member) }];
      this.lost.add(name);
      return [];
    });
    return { kind: "object", members };
  }

  #isSecret(name: string): boolean {
    return this.#names.has(name) || secretName.test(name);
  }

  /** What a scheme sends there can also be listed as a parameter. */
  #isCredential(name: string, place: ParameterPlace): boolean {
    return this.#schemes.some(
      (scheme) => scheme.in === place && scheme.parameterName?.toLowerCase() === name.toLowerCase(),
    );
  }
}

/** The names under which the contract has passwords, and what only a sender may know. */
function namesOfSecrets({ parameters, body, document }: ExplorerData): ReadonlySet<string> {
  const names = new Set<string>();
  const isSecret = (schema: Json): boolean => {
    const { node } = resolveSchema(schema, document);
    return textAt(node, "format") === "password" || flagAt(node, "writeOnly");
  };
  const look = (value: Json): void => {
    if (isList(value)) value.forEach(look);
    if (!isObject(value)) return;
    for (const [name, schema] of entriesAt(value, "properties")) if (isSecret(schema)) names.add(name);
    Object.values(value).forEach(look);
  };
  for (const { name, schema } of parameters) if (isSecret(schema)) names.add(name);
  [...parameters, ...(body?.content ?? [])].forEach(({ schema }) => look(schema));
  look(document);
  return names;
}
