import { isList, isObject, objectAt, textAt } from "../rules/json-value.ts";
import { schemaNameOf } from "../rules/schema-name.ts";
import type { Contract } from "../model/contract.ts";
import type { Json } from "../model/json.ts";
import type { Direction } from "../model/difference.ts";
import { viewOperations, viewWebhooks, type OperationView } from "./operation-view.ts";

/** Who has to do with a named schema, directly or through other schemas. */
export interface SchemaUsers {
  /** Ids of the operations whose requests, or responses, are made of it. */
  readonly operationsOf: (schema: string, direction: Direction) => readonly string[];
  /** Names of the schemas that it is a part of, itself not among them. */
  readonly schemasOf: (schema: string) => readonly string[];
}

/** Finds the users of every named schema of a contract. */
export function findSchemaUsers(contract: Contract): SchemaUsers {
  const schemas = objectAt(objectAt(contract.document, "components") ?? {}, "schemas") ?? {};
  const partsByName = new Map(Object.entries(schemas).map(([name, schema]) => [name, namesIn(schema)]));
  const operations = { request: new Users(), response: new Users() };
  for (const view of [...viewOperations(contract), ...viewWebhooks(contract)]) {
    for (const { direction, values } of payloadsOf(view)) {
      const direct = values.flatMap((value) => [...namesIn(value ?? null)]);
      for (const name of closureOf(direct, partsByName)) operations[direction].add(name, view.operation.id);
    }
  }
  const wholes = new Users();
  for (const name of partsByName.keys()) {
    for (const part of closureOf([name], partsByName)) if (part !== name) wholes.add(part, name);
  }
  return {
    operationsOf: (schema, direction) => operations[direction].of(schema),
    schemasOf: (schema) => wholes.of(schema),
  };
}

/** Lists of users by the name of what they use. */
class Users {
  readonly #byName = new Map<string, string[]>();

  add(name: string, user: string): void {
    const known = this.#byName.get(name);
    if (known) known.push(user);
    else this.#byName.set(name, [user]);
  }

  of(name: string): readonly string[] {
    return this.#byName.get(name) ?? [];
  }
}

type PartsByName = ReadonlyMap<string, ReadonlySet<string>>;

/** The names, and those of everything they are made of. */
function closureOf(roots: Iterable<string>, partsByName: PartsByName): ReadonlySet<string> {
  const found = new Set(roots);
  // A set iterates over what is added on the way.
  for (const name of found) for (const part of partsByName.get(name) ?? []) found.add(part);
  return found;
}

interface Payload {
  readonly direction: Direction;
  readonly values: readonly (Json | undefined)[];
}

function payloadsOf(view: OperationView): readonly Payload[] {
  const { sent, parameters, body, responses } = view;
  const returned: Direction = sent === "request" ? "response" : "request";
  const received = responses.flatMap(({ headers, content }) => [
    ...headers.map(({ schema }) => schema),
    ...content.values(),
  ]);
  return [
    { direction: sent, values: [...parameters.map(({ schema }) => schema), ...(body?.content.values() ?? [])] },
    { direction: returned, values: received },
  ];
}

/** Names of the schemas that a piece of the document refers to. */
function namesIn(value: Json): ReadonlySet<string> {
  const names = new Set<string>();
  const collect = (node: Json): void => {
    if (isList(node)) node.forEach(collect);
    if (!isObject(node)) return;
    const name = schemaNameOf(textAt(node, "$ref") ?? "");
    if (name !== null) names.add(name);
    Object.values(node).forEach(collect);
  };
  collect(value);
  return names;
}
