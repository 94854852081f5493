import type { Html } from "./html.ts";

/** A link to further reading. Addresses that a browser could run (`javascript:` and the like) never get here. */
export interface ExternalDocs {
  readonly url: string;
  readonly description: Html | null;
}
