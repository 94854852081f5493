/**
 * The anchor of a field in the reference: `schema-load.weight`. What no id may hold (white space, HTML standard 3.2.6)
 * is percent-encoded, so that two names never have one anchor.
 */
export function toFieldAnchor(schemaAnchor: string, field: string): string {
  return `${schemaAnchor}.${field.replace(/[\s%]/g, encodeURIComponent)}`;
}
