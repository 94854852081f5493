import type { Contract } from "#shared/contract/contract.ts";
import type { MakingCall, NextCall } from "#shared/contract/contract-slice.ts";
import { findJsonContent, type Operation } from "#shared/contract/operation.ts";
import { resolveSchema, type SchemaByName } from "#shared/contract/schema.ts";

/**
 * An operation returns a record, and the record leads to further calls: those below its path that need only the
 * record's own id. A record of `/loads/` leads to the calls of `/loads/{load_number}/`, and a call there leads to the
 * remaining calls of the same path.
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
      // The path of a list continues with the id of a record.
      const [id = ""] = isRecord ? [own.at(-1)] : rest;
      const item = isRecord ? rest : rest.slice(1);
      if (next === operation || !isParameter(id) || item.some(isParameter)) return [];
      const { anchor, method, summary } = next;
      const title = item.length === 0 ? (titles.get(method) ?? summary) : summary;
      const parameters = steps.filter(isParameter).map((step) => step.slice(1, -1));
      return [{ anchor, method, title, parameters, body: item.length === 0 ? writableBody(next, schemaByName) : null }];
    });
  };
}

/** A call of `/loads/{load_number}/` can lack a load, and one that takes fields from `/carriers/` a carrier. */
export function createMakingCalls({
  operations,
  sandbox,
}: Pick<Contract, "operations" | "sandbox">): (operation: Operation) => readonly MakingCall[] {
  const makers = operations.filter(({ method, path }) => method === "post" && !stepsOf(path).some(isParameter));
  const byPath = new Map(makers.map((operation) => [stepsOf(operation.path).join("/"), operation]));
  return ({ id, path: own }) => {
    const steps = stepsOf(own);
    const above = steps.flatMap((step, index) => (isParameter(step) ? [steps.slice(0, index)] : []));
    const taken = (sandbox[id]?.takes ?? []).map(({ from }) => stepsOf(from));
    const paths = new Set([...above, ...taken].map((path) => path.join("/")));
    return [...paths].flatMap((wanted) => {
      const { anchor, summary, path } = byPath.get(wanted) ?? {};
      return anchor === undefined || summary === undefined || path === undefined
        ? []
        : [{ anchor, title: summary, path }];
    });
  };
}

interface PlacedOperation {
  readonly operation: Operation;
  readonly steps: readonly string[];
}

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

/** A call on the record itself has a short title; every other call is titled by its summary. */
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

function writableBody({ method, requestBody }: Operation, schemaByName: SchemaByName): NextCall["body"] {
  const media = requestBody === null ? undefined : findJsonContent(requestBody.content);
  if (!media?.schema || (method !== "put" && method !== "patch")) return null;
  const { members } = resolveSchema(media.schema, schemaByName);
  const names = members
    .filter(({ schema }) => schema.access !== "read-only" && resolveSchema(schema, schemaByName).access !== "read-only")
    .map(({ name }) => name);
  return names.length === 0 ? null : { type: media.type, members: names };
}
