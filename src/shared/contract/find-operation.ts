import { nearest } from "../diagnostics/nearest.ts";
import type { Operation } from "./operation.ts";

type NamedOperation = Pick<Operation, "id" | "anchor" | "method" | "path">;

/** The operation of a name: its id, its anchor, or its method and path; or what most likely was meant. */
export function findOperation<O extends NamedOperation>(
  operations: readonly O[],
  name: string,
): { readonly operation: O } | { readonly operation: null; readonly meant: string | null } {
  const wanted = name.trim().replace(/\s+/g, " ");
  const line = wanted.replace(/^[\w-]+(?= )/, (method) => method.toUpperCase());
  const operation = operations.find(
    (candidate) => candidate.id === wanted || candidate.anchor === wanted || requestLineOf(candidate) === line,
  );
  if (operation !== undefined) return { operation };
  const isLine = line.includes(" ");
  return { operation: null, meant: nearest(isLine ? line : wanted, operations.map(isLine ? requestLineOf : idOf)) };
}

/** `POST /loads/` */
export function requestLineOf({ method, path }: Pick<Operation, "method" | "path">): string {
  return `${method.toUpperCase()} ${path}`;
}

function idOf({ id }: NamedOperation): string {
  return id;
}
