import type { AuthenticationSetting } from "#settings/settings-schema.ts";
import { type Contact, type Contract, type License, tagsOf } from "#shared/contract/contract.ts";
import type { NamedSchema } from "#shared/contract/schema.ts";
import { isObject, toJsonText } from "#shared/json/json.ts";

import { generateExample } from "../example/generate-example.ts";
import { claimName, toSchemaAnchor } from "./names.ts";
import type { DocumentNode, Reading } from "./reading.ts";
import { listOperations, listWebhooks } from "./list-operations.ts";
import { toOperation, toReceivedOperation } from "./to-operation.ts";
import { toAuthentication } from "./to-security.ts";
import { createTagging, toTagGroups } from "./to-tags.ts";

/** Converts a valid, bundled document of OpenAPI 3.1. */
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
  const servers = document.servers();
  const tagging = createTagging(document, entries);
  const { tagOf, titleOf } = tagging;
  const context = { reading, anchors, reported: new Set<object>(), entries, authentication, tagOf, titleOf };
  const listed = entries.map((entry) => toOperation(entry, context));
  const tagGroups = toTagGroups(listed, { document, anchors, nameOf: tagging.nameOf });
  const info = document.node("info");
  const webhooks = received.map((entry) => toReceivedOperation(entry, context));
  return {
    title: info.text("title") || "API",
    version: info.text("version") ?? "",
    specification,
    summary: info.markdown("summary"),
    description: info.markdown("description"),
    externalDocs: document.externalDocs(),
    contact: toContact(info.node("contact")),
    license: toLicense(info.node("license")),
    termsOfService: info.link("termsOfService"),
    basePath: toBasePath(servers[0]?.url ?? ""),
    servers,
    securitySchemes: authentication.schemes,
    tagGroups,
    operations: tagsOf({ tagGroups }).flatMap(({ operations }) => operations),
    webhooks,
    schemas,
    schemaByName: new Map(schemas.map(({ name, schema }) => [name, schema])),
    texts: reading.texts,
    links: reading.links,
    internal: { operations: [], schemas: [] },
    sandbox: {},
    file: reading.file,
  };
}

function toContact(node: DocumentNode): Contact | null {
  const [name, address] = [node.text("name"), node.text("email")];
  const page = node.link("url");
  if (address === null) return name === null && page === null ? null : { name, page, email: null };
  // RFC 6068: what the address has beside the `@` is no part of the link's own notation.
  const url = `mailto:${address.split("@").map(encodeURIComponent).join("@")}`;
  const position = node.reading.positionOf(node.value, "email");
  return { name, page, email: { address, ...node.reading.link(url, position) } };
}

function toLicense(node: DocumentNode): License | null {
  const [name, stated] = [node.text("name"), node.text("identifier")];
  const page = node.link("url");
  if (name === null && stated === null && page === null) return null;
  // SPDX 2.3, annex D: such a name means something within one document alone.
  const identifier = stated?.startsWith("LicenseRef-") === true && name !== null ? null : stated;
  return { name, identifier, page };
}

function toNamedSchemas(reading: Reading, anchors: Set<string>): readonly NamedSchema[] {
  const words = { schemas: reading.schemas, text: "text" };
  return Array.from(reading.schemas.toSchemas(), ([name, schema]) => {
    const anchor = claimName(toSchemaAnchor(name), anchors);
    const mayBeObject = schema.members.length > 0 || schema.alternatives !== null;
    const value = mayBeObject ? (schema.examples[0] ?? generateExample(schema, "response", words)?.value) : undefined;
    const example = isObject(value) ? toJsonText(value, 2) : null;
    return { name, anchor, schema, example, position: reading.positionOfKey(reading.namedSchemas, name) };
  });
}

function toBasePath(url: string): string {
  const path = url.replace(/^(?:[a-z][a-z0-9+.-]*:)?\/\/[^/?#]*/i, "").replace(/[?#].*$/s, "");
  const trimmed = path.replace(/^\/+|\/+$/g, "");
  return trimmed === "" ? "" : `/${trimmed}`;
}
