import { codeSpan, escapeText, joined } from "#content/markdown/markdown-forms.ts";
import type { Contract } from "#shared/contract/contract.ts";
import type { LinkedExample, Operation } from "#shared/contract/operation.ts";
import { hrefOf, type Reference } from "#shared/contract/reference.ts";
import { linkWords, type ResponseLink } from "#shared/contract/response-link.ts";
import type { SchemaByName } from "#shared/contract/schema.ts";
import { secretLocationOf, type SecurityScheme } from "#shared/contract/security.ts";
import {
  type CallServer,
  commonServers,
  hostOf,
  isPlaceholder,
  type Server,
  type ServerAddress,
  type ServerSetting,
  toCallServers,
  toSampleBase,
} from "#shared/contract/server.ts";
import { type AuthoredLink, type ExternalDocs, type Markdown, toPlainWords } from "#shared/contract/text.ts";

/** The contract's facts and texts that its Markdown is written from. */
export interface ContractWords {
  readonly schemaByName: SchemaByName;
  readonly reference: Reference;
  /** The scheme and host of the published site; empty if they're unknown. */
  readonly origin: string;
  /** Returns a text of the contract with absolute links; empty without a text. */
  readonly textOf: (text: Markdown | null) => string;
  /** Wraps words in a link of the contract's author; returns only the words if the link leads nowhere. */
  readonly linkOf: (link: AuthoredLink, words: string) => string;
}

/** Links further reading; returns only the words if the link leads nowhere. */
export function readMore(docs: ExternalDocs | null, { linkOf }: ContractWords): string {
  if (docs === null) return "";
  const words = escapeText(toPlainWords(docs.description).trim());
  const link = linkOf(docs, words || "Read more");
  return link === "Read more" ? "" : link;
}

export function callName({ method, path }: Pick<Operation, "method" | "path">): string {
  return codeSpan(`${method.toUpperCase()} ${path}`);
}

export function schemaLink(name: string, { reference, origin }: ContractWords): string {
  const anchor = reference.anchorByName.get(name);
  return anchor === undefined ? escapeText(name) : `[${escapeText(name)}](${origin}${hrefOf(reference, anchor)})`;
}

/** Links an example that has a file of its own. */
export function linkedExample(example: LinkedExample, { linkOf, textOf }: ContractWords): string {
  const link = linkOf(example, escapeText(example.summary ?? example.name));
  return [`Example: ${link}.`, textOf(example.description)].filter((text) => text !== "").join(" ");
}

/** Describes a call that may follow a response, and the values that it takes from that. */
export function followingCall(link: ResponseLink, words: ContractWords): string {
  const { reference, origin, textOf } = words;
  const { operationAnchor, label, description, server } = link;
  const name =
    operationAnchor === null
      ? escapeText(label)
      : `[${codeSpan(label)}](${origin}${hrefOf(reference, operationAnchor)})`;
  const inputs = linkWords(link).map((part) => (typeof part === "string" ? part : codeSpan(part.code)));
  return joined([
    `Then: ${name}${inputs.length === 0 ? "" : " "}${inputs.join("")}.`,
    textOf(description),
    ...(server === null ? [] : [textOf(server.description), variableLines(server, words).join("\n")]),
  ]);
}

/** Describes a server as a list item, with the variables of its address. */
export function serverText(server: Server, words: ContractWords): string {
  const parts = [
    `- ${codeSpan(server.template)}`,
    escapeText(server.name ?? ""),
    isPlaceholder(server) ? placeholderWords : "",
    words.textOf(server.description),
  ];
  const line = parts.filter((part) => part !== "").join(" ");
  return [line, ...variableLines(server, words).map((variable) => `  ${variable}`)].join("\n");
}

const placeholderWords = "(a placeholder: use the host you were given)";

