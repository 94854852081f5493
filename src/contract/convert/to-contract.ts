import type { AuthenticationSetting } from "#shared/config.ts";
import type { Contract, Tag, TagGroup } from "#shared/contract/contract.ts";
import type { Operation } from "#shared/contract/operation.ts";
import type { NamedSchema } from "#shared/contract/schema.ts";
import { diagnose } from "#shared/diagnostic.ts";
import { isObject, type Json, listAt, memberOf, objectAt, textAt, textsAt } from "#shared/json/json.ts";
import { nearestHint } from "#shared/nearest.ts";

import { claimAnchor, toSchemaAnchor, toTagAnchor } from "./anchors.ts";
import type { Reading } from "./reading.ts";
import { listOperations, listWebhooks, toOperation, toReceivedOperation, toServers } from "./to-operation.ts";
import { toAuthentication } from "./to-security.ts";

/** The contract that a valid, bundled OpenAPI 3.1 document describes. */
export function toContract(reading: Reading, specification: string, setting: AuthenticationSetting): Contract {
  const anchors = new Set<string>();
  const entries = listOperations(reading, anchors);
  const received = listWebhooks(reading, anchors);
  const schemas = toNamedSchemas(reading, anchors);
  const authentication = toAuthentication(
    reading,
    entries.map(({ node }) => node),
    setting,
  );
  const servers = toServers(reading.document, reading);
  const context = { reading, anchors, entries, authentication, servers };
  const tagGroups = toTagGroups(
    entries.map((entry) => toOperation(entry, context)),
    reading,
    anchors,
  );
  const info = objectAt(reading.document, "info") ?? {};
  const webhooks = received.map((entry) => toReceivedOperation(entry, context));
  return {
    title: textAt(info, "title") ?? "",
    version: textAt(info, "version") ?? "",
    specification,
    description: reading.text(info, "description") ?? reading.text(info, "summary"),
    externalDocs: reading.externalDocs(reading.document),
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
    position: reading.positionOfKey(reading.namedSchemas, name),
  }));
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
function toTagGroups(operations: readonly Operation[], reading: Reading, anchors: Set<string>): readonly TagGroup[] {
  const declared = new Map(listAt(reading.document, "tags").map((tag) => [textAt(tag, "name") ?? "", tag]));
  const tagByName = new Map<string, Tag & { readonly operations: Operation[] }>();
  for (const name of [...declared.keys(), ...operations.map(({ tag }) => tag)]) {
    if (!tagByName.has(name)) tagByName.set(name, toTag(name, declared.get(name), { reading, anchors }));
  }
  for (const operation of operations) tagByName.get(operation.tag)?.operations.push(operation);
  return group(tagByName, reading);
}

interface TagContext {
  readonly reading: Reading;
  readonly anchors: Set<string>;
}

function toTag(
  name: string,
  declaration: Json | undefined,
  { reading, anchors }: TagContext,
): Tag & { readonly operations: Operation[] } {
  const node = isObject(declaration) ? declaration : {};
  return {
    name,
    displayName: textAt(node, "x-displayName") ?? textAt(node, "summary") ?? name,
    anchor: claimAnchor(toTagAnchor(name), anchors),
    description: reading.text(node, "description"),
    externalDocs: reading.externalDocs(node),
    operations: [],
  };
}

function group(tagByName: ReadonlyMap<string, Tag>, reading: Reading): readonly TagGroup[] {
  const rest = new Map(tagByName);
  const groups: TagGroup[] = [];
  for (const entry of listAt(reading.document, "x-tagGroups")) {
    const tags = textsAt(entry, "tags").flatMap((name) => {
      const tag = rest.get(name);
      if (!tag && !tagByName.has(name)) reportUnknownTag(name, entry, { reading, known: [...tagByName.keys()] });
      rest.delete(name);
      return tag ?? [];
    });
    if (tags.length > 0) groups.push({ name: textAt(entry, "name"), tags });
  }
  return rest.size > 0 ? [...groups, { name: null, tags: [...rest.values()] }] : groups;
}

function reportUnknownTag(
  name: string,
  entry: Json,
  { reading, known }: { readonly reading: Reading; readonly known: readonly string[] },
): void {
  const list = memberOf(entry, "tags");
  const position = reading.positionOf(Array.isArray(list) ? list : reading.document);
  const message = `x-tagGroups names the tag \`${name}\`, which nothing has`;
  reading.diagnostics.push(diagnose("contract/unsupported", message, position, nearestHint(name, known)));
}
