import { codeSpan, escapeText, joined } from "#content/markdown/markdown-forms.ts";
import type { LinkedExample } from "#shared/contract/operation.ts";
import { hrefOf, type Reference } from "#shared/contract/reference.ts";
import { linkWords, type ResponseLink } from "#shared/contract/response-link.ts";
import type { SchemaByName } from "#shared/contract/schema.ts";
import { isPlaceholder, type Server } from "#shared/contract/server.ts";
import { type AuthoredLink, type ExternalDocs, type Markdown, toPlainText } from "#shared/contract/text.ts";

/** What the Markdown of a contract is written from. */
export interface ContractWords {
  readonly schemaByName: SchemaByName;
  readonly reference: Reference;
  /** Scheme and host of the published site; empty while they aren't known. */
  readonly origin: string;
  /** A text of the contract, with links that work from anywhere; empty where there is none. */
  readonly textOf: (text: Markdown | null) => string;
  /** A link of the contract's author around words in Markdown; the words alone where it leads nowhere. */
  readonly linkOf: (link: AuthoredLink, words: string) => string;
}

/** A link to further reading; only its words where it leads nowhere. */
export function readMore(docs: ExternalDocs | null, { linkOf }: ContractWords): string {
  if (docs === null) return "";
  const words = escapeText(toPlainText(docs.description).trim());
  const link = linkOf(docs, words || "Read more");
  return link === "Read more" ? "" : link;
}

export function schemaLink(name: string, { reference, origin }: ContractWords): string {
  const anchor = reference.anchorByName.get(name);
  return anchor === undefined ? escapeText(name) : `[${escapeText(name)}](${origin}${hrefOf(reference, anchor)})`;
}

/** An example that stands in a file of its own. */
export function linkedExample(example: LinkedExample, { linkOf, textOf }: ContractWords): string {
  const link = linkOf(example, escapeText(example.summary ?? example.name));
  return [`Example: ${link}.`, textOf(example.description)].filter((text) => text !== "").join(" ");
}

/** What can be called after a response, and what that call takes from this one. */
export function followingCall(link: ResponseLink, words: ContractWords): string {
  const { reference, origin, textOf } = words;
  const { operationAnchor, label, description, server } = link;
  const name =
    operationAnchor === null
      ? escapeText(label)
      : `[${codeSpan(label)}](${origin}${hrefOf(reference, operationAnchor)})`;
  const taken = linkWords(link).map((part) => (typeof part === "string" ? part : codeSpan(part.code)));
  return joined([
    `Then: ${name}${taken.length === 0 ? "" : " "}${taken.join("")}.`,
    textOf(description),
    ...(server === null ? [] : [textOf(server.description), variableLines(server, words).join("\n")]),
  ]);
}

/** A server as an entry of a list, with the parts of its address that its user chooses. */
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
    const others = values.filter((value) => value !== preset).map((value) => `, ${codeSpan(value)}`);
    const rest = values.length === 0 ? " or any other value" : others.join("");
    const text = textOf(description).replace(/\s+/g, " ");
    return `- ${codeSpan(`{${name}}`)}: ${codeSpan(preset)} (default)${rest}${text === "" ? "" : `. ${text}`}`;
  });
}
