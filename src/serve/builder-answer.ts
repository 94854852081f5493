import type { Contract } from "../model/contract.ts";
import type { Diagnostic } from "../model/diagnostic.ts";
import type { SiteChange } from "./live-site.ts";

/** What the building thread is started with. */
export interface BuilderOptions {
  readonly root: string;
  readonly flags: { readonly baseUrl?: string | undefined; readonly siteUrl?: string | undefined };
  readonly strict: boolean;
}

/** What a build found, with the texts that code frames show. */
export interface Findings {
  readonly diagnostics: readonly Diagnostic[];
  readonly texts: ReadonlyMap<string, string>;
}

/** How a build ended. */
export type BuilderAnswer =
  | {
      readonly kind: "built";
      readonly findings: Findings;
      /** What differs from the last good build. */
      readonly change: SiteChange;
      /** The contract that the sandbox simulates; left out while it is the same as before. */
      readonly contract?: Contract | null;
      readonly pageCount: number;
      readonly milliseconds: number;
    }
  | { readonly kind: "refused"; readonly findings: Findings }
  /** A fault of ours or of a site's template; `stack` is for whoever mends it. */
  | { readonly kind: "crashed"; readonly message: string; readonly stack: string };
