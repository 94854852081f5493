declare const html: unique symbol;

/** Finished, safe HTML: the code that made it has escaped or sanitized it. */
export type Html = string & { readonly [html]: true };

/** Marks a string as finished HTML. Only serializers and sanitizers may call this. */
export function toHtml(markup: string): Html {
  return markup as Html;
}

/** Splits HTML at a comment with these words, which only our own markup has; null without the comment. */
export function splitHtml(whole: Html, comment: string): readonly [Html | null, Html] {
  const mark = `<!--${comment}-->`;
  const index = whole.indexOf(mark);
  return index < 0 ? [null, whole] : [toHtml(whole.slice(0, index)), toHtml(whole.slice(index + mark.length))];
}

const entities: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/** Escapes plain text for HTML content and quoted attributes. */
export function escapeHtml(text: string): Html {
  return toHtml(text.replace(/[&<>"]/g, (character) => entities[character] ?? character));
}

/** Elements of the HTML standard, including obsolete ones (HTML, section 16.2). */
const names: ReadonlySet<string> = new Set(
  [
    "a abbr acronym address applet area article aside audio b base basefont bdi bdo bgsound big blink blockquote body br",
    "button canvas caption center cite code col colgroup command data datalist dd del details dfn dialog dir div dl dt em",
    "embed fencedframe fieldset figcaption figure font footer form frame frameset h1 h2 h3 h4 h5 h6 head header hgroup hr",
    "html i iframe image img input ins isindex kbd keygen label legend li link listing main map mark marquee math menu",
    "menuitem meta meter multicol nav nextid nobr noembed noframes noscript object ol optgroup option output p param",
    "picture plaintext pre progress q rb rp rt rtc ruby s samp script search section select slot small source spacer span",
    "strike strong style sub summary sup svg table tbody td template textarea tfoot th thead time title tr track tt u ul",
    "var video wbr xmp",
  ].flatMap((line) => line.split(" ")),
);

export function isHtmlElement(name: string): boolean {
  return names.has(name.toLowerCase());
}

const tag = /<\/?[a-z][\w-]*(?:\s[^<>]*|\/)?>/gi;

/** Replaces each tag. */
export function mapTags(whole: string, change: (tag: HtmlTag) => string): string {
  return whole.replace(tag, (text) => {
    const [, slash, name = "", attributes = ""] = /^<(\/?)([\w-]+)([^]*)>$/.exec(text) ?? [];
    const isBare = slash !== "" || /^\s*$|\/$/.test(attributes);
    return change({ text, name: name.toLowerCase(), isBare });
  });
}

interface HtmlTag {
  readonly text: string;
  readonly name: string;
  /**
   * True for a tag without attributes. A tag with attributes is meant as an element, except one that closes itself,
   * such as C#'s `<see cref="Load" />`, whose attributes are its only content.
   */
  readonly isBare: boolean;
}

/** Removes HTML tags from a Markdown text. Other words in angle brackets stay. */
export function withoutTags(text: string, replacement: string): string {
  return mapTags(text, (found) => (isHtmlElement(found.name) || !found.isBare ? replacement : found.text));
}
