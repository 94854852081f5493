import type { BuildOptions, BuildResult, Stage } from "#build-options.ts";
import type { Diagnostic } from "#shared/diagnostic.ts";

/** What the building thread is started with. */
export type ThreadOptions = Pick<BuildOptions, "root" | "flags" | "strict">;

/** A built site as far as commands need it. The texts are those of the files with findings. */
export type BuiltSite = Omit<BuildResult, "contract">;

/** What the building thread tells. */
export type BuildMessage =
  | { readonly kind: "stage"; readonly stage: Stage }
  /** A page's content begins to be parsed. */
  | { readonly kind: "file"; readonly file: string }
  | { readonly kind: "built"; readonly site: BuiltSite }
  /** There is no site, because of findings. */
  | {
      readonly kind: "refused";
      readonly diagnostics: readonly Diagnostic[];
      readonly texts: ReadonlyMap<string, string>;
    };
