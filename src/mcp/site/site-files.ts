/** The published files of a site, wherever they are. */
export interface SiteFiles {
  /** Called before a question is answered: what is read from then on is no older. @throws McpFault */
  readonly begin: () => Promise<void>;
  /** The text of a file by its unencoded path below the site's base URL; null when it doesn't exist. @throws McpFault */
  readonly read: (path: string) => Promise<string | null>;
}

/** A refusal, in sentences for the caller. */
export class McpFault extends Error {
  override readonly name = "McpFault";
}
