/**
 * Anchors are made of method and path, so that links survive a renamed operation id:
 * `GET /broker_invoices/{invoice_number}/` becomes `get-broker-invoices-invoice-number`.
 */
export function toOperationAnchor(method: string, path: string): string {
  return [method.toLowerCase(), toSlug(path)].filter((part) => part !== "").join("-");
}

/** `BrokerInvoiceCreate` becomes `schema-broker-invoice-create`. */
export function toSchemaAnchor(name: string): string {
  const words = name.replace(/(\p{Ll}|\p{N})(\p{Lu})/gu, "$1-$2").replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, "$1-$2");
  return `schema-${toSlug(words) || toCodePoints(name)}`;
}

/** `client_info` becomes `tag-client-info`. */
export function toTagAnchor(name: string): string {
  return `tag-${toSlug(name) || toCodePoints(name)}`;
}

/** Adds the name to the used ones, with `-2`, `-3`, … where it is used already, and returns it. */
export function claimName(name: string, used: Set<string>): string {
  let free = name;
  for (let number = 2; used.has(free); number += 1) free = `${name}-${number}`;
  used.add(free);
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
