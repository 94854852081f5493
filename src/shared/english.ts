/** `1 page`, `3 pages` */
export function plural(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}

/** `a uuid`, `an event type` */
export function withArticle(name: string): string {
  return `${/^[aeio]/.test(name) ? "an" : "a"} ${name}`;
}

/** Turns a message or hint into a sentence. */
export function toSentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1) + (/[.?!]$/.test(text) ? "" : ".");
}

/** `a, b and c`: British lists have no comma before "and". */
export const listFormat = new Intl.ListFormat("en-GB");
