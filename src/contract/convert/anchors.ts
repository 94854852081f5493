import type { Method } from "#shared/contract/request.ts";

/**
 * The anchor of an operation, by method and path, so that links survive a renamed operation id:
 * `GET /broker_invoices/{invoice_number}/` to `get-broker-invoices-invoice-number`.
 */
export function toOperationAnchor(method: Method, path: string): string {
  return [method.toLowerCase(), toSlug(path)].filter((part) => part !== "").join("-");
}

/** `BrokerInvoiceCreate` to `schema-broker-invoice-create`. */
export function toSchemaAnchor(name: string): string {
  const words = name.replace(/(\p{Ll}|\p{N})(\p{Lu})/gu, "$1-$2").replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, "$1-$2");
  return `schema-${toSlug(words) || toCodePoints(name)}`;
}

/** `client_info` to `tag-client-info`. */
export function toTagAnchor(name: string): string {
  return `tag-${toSlug(name) || toCodePoints(name)}`;
}

/** The name itself, or with `-2`, `-3`, … when it is taken; the result counts as taken from then on. */
export function claimName(name: string, taken: Set<string>): string {
  let free = name;
  for (let number = 2; taken.has(free); number += 1) free = `${name}-${number}`;
  taken.add(free);
  return free;
}

function toSlug(text: string): string {
  return text
    .normalize("NFC")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "-")
    .replace(/^-+|-+$/g, "");
}

function toCodePoints(text: string): string {
  return Array.from(text, (character) => character.codePointAt(0)?.toString(16) ?? "").join("-") || "empty";
}
