import type { ConfigFlags } from "./read/resolve-config.ts";
import type { Contract } from "./shared/contract/contract.ts";
import type { Diagnostic } from "./shared/diagnostic.ts";
import type { Document } from "./shared/document.ts";
import type { OutputFile } from "./shared/files.ts";
import type { Hosting } from "./shared/hosting.ts";

export interface BuildOptions {
  /** Absolute path of the folder that holds `content/` and `openapi/`. */
  readonly root: string;
  readonly flags: ConfigFlags;
  /** Turns warnings into errors. */
  readonly strict: boolean;
  /** Called as each stage begins. */
  readonly onStage: (stage: Stage) => void;
  /** Called as each page's content begins to be parsed. */
  readonly onFile?: (file: string) => void;
  /** What was found while the sources were read. */
  readonly found?: readonly Diagnostic[];
}

export type Stage = "read" | "contract" | "content" | "plan" | "render" | "check";

/** A finished site in memory, and everything that was found on the way. With an error among the findings it must not be published. */
export interface BuildResult {
  readonly files: readonly OutputFile[];
  readonly diagnostics: readonly Diagnostic[];
  readonly pageCount: number;
  readonly documents: readonly Document[];
  /** The contract of the first version, for the sandbox; null when there is none. */
  readonly contract: Contract | null;
  /** What a web server has to know; null when there is no site. */
  readonly hosting: Hosting | null;
  /** The authors' texts by file, for code frames. */
  readonly texts: ReadonlyMap<string, string>;
}
