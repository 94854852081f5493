import { type Diagnostic, type Position, startOf } from "./diagnostics/diagnostic.ts";
import type { Html } from "./html.ts";

/** A heading of a page. `id` is its anchor. */
export interface Heading {
  readonly level: number;
  readonly id: string;
  readonly html: Html;
  readonly position: Position;
}

/** A section of a page as plain words. The first one, before any heading, has no id and no title. */
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
  /** The route from the front matter, with its position; null if the file's path decides. */
  readonly slug: { readonly route: string; readonly position: Position } | null;
  readonly sidebarLabel: string | null;
  readonly unlisted: boolean;
  /** `home` for a front page; null for any other. */
  readonly layout: "home" | null;
  /** Former addresses of the page, with their positions. */
  readonly aliases: readonly { readonly path: string; readonly position: Position }[];
  /** False hides the sidebar on this page. */
  readonly sidebar: boolean;
  /** The API or version that the page is about, with its position; null if it names none. */
  readonly contract: { readonly name: string; readonly position: Position } | null;
  /** The smallest and largest heading level in the table of contents. */
  readonly tocLevels: readonly [number, number];
}

/** A code block or mention that was checked against the contract. Reports and comparisons of contracts use it. */
export interface ContractUse {
  readonly kind: "request" | "response" | "body" | "operation" | "schema" | "field" | "value" | "table" | "word";
  /** An operation id, a schema name, or `Schema.member`; of a word, what stands in code. */
  readonly target: string;
  readonly position: Position;
}

/** A use on a page, with the contract's document that has its target. */
export interface DocumentUse extends ContractUse {
  readonly document: string;
}

/**
 * Markup with links as their authors wrote them: pieces of finished HTML, and links between them, which depend on the
 * rest of the site.
 */
export type Markup = readonly (Html | MarkupLink)[];

/** A link or image in markup, without its address. */
export interface MarkupLink {
  readonly target: LinkTarget;
  /** Null for a generated link. */
  readonly position: Position | null;
  /** Its start tag before the address: `<a title="Home"`. */
  readonly before: Html;
  /** The start tag's attributes after the address. */
  readonly after: Html;
  /** The link's text, or the image's description. */
  readonly content: Markup;
}

/** Markdown with addresses as their authors wrote them. */
export type MarkdownText = readonly (string | MarkdownAddress)[];

export type MarkdownAddress = Pick<MarkupLink, "target" | "position">;

/** The prefix of anchors of headings in an API's description. */
export const sectionPrefix = "section-";

/** A parsed text in both published forms. */
export interface Prose {
  readonly markup: Markup;
  /** Null if the text is published as written. */
  readonly markdown: MarkdownText | null;
}

/**
 * The target of a link: a written address, an image's source, a video's file, or a part of the contract by its anchor.
 */
export type LinkTarget =
  | { readonly kind: "link"; readonly address: string }
  | { readonly kind: "image"; readonly address: string; readonly isInLink: boolean }
  /** A file of a video: the video itself, its poster or its captions. */
  | { readonly kind: "media"; readonly address: string }
  /**
   * A part of the contract. `values`, the JSON of a request, leads to its filled-in form; `call`, the JSON of a
   * `ReadyCall`, lets the page send it. Without `api`, it's the site's only contract.
   */
  | {
      readonly kind: "contract";
      readonly api?: string;
      readonly anchor: string;
      readonly values?: string;
      readonly call?: string;
    };

/** A Markdown file, parsed and rendered as far as possible without the rest of the site. */
export interface Document {
  readonly file: string;
  /** From the front matter, or else the first heading, or else the file's name. */
  readonly title: string;
  readonly frontMatter: FrontMatter;
  readonly body: Markup;
  /** The page as Markdown, with components and includes as text. */
  readonly markdown: MarkdownText;
  readonly headings: readonly Heading[];
  /** The page's text for the search. */
  readonly sections: readonly Section[];
  readonly uses: readonly DocumentUse[];
  /** `json` and `http` blocks that aren't checked against the contract. */
  readonly unchecked: readonly UncheckedSample[];
  /** Code in its sentences that's written like a name of an API. */
  readonly codeWords: readonly CodeWord[];
  /** True if the page needs the styles that only some pages load. */
  readonly hasParts: boolean;
  /** The names that it looks up in contracts; null if it may depend on any part of a contract. */
  readonly names: readonly ContractLookup[] | null;
}

/** A page's look-up of a name in contracts. */
export interface ContractLookup {
  /** As written: `loads_create`, `Load.weight`. */
  readonly name: string;
  /** True if the page shows the contract's own texts. */
  readonly hasTexts: boolean;
}

/** A document's texts, which take the most memory and are needed last. */
export type DocumentText = Pick<Document, "body" | "markdown" | "sections">;

/** Returns a part of the text by its name. */
export type TextOf = <Name extends keyof DocumentText>(name: Name) => Promise<DocumentText[Name]>;

/** A document without its texts, as other pages need it. */
export interface DocumentOutline extends Omit<Document, keyof DocumentText> {
  /** The links and images of its body in order. */
  readonly links: readonly Pick<MarkupLink, "target" | "position">[];
  /** Identifies its texts. */
  readonly textId: string;
}

export interface CodeWord {
  readonly name: string;
  readonly position: Position;
}

export interface UncheckedSample {
  readonly position: Position;
  /** The writer's reason; null if there's none. */
  readonly reason: string | null;
}

/**
 * A resolved address. `site`: an address on this site with the base URL; the check stage judges it on the final HTML.
 * `external`: unchanged. `text`: no link, for the reason in the finding.
 */
export type ResolvedLink =
  | { readonly kind: "site"; readonly href: string }
  | { readonly kind: "external"; readonly href: string }
  | { readonly kind: "text"; readonly finding: Diagnostic };

/** Resolves an address as written to one that works on every page. */
export type LinkResolver = (address: string, position: Position) => ResolvedLink;

/** The text of a link's origin in markup, until the check stage has read it. */
export function toOrigin({ file, line, column }: Position): string {
  return `${file}:${line}:${column}`;
}

/** Parses an origin. */
export function parseOrigin(origin: string): Position | null {
  const match = /^(.*):(\d+):(\d+)$/s.exec(origin);
  if (match === null) return origin === "" ? null : startOf(origin);
  const [, file = "", line = "1", column = "1"] = match;
  return { file, line: Number(line), column: Number(column) };
}
