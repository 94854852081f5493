import { methods } from "#shared/contract/request.ts";
import type { Diagnostic, DocumentPlace } from "#shared/diagnostic.ts";
import { toPointer } from "#shared/json/json-pointer.ts";
import { pathsAt } from "#shared/json/parse-json.ts";

/** The findings in JSON documents of one line, where a column leads nobody anywhere, with the operation and the member. */
export function namePlaces(
  diagnostics: readonly Diagnostic[],
  texts: ReadonlyMap<string, string>,
): readonly Diagnostic[] {
  const places = new Map([...texts].map(([file, text]) => [file, placesIn(file, text, diagnostics)] as const));
  return diagnostics.map((diagnostic) => {
    const { code, position } = diagnostic;
    // What is no JSON has no members to go by.
    if (position === null || code === "contract/syntax") return diagnostic;
    const within = places.get(position.file)?.get(position.column);
    return within === undefined ? diagnostic : { ...diagnostic, position: { ...position, within } };
  });
}

/** Places by column; none of a document that has lines, and of one whose findings are all at its start. */
function placesIn(file: string, text: string, diagnostics: readonly Diagnostic[]): ReadonlyMap<number, DocumentPlace> {
  const columns = diagnostics.flatMap(({ position }) => (position?.file === file ? [position.column] : []));
  const isOneLine = /\.json$/i.test(file) && columns.some((column) => column > 1) && !/[\r\n]/.test(text.trimEnd());
  if (!isOneLine) return new Map();
  const paths = pathsAt(
    text,
    columns.map((column) => column - 1),
  );
  return new Map(Array.from(paths, ([offset, path]) => [offset + 1, toPlace(path)]));
}

function toPlace(path: readonly (string | number)[]): DocumentPlace {
  const [section, name = "", method = ""] = path.map(String);
  const isOperation = (section === "paths" || section === "webhooks") && methods.some((known) => known === method);
  return { pointer: toPointer(path), operation: isOperation ? `${method.toUpperCase()} ${name}` : null };
}
