import type { Contract, SecurityScheme, Server } from "#shared/contract/contract.ts";
import type { SampleSettings } from "#shared/contract/request.ts";
import type { NamedSchema } from "#shared/contract/schema.ts";
import { entriesAt, isObject, type JsonObject, listAt, memberOf, objectAt, textAt } from "#shared/json/json.ts";

import { sectionOf } from "../structure/components.ts";
import { claimAnchor, toSchemaAnchor } from "./anchors.ts";
import type { Reading } from "./reading.ts";
import { listOperations, listWebhooks, toOperation, toReceivedOperation } from "./to-operation.ts";
import { toSchema } from "./to-schema.ts";
import { toTagGroups } from "./to-tag-groups.ts";

/** The contract that a valid, bundled OpenAPI 3.1 document describes. */
export function toContract(reading: Reading, specification: string, settings: SampleSettings): Contract {
  const anchors = new Set<string>();
  const entries = listOperations(reading, anchors);
  const received = listWebhooks(reading, anchors);
  const schemas = toNamedSchemas(reading, anchors);
  const context = { reading, anchors, entries, settings };
  const tagGroups = toTagGroups(
    entries.map((entry) => toOperation(entry, context)),
    reading,
    anchors,
  );
  const info = objectAt(reading.document, "info") ?? {};
  const servers = toServers(reading);
  return {
    title: textAt(info, "title") ?? "",
    version: textAt(info, "version") ?? "",
    specification,
    description: reading.html(info, "description") ?? reading.html(info, "summary"),
    externalDocs: reading.externalDocs(reading.document),
    basePath: toBasePath(servers[0]?.url ?? ""),
    servers,
    securitySchemes: toSecuritySchemes(reading),
    tagGroups,
    operations: tagGroups.flatMap(({ tags }) => tags.flatMap(({ operations }) => operations)),
    webhooks: received.map((entry) => toReceivedOperation(entry, context)),
    schemas,
    document: reading.document,
    file: reading.file,
  };
}

function toNamedSchemas(reading: Reading, anchors: Set<string>): readonly NamedSchema[] {
  const section = sectionOf(reading.document, "schema");
  return Object.entries(section).map(([name, value]) => ({
    name,
    anchor: claimAnchor(toSchemaAnchor(name), anchors),
    schema: toSchema(value, reading),
    position: reading.origins.ofKey(section, name) ?? reading.positionOf(section),
  }));
}

/** The document's servers, their variables filled in with the defaults. Addresses that a browser could run are left out. */
function toServers(reading: Reading): readonly Server[] {
  return listAt(reading.document, "servers").flatMap((node) => {
    const url = isObject(node) ? reading.safeUrl(node, "url") : null;
    if (!isObject(node) || url === null) return [];
    return [{ url: fillVariables(url, node), description: reading.html(node, "description") }];
  });
}

function fillVariables(url: string, server: JsonObject): string {
  const variables = objectAt(server, "variables") ?? {};
  return url.replace(/\{([^{}]+)\}/g, (text, name: string) => textAt(memberOf(variables, name), "default") ?? text);
}

/** The path of a server's address, without a trailing slash: `https://api.example.com/v1/` to `/v1`. */
function toBasePath(url: string): string {
  const path = url.replace(/^(?:[a-z][a-z0-9+.-]*:)?\/\/[^/?#]*/i, "").replace(/[?#].*$/s, "");
  const trimmed = path.replace(/^\/+|\/+$/g, "");
  return trimmed === "" ? "" : `/${trimmed}`;
}

/** The ways to authenticate that the document describes. */
function toSecuritySchemes(reading: Reading): readonly SecurityScheme[] {
  const components = objectAt(reading.document, "components") ?? {};
  return entriesAt(components, "securitySchemes").map(([name, value]) => {
    const node = reading.resolve(value) ?? {};
    const type = typeOf(node);
    const place = textAt(node, "in");
    const isPlace = place === "header" || place === "query" || place === "cookie";
    return {
      name,
      type,
      in: type === "apiKey" && isPlace ? place : null,
      parameterName: type === "apiKey" ? textAt(node, "name") : null,
      description: reading.html(node, "description"),
      certainty: textAt(node, "x-certainty"),
    };
  });
}

function typeOf(node: JsonObject): SecurityScheme["type"] {
  const type = textAt(node, "type");
  if (type === "apiKey" || type === "oauth2" || type === "openIdConnect" || type === "mutualTLS") return type;
  const scheme = type === "http" ? textAt(node, "scheme")?.toLowerCase() : null;
  return scheme === "basic" || scheme === "bearer" ? scheme : "other";
}
