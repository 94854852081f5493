import type { AuthenticationSetting } from "#shared/config.ts";
import type { Contract, Tag, TagGroup } from "#shared/contract/contract.ts";
import type { Operation } from "#shared/contract/operation.ts";
import type { NamedSchema, Schema } from "#shared/contract/schema.ts";
import { diagnose } from "#shared/diagnostic.ts";
import { isList, isObject, toJsonText } from "#shared/json/json.ts";
import { nearestHint } from "#shared/nearest.ts";

import { claimAnchor, toSchemaAnchor, toTagAnchor } from "./anchors.ts";
import { generateExample } from "./generate-example.ts";
import type { DocumentNode, Reading } from "./reading.ts";
import { listOperations, listWebhooks, toOperation, toReceivedOperation, toServers } from "./to-operation.ts";
import { toAuthentication } from "./to-security.ts";

/** The contract that a valid, bundled OpenAPI 3.1 document describes. */
export function toContract(reading: Reading, specification: string, setting: AuthenticationSetting): Contract {
  const { document } = reading;
  const anchors = new Set<string>();
  const entries = listOperations(document, anchors);
  const received = listWebhooks(document, anchors);
  const schemas = toNamedSchemas(reading, anchors);
  const authentication = toAuthentication(
    document,
    entries.map(({ node }) => node),
    setting,
  );
  const servers = toServers(document);
  const context = { reading, anchors, entries, authentication, servers };
  const tagGroups = toTagGroups(
    entries.map((entry) => toOperation(entry, context)),
    document,
    anchors,
  );
  const info = document.node("info");
  const webhooks = received.map((entry) => toReceivedOperation(entry, context));
  return {
    title: info.text("title") ?? "",
    version: info.text("version") ?? "",
    specification,
    summary: info.markdown("summary"),
    description: info.markdown("description"),
    externalDocs: document.externalDocs(),
    basePath: toBasePath(servers[0]?.url ?? ""),
    servers,
    securitySchemes: authentication.schemes,
    tagGroups,
    operations: tagGroups.flatMap(({ tags }) => tags.flatMap(({ operations }) => operations)),
    webhooks,
    schemas,
    schemaByName: new Map(schemas.map(({ name, schema }) => [name, schema])),
    texts: reading.texts,
    sandbox: {},
    file: reading.file,
  };
}

function toNamedSchemas(reading: Reading, anchors: Set<string>): readonly NamedSchema[] {
  return Array.from(reading.schemas.toSchemas(), ([name, schema]) => ({
    name,
    anchor: claimAnchor(toSchemaAnchor(name), anchors),
    schema,
    example: toSchemaExample(schema, reading),
    position: reading.positionOfKey(reading.namedSchemas, name),
  }));
}

/** The author's example of an object, else one made from its fields. What has no fields needs none. */
function toSchemaExample(schema: Schema, { schemas }: Reading): string | null {
  if (schema.members.length === 0 && schema.alternatives === null) return null;
  const value = schema.examples[0] ?? generateExample(schema, "response", schemas.toSchemas());
  return isObject(value) ? toJsonText(value, 2) : null;
}

/** The path of a server's address, without a trailing slash: `https://api.example.com/v1/` to `/v1`. */
function toBasePath(url: string): string {
  const path = url.replace(/^(?:[a-z][a-z0-9+.-]*:)?\/\/[^/?#]*/i, "").replace(/[?#].*$/s, "");
  const trimmed = path.replace(/^\/+|\/+$/g, "");
  return trimmed === "" ? "" : `/${trimmed}`;
}

/**
 * The document's tags, declared ones first and in their order, then those that operations use; in the groups that
 * `x-tagGroups` states, with the rest in a group without a name.
 */
function toTagGroups(
  operations: readonly Operation[],
  document: DocumentNode,
  anchors: Set<string>,
): readonly TagGroup[] {
  const declared = new Map(document.nodes("tags").map((tag) => [tag.text("name") ?? "", tag]));
  const tagByName = new Map<string, Tag & { readonly operations: Operation[] }>();
  for (const name of [...declared.keys(), ...operations.map(({ tag }) => tag)]) {
    if (!tagByName.has(name)) tagByName.set(name, toTag(name, declared.get(name) ?? null, anchors));
  }
  for (const operation of operations) tagByName.get(operation.tag)?.operations.push(operation);
  return group(tagByName, document);
}

function toTag(
  name: string,
  node: DocumentNode | null,
  anchors: Set<string>,
): Tag & { readonly operations: Operation[] } {
  return {
    name,
    displayName: node?.text("x-displayName") ?? node?.text("summary") ?? name,
    anchor: claimAnchor(toTagAnchor(name), anchors),
    description: node?.markdown("description") ?? null,
    externalDocs: node?.externalDocs() ?? null,
    operations: [],
  };
}

function group(tagByName: ReadonlyMap<string, Tag>, document: DocumentNode): readonly TagGroup[] {
  const rest = new Map(tagByName);
  const groups: TagGroup[] = [];
  for (const entry of document.nodes("x-tagGroups")) {
    const tags = entry.texts("tags").flatMap((name) => {
      const tag = rest.get(name);
      if (!tag && !tagByName.has(name)) reportUnknownTag(name, entry, [...tagByName.keys()]);
      rest.delete(name);
      return tag ?? [];
    });
    if (tags.length > 0) groups.push({ name: entry.text("name"), tags });
  }
  return rest.size > 0 ? [...groups, { name: null, tags: [...rest.values()] }] : groups;
}

function reportUnknownTag(name: string, entry: DocumentNode, known: readonly string[]): void {
  const { reading } = entry;
  const list = entry.member("tags");
  const position = reading.positionOf(isList(list) ? list : reading.document.value);
  const message = `x-tagGroups names the tag \`${name}\`, which nothing has`;
  reading.diagnostics.push(diagnose("contract/unsupported", message, position, nearestHint(name, known)));
}