function variableLines({ variables }: Server, { textOf }: ContractWords): readonly string[] {
  return variables.map(({ name, default: preset, enum: values, description }) => {
    const alternatives = values.filter((value) => value !== preset).map((value) => `, ${codeSpan(value)}`);
    const choices = values.length === 0 ? " or any other value" : alternatives.join("");
    const text = textOf(description).replace(/\s+/g, " ");
    return `- ${codeSpan(`{${name}}`)}: ${codeSpan(preset)} (default)${choices}${text === "" ? "" : `. ${text}`}`;
  });
}

export interface CallFacts {
  readonly contract: Pick<Contract, "servers" | "securitySchemes">;
  /** The servers from the settings. */
  readonly servers: readonly ServerSetting[];
}

/**
 * Says where an operation is called and how callers authenticate, with the environment variables that its samples use.
 */
export function callMarkdown(operation: CalledOperation, facts: CallFacts): readonly string[] {
  return [baseText(operation, facts), securityText(operation, facts)];
}

type CalledOperation = Pick<Operation, "servers" | "security">;

function baseText(operation: CalledOperation, { contract, servers }: CallFacts): string {
  const callServers = toCallServers(operation, contract, servers);
  const addresses = callServers.map(
    (server) => addressText(server) + (isPlaceholder(server) || server.name === server.url ? "" : nameText(server)),
  );
  const { variable } = toSampleBase(operation, commonServers(contract, servers));
  const read =
    variable === null
      ? ""
      : `; samples read ${variable === "API_BASE" ? "it" : "its origin"} from ${codeSpan(`$${variable}`)}`;
  if (addresses.length === 0) return "";
  return `Base URL: ${[...new Set(addresses)].join(" or ")}${read}.${placeholderText(callServers.filter(isPlaceholder))}`;
}

function addressText({ url }: ServerAddress): string {
  if (!isPlaceholder({ url })) return codeSpan(url);
  const path = url.replace(/^[^/]*\/\/[^/]*/, "").replace(/\/+$/, "");
  return `the host you were given${path === "" ? "" : `, then ${codeSpan(path)}`}`;
}

function placeholderText(servers: readonly CallServer[]): string {
  const names = servers.map((server) => {
    const host = hostOf(server.url).replace(/^.*\/\//, "");
    return codeSpan(host) + (server.name === server.url ? "" : nameText(server));
  });
  const [first] = names;
  if (first === undefined) return "";
  return names.length === 1 ? ` ${first} is a placeholder.` : ` ${names.join(" and ")} are placeholders.`;
}

function nameText({ name }: Pick<CallServer, "name">): string {
  return ` (${escapeText(name)})`;
}

function securityText({ security }: CalledOperation, { contract }: CallFacts): string {
  const describe = (name: string): string => {
    const scheme = contract.securitySchemes.find((known) => known.name === name);
    return scheme === undefined
      ? codeSpan(name)
      : `${codeSpan(name)}${scheme.deprecated ? " (deprecated)" : ""}, ${secretText(scheme)}`;
  };
  const ways = security.map(
    (needed) => needed.map(({ scheme, scopes }) => describe(scheme) + scopesText(scopes)).join(" and ") || "none",
  );
  return `Authentication: ${ways.join("; or ") || "none"}.`;
}

function scopesText(scopes: readonly string[]): string {
  if (scopes.length === 0) return "";
  return `, with the ${scopes.length === 1 ? "scope" : "scopes"} ${scopes.map(codeSpan).join(", ")}`;
}

function secretText(scheme: SecurityScheme): string {
  const secret = secretLocationOf(scheme);
  const variable = `$${scheme.variable}`;
  if (secret === null) return `a client certificate, in the file that ${codeSpan(variable)} names`;
  const { in: where, name, form, word } = secret;
  if (where !== "header")
    return `sent as the ${where === "query" ? "query parameter" : "cookie"} ${codeSpan(`${name}=${variable}`)}`;
  if (form === "basic") return `sent as ${codeSpan(`${name}: Basic …`)}, with ${codeSpan(variable)} in base64`;
  return `sent as ${codeSpan(`${name}: ${form === "bearer" ? "Bearer " : word === undefined ? "" : `${word} `}${variable}`)}`;
}
