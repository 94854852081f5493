import { codeSpan, escapeText, joined } from "#content/markdown/markdown-forms.ts";
import type { Contact, Contract, License, Tag } from "#shared/contract/contract.ts";
import { groupBy } from "#shared/group-by.ts";
import { titleOf } from "#shared/contract/field-words.ts";
import type { Operation } from "#shared/contract/operation.ts";
import type { ReferencePart } from "#shared/contract/reference.ts";
import type { NamedSchema } from "#shared/contract/schema.ts";
import { flowAddresses, flowName, type OAuthFlow, type SecurityScheme } from "#shared/contract/security.ts";
import { type ServerSetting, statedServers } from "#shared/contract/server.ts";

import { callName, type ContractWords, readMore, serverText } from "./markdown-words.ts";
import { receivedMarkdown } from "./operation-markdown.ts";
import { memberTable } from "./schema-markdown.ts";
import { exampleText, ruleTexts, typeText } from "./value-markdown.ts";

/**
 * Writes a page of the reference: the facts that all calls share, the operations by tag, the schemas with their fields.
 */
export function referenceMarkdown(
  part: ReferencePart,
  contract: Contract,
  { words, addressOf, servers, isRoot }: ReferenceWords,
): string {
  const operations = part.parts.flatMap(({ operation }) => operation ?? []);
  const pages = part.parts.filter(({ operation }) => operation === null);
  const parts = Array.from(
    groupBy(pages, ({ group }) => group),
    ([group, listed]) => {
      const lines = listed.map(({ title, href }) => `- [${escapeText(title)}](${words.origin}${href})`);
      return group === null ? lines.join("\n") : [`- ${escapeText(group)}`, ...lines].join("\n  ");
    },
  );
  const groupOf = new Map(contract.tagGroups.flatMap(({ name, tags }) => tags.map((tag) => [tag.name, name] as const)));
  const schemas = part.schemas.map((schema) => schemaSection(schema, words));
  return joined([
    isRoot ? introduction(contract, servers, words) : "",
    ...(parts.length === 0 ? [] : ["## Pages", parts.join("\n")]),
    ...part.tags.map((tag) => tagSection(tag, groupOf.get(tag.name) ?? null, { words, addressOf })),
    part.webhooks.length === 0
      ? ""
      : joined(["## Webhooks", ...part.webhooks.map((webhook) => receivedMarkdown(webhook, words))]),
    operations.map((operation) => entry(operation, addressOf(operation))).join("\n"),
    ...(schemas.length === 0 ? [] : ["## Schemas", ...schemas]),
  ]);
}

interface ReferenceWords {
  readonly words: ContractWords;
  /** Returns the address of an operation's own Markdown, or null. */
  readonly addressOf: (operation: Operation) => string | null;
  /** The servers from the settings. */
  readonly servers: readonly ServerSetting[];
  readonly isRoot: boolean;
}

function introduction(contract: Contract, servers: ReferenceWords["servers"], words: ContractWords): string {
  const { version, summary, description, externalDocs, securitySchemes } = contract;
  const serverTexts = statedServers(contract, servers).map((server) => serverText(server, words));
  return joined([
    `Version ${escapeText(version)}.`,
    words.textOf(summary),
    words.textOf(description),
    readMore(externalDocs, words),
    termsText(contract, words),
    serverTexts.length === 0 ? "" : joined(["## Servers", serverTexts.join("\n")]),
    securitySchemes.length === 0
      ? ""
      : joined(["## Authentication", ...securitySchemes.map((scheme) => schemeText(scheme, words))]),
  ]);
}

function termsText({ contact, license, termsOfService }: Contract, words: ContractWords): string {
  const lines = [
    contact === null ? "" : `- Contact: ${contactText(contact, words)}`,
    license === null ? "" : `- License: ${licenseText(license, words)}`,
    termsOfService === null ? "" : `- ${words.linkOf(termsOfService, "Terms of service")}`,
  ];
  return lines.filter((line) => line !== "").join("\n");
}

function contactText({ name, page, email }: Contact, { linkOf }: ContractWords): string {
  const parts = [
    page === null ? escapeText(name ?? "") : linkOf(page, escapeText(name ?? page.url)),
    email === null ? "" : linkOf(email, escapeText(email.address)),
  ];
  return parts.filter((part) => part !== "").join(", ");
}

function licenseText({ name, identifier, page }: License, { linkOf }: ContractWords): string {
  const text = name ?? identifier ?? page?.url ?? "";
  const known = page === null ? escapeText(text) : linkOf(page, escapeText(text));
  return identifier === null || identifier === text ? known : `${known} (${escapeText(identifier)})`;
}

function schemeText(scheme: SecurityScheme, words: ContractWords): string {
  const { name, type, in: location, parameterName, description, deprecated, metadataUrl, flows, bearerFormat } = scheme;
  const format = bearerFormat === null ? "" : ` (${escapeText(bearerFormat)})`;
  const where = parameterName === null ? type : `${type} in the ${location ?? "header"} ${codeSpan(parameterName)}`;
  const lines = [
    ...(metadataUrl === null ? [] : [addressLine("Described at", metadataUrl)]),
    ...flows.flatMap((flow) => flowLines(flow, words)),
  ];
  return joined([
    `${codeSpan(name)}: ${where}${format}${deprecated ? " (deprecated)" : ""}.`,
    words.textOf(description),
    lines.join("\n"),
  ]);
}

function flowLines(flow: OAuthFlow, words: ContractWords): readonly string[] {
  return [
    `- Flow: ${escapeText(flowName(flow.name))}`,
    ...flowAddresses(flow).map(([purpose, address]) => addressLine(purpose, address)),
    ...flow.scopes.map(({ name, description }) =>
      [`- Scope ${codeSpan(name)}`, words.textOf(description).replace(/\s+/g, " ")].filter(Boolean).join(": "),
    ),
  ];
}

function addressLine(purpose: string, address: string): string {
  return `- ${purpose} ${codeSpan(address)}`;
}

function tagSection(
  tag: Tag,
  group: string | null,
  { words, addressOf }: Pick<ReferenceWords, "words" | "addressOf">,
): string {
  const operations = tag.operations.map((operation) => entry(operation, addressOf(operation)));
  return joined([
    `## ${escapeText(tag.displayName)}`,
    group === null ? "" : `Group: ${escapeText(group)}.`,
    words.textOf(tag.description),
    readMore(tag.externalDocs, words),
    operations.join("\n"),
  ]);
}

function entry({ method, path, summary, deprecated }: Operation, address: string | null): string {
  const name = callName({ method, path });
  return `- ${address === null ? name : `[${name}](${address})`}: ${escapeText(summary)}${deprecated ? " (deprecated)" : ""}`;
}

function schemaSection({ name, schema }: NamedSchema, words: ContractWords): string {
  const isPlain = schema.members.length > 0 && !schema.nullable && ruleTexts(schema).length === 0;
  const type = isPlain ? "" : typeText(schema, words);
  const title = titleOf(name, schema);
  return joined([
    `### ${escapeText(name)}`,
    title === null ? "" : `${escapeText(title)}.`,
    type,
    words.textOf(schema.description),
    readMore(schema.externalDocs, words),
    schema.members.length > 0 ? "" : exampleText("Example", schema),
    memberTable(schema, words),
  ]);
}
