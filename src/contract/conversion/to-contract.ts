import type { Contract } from "../../model/contract.ts";
import type { NamedSchema } from "../../model/schema.ts";
import type { SampleSettings } from "../../model/request.ts";
import { claimAnchor, toSchemaAnchor } from "./anchors.ts";
import { sectionOf } from "../specification/components.ts";
import { objectAt, textAt } from "../../rules/json-value.ts";
import { listOperations, listWebhooks } from "./list-operations.ts";
import type { Reading } from "./reading.ts";
import { toOperation, toReceivedOperation } from "./to-operation.ts";
import { toSchema } from "./to-schema.ts";
import { toSecuritySchemes } from "./to-security-scheme.ts";
import { toBasePath, toServers } from "./to-server.ts";
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
