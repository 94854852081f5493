import type { Position } from "../diagnostic.ts";

/** A text that the contract's author wrote in Markdown, and where it begins; null when no author's file is at hand. */
export interface Markdown {
  readonly text: string;
  readonly position: Position | null;
}

/** A text in an author's file. */
export interface AuthoredText extends Markdown {
  readonly position: Position;
}

/** A link to further reading. Addresses that a browser could run (`javascript:` and the like) never get here. */
export interface ExternalDocs {
  readonly url: string;
  readonly description: Markdown | null;
  readonly position: Position;
}
