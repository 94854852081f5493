import type { NextCall } from "#shared/contract/explorer-file.ts";
import { findJsonContent, type Operation } from "#shared/contract/operation.ts";
import { resolveSchema, type SchemaByName } from "#shared/contract/schema.ts";

/**
 * The calls that a record leads to which this operation returns: those below its path that need no more than the record's
 * own id. After `/loads/` these are the calls of `/loads/{load_number}/`, after that one its others.
 */
export function planNextCalls(
  operation: Operation,
  operations: readonly Operation[],
  schemaByName: SchemaByName,
): readonly NextCall[] {
  const own = stepsOf(operation.path);
  const isRecord = isParameter(own.at(-1) ?? "");
  return operations.flatMap((next): readonly NextCall[] => {
    const steps = stepsOf(next.path);
    const isBelow = next !== operation && own.every((step, index) => step === steps[index]);
    const rest = steps.slice(own.length);
    // Of a list each record has a path of its own.
    const [id = ""] = isRecord ? [own.at(-1)] : rest;
    const item = isRecord ? rest : rest.slice(1);
    if (!isBelow || !isParameter(id) || item.some(isParameter)) return [];
    const { anchor, method, summary } = next;
    const title = item.length === 0 ? (titles.get(method) ?? summary) : summary;
    const parameters = steps.filter(isParameter).map((step) => step.slice(1, -1));
    return [{ anchor, method, title, parameters, body: item.length === 0 ? bodyOf(next, schemaByName) : null }];
  });
}

/** What may be called for the record itself, in few words; anything else goes by its summary. */
const titles: ReadonlyMap<string, string> = new Map([
  ["get", "Read it"],
  ["put", "Replace it"],
  ["patch", "Update it"],
  ["delete", "Delete it"],
]);

function stepsOf(path: string): readonly string[] {
  return path.split("/").filter((step) => step !== "");
}

function isParameter(step: string): boolean {
  return /^\{[^{}]+\}$/.test(step);
}

/** Which of a record's members a call that changes it takes. */
function bodyOf({ method, requestBody }: Operation, schemaByName: SchemaByName): NextCall["body"] {
  const media = requestBody === null ? undefined : findJsonContent(requestBody.content);
  if (!media?.schema || (method !== "put" && method !== "patch")) return null;
  const { members } = resolveSchema(media.schema, schemaByName);
  const names = members
    .filter(({ schema }) => schema.access !== "read-only" && resolveSchema(schema, schemaByName).access !== "read-only")
    .map(({ name }) => name);
  return names.length === 0 ? null : { type: media.type, members: names };
}
