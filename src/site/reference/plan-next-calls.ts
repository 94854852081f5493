import type { NextCall } from "#shared/contract/contract-slice.ts";
import { findJsonContent, type Operation } from "#shared/contract/operation.ts";
import { resolveSchema, type SchemaByName } from "#shared/contract/schema.ts";

/**
 * The calls that a record leads to which an operation returns: those below its path that need no more than the record's
 * own id. After `/loads/` these are the calls of `/loads/{load_number}/`, after that one its others.
 */
export function createNextCalls(
  operations: readonly Operation[],
  schemaByName: SchemaByName,
): (operation: Operation) => readonly NextCall[] {
  const placed = operations.map((operation) => ({ operation, steps: stepsOf(operation.path) }));
  const belowPath = groupByPath(placed);
  return (operation) => {
    const own = stepsOf(operation.path);
    const isRecord = isParameter(own.at(-1) ?? "");
    return (belowPath.get(own.join("/")) ?? []).flatMap(({ operation: next, steps }): readonly NextCall[] => {
      const rest = steps.slice(own.length);
      // Of a list each record has a path of its own.
      const [id = ""] = isRecord ? [own.at(-1)] : rest;
      const item = isRecord ? rest : rest.slice(1);
      if (next === operation || !isParameter(id) || item.some(isParameter)) return [];
      const { anchor, method, summary } = next;
      const title = item.length === 0 ? (titles.get(method) ?? summary) : summary;
      const parameters = steps.filter(isParameter).map((step) => step.slice(1, -1));
      return [{ anchor, method, title, parameters, body: item.length === 0 ? bodyOf(next, schemaByName) : null }];
    });
  };
}

interface PlacedOperation {
  readonly operation: Operation;
  readonly steps: readonly string[];
}

/** The operations at and below each path, in their order. */
function groupByPath(placed: readonly PlacedOperation[]): ReadonlyMap<string, readonly PlacedOperation[]> {
  const groups = new Map<string, PlacedOperation[]>();
  for (const one of placed) {
    for (let length = 0; length <= one.steps.length; length++) {
      const path = one.steps.slice(0, length).join("/");
      const group = groups.get(path) ?? [];
      group.push(one);
      groups.set(path, group);
    }
  }
  return groups;
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
