import { diagnose } from "../model/diagnostic.ts";
import { BuildError } from "../model/outcome.ts";

/** What esbuild rejects with when a file does not compile. Files are relative to the working folder it was given. */
interface CompileFailure {
  readonly errors: readonly {
    readonly text: string;
    readonly location: { readonly file: string; readonly line: number; readonly column: number } | null;
  }[];
}

/** A file that does not compile is its author's to mend: esbuild's findings as ours. Other errors stay what they are. */
export function toCompileError(error: unknown, texts: ReadonlyMap<string, string>): unknown {
  if (!isCompileFailure(error)) return error;
  const findings = error.errors.map(({ text, location }) => {
    const position = location && { file: location.file, line: location.line, column: location.column + 1 };
    return diagnose("template/invalid", text, position);
  });
  return new BuildError(findings, texts);
}

function isCompileFailure(error: unknown): error is CompileFailure {
  return typeof error === "object" && error !== null && "errors" in error && Array.isArray(error.errors);
}
