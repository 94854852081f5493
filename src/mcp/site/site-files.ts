/** The published files of a site, wherever they are. */
export interface SiteFiles {
  /** Called before a question is answered: what is read from then on is no older. @throws McpFault */
  readonly begin: () => Promise<void>;
  /** The text of a file by its path below the site's base URL, not encoded; null when there is none. @throws McpFault */
  readonly read: (path: string) => Promise<string | null>;
}

/** What a tool cannot do, in sentences for who called it. */
export class McpFault extends Error {
  override readonly name = "McpFault";
}
