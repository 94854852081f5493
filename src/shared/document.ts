import { type Diagnostic, type Position, startOf } from "./diagnostics/diagnostic.ts";
import type { Html } from "./html.ts";

/** A heading of a page. `id` is its anchor. */
export interface Heading {
  readonly level: number;
  readonly id: string;
  readonly html: Html;
}

/** A part of a page in plain words. The first one, before any heading, has no id and no title. */
export interface Section {
  readonly id: string | null;
  readonly level: number;
  readonly title: string;
  readonly text: string;
}

/** The front matter of a Markdown file. */
export interface FrontMatter {
  readonly title: string | null;
  readonly description: string | null;
  /** The route that the front matter sets, and its position; null when the page's path decides. */
  readonly slug: { readonly route: string; readonly position: Position } | null;
  readonly sidebarLabel: string | null;
  readonly unlisted: boolean;
  /** `home` for a front page; null for a page like others. */
  readonly layout: "home" | null;
  /** Addresses that the page used to have, and where they are written. */
  readonly aliases: readonly { readonly path: string; readonly position: Position }[];
  /** False keeps the sidebar off the page. */
  readonly sidebar: boolean;
  /** The API or version that the page is about, and where it says so; null when it doesn't. */
  readonly contract: { readonly name: string; readonly position: Position } | null;
  /** The smallest and largest heading level in the table of contents. */
  readonly tocLevels: readonly [number, number];
}

/** A fenced block or mention that was checked against the contract, for reports and for "what does this change touch". */
export interface ContractUse {
  readonly kind: "request" | "response" | "body" | "operation" | "schema" | "field" | "value" | "table";
  /** An operation id, a schema name, or `Schema.member`. */
  readonly target: string;
  readonly position: Position;
}

/** One of a page, with the document of the contract that has the target. */
export interface DocumentUse extends ContractUse {
  readonly document: string;
}

/**
 * Markup whose links are as their authors wrote them: pieces of finished HTML, and between them what depends on the rest
 * of the site.
 */
export type Markup = readonly (Html | MarkupLink)[];

/** A link or image in markup, without its address. */
export interface MarkupLink {
  readonly target: LinkTarget;
  /** Where it is written; null when nobody wrote it. */
  readonly position: Position | null;
  /** Its start tag up to the address attribute: `<a title="Home"`. */
  readonly before: Html;
  /** The rest of its start tag's attributes. */
  readonly after: Html;
  /** The link's text; for an image its description. */
  readonly content: Markup;
}

/** Markdown whose addresses are as their authors wrote them: texts, and between them the addresses. */
export type MarkdownText = readonly (string | MarkdownAddress)[];

export type MarkdownAddress = Pick<MarkupLink, "target" | "position">;

/** The prefix of anchors of headings in an API's description. */
export const sectionPrefix = "section-";

/** A text that was parsed, in both forms that a site publishes. */
export interface Prose {
  readonly markup: Markup;
  /** Null when it is the text as it was written. */
  readonly markdown: MarkdownText | null;
}

/** Where a link leads: an address as written, an image's source, a film's file, or a part of the contract by the anchor of its description. */
export type LinkTarget =
  | { readonly kind: "link"; readonly address: string }
  | { readonly kind: "image"; readonly address: string; readonly isInLink: boolean }
  /** A file of a film: the film itself, its poster or its captions. */
  | { readonly kind: "media"; readonly address: string }
  /**
   * To a part of the contract; with `values`, the JSON of a request, on to the form that sends it; with `call`, a
   * `ReadyCall` as JSON, the page sends it where it stands. Without `api`, the contract is the site's only one.
   */
  | {
      readonly kind: "contract";
      readonly api?: string;
      readonly anchor: string;
      readonly values?: string;
      readonly call?: string;
    };

/** One Markdown file, parsed and finished as far as it can be without the rest of the site. */
export interface Document {
  readonly file: string;
  /** Of the front matter, else of the first heading, else made from the file's name. */
  readonly title: string;
  readonly frontMatter: FrontMatter;
  readonly body: Markup;
  /** The page as Markdown, with components as words and includes in place. */
  readonly markdown: MarkdownText;
  readonly headings: readonly Heading[];
  /** The page's text for the search. */
  readonly sections: readonly Section[];
  readonly uses: readonly DocumentUse[];
  /** Fenced `json` and `http` blocks that aren't checked against the contract. */
  readonly unchecked: readonly UncheckedSample[];
  /** Whether it shows something whose styles only such pages load. */
  readonly hasParts: boolean;
  /** The names that it looks up in contracts; null if any part of a contract may have made it. */
  readonly names: readonly ContractName[] | null;
}

/** A name that a page looks up in contracts. */
export interface ContractName {
  /** As it's written: `loads_create`, `Load.weight`. */
  readonly name: string;
  /** Whether the page shows the contract's own texts. */
  readonly hasTexts: boolean;
}

/** The texts of a document: they take the most memory and are needed last. */
export type DocumentText = Pick<Document, "body" | "markdown" | "sections">;

/** Gives a part of the text by its name. */
export type TextOf = <Name extends keyof DocumentText>(name: Name) => Promise<DocumentText[Name]>;

/** A document without its texts: all that the other pages need to know about it. */
export interface DocumentOutline extends Omit<Document, keyof DocumentText> {
  /** The links and images of its body, from its beginning to its end. */
  readonly links: readonly Pick<MarkupLink, "target" | "position">[];
  /** Identifies its texts. */
  readonly textId: string;
}

export interface UncheckedSample {
  readonly position: Position;
  /** Why the writer says it can't be checked; null when no reason is given. */
  readonly reason: string | null;
}

/**
 * What becomes of an address in an author's file. `site`: an address on this site, base URL included, to be judged
 * on the final HTML. `external`: left alone. `text`: no link at all, because of the finding.
 */
export type ResolvedLink =
  | { readonly kind: "site"; readonly href: string }
  | { readonly kind: "external"; readonly href: string }
  | { readonly kind: "text"; readonly finding: Diagnostic };

/** Turns an address as written into one that works from every page. */
export type LinkResolver = (address: string, position: Position) => ResolvedLink;

/** The form in which markup carries the origin of a link until the check stage has read it. */
export function toOrigin({ file, line, column }: Position): string {
  return `${file}:${line}:${column}`;
}

/** Reads an origin back. */
export function parseOrigin(origin: string): Position | null {
  const match = /^(.*):(\d+):(\d+)$/s.exec(origin);
  if (match === null) return origin === "" ? null : startOf(origin);
  const [, file = "", line = "1", column = "1"] = match;
  return { file, line: Number(line), column: Number(column) };
}
