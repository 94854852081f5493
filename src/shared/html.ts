declare const html: unique symbol;

/** A string that is finished, safe HTML: escaped or sanitised by the code that made it. */
export type Html = string & { readonly [html]: true };

/** Marks a string as finished HTML. Only serializers and sanitizers may call this. */
export function toHtml(markup: string): Html {
  return markup as Html;
}

/** Splits HTML at a comment of these words, which only our own markup has; null when it's absent. */
export function splitHtml(whole: Html, comment: string): readonly [Html | null, Html] {
  const mark = `<!--${comment}-->`;
  const place = whole.indexOf(mark);
  return place < 0 ? [null, whole] : [toHtml(whole.slice(0, place)), toHtml(whole.slice(place + mark.length))];
}

const entities: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/** Plain text as HTML that shows it, in text and in quoted attributes alike. */
export function escapeHtml(text: string): Html {
  return toHtml(text.replace(/[&<>"]/g, (character) => entities[character] ?? character));
}
