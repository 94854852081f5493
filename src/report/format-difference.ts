import type { Colors } from "picocolors/types.js";

import type { Difference, TouchingDifference } from "../model/difference.ts";
import type { ContractUse } from "../model/document.ts";
import { formatPosition } from "./format-diagnostic.ts";

/** A difference in one line: `Load.weight: required now (in requests)`. */
export function formatDifference({ subject, operations, message, directions }: Difference): string {
  const [first, second, ...more] = operations;
  const shown = [first, second].filter((name) => name !== undefined).join(", ");
  const of = first === undefined ? "" : ` of ${shown}${more.length === 0 ? "" : ` and ${more.length} more`}`;
  // A parameter or response says by itself which way it travels.
  const way =
    first !== undefined || directions.length === 0
      ? ""
      : ` (in ${directions.map((direction) => `${direction}s`).join(" and ")})`;
  return `${subject}${of}: ${message}${way}`;
}

/** Differences as people read them, each with the places of the pages it touches. Wording comes in as few lines as it can. */
export function formatDifferences(differences: readonly TouchingDifference[], colors: Colors): readonly string[] {
  const grave = differences.filter(({ difference }) => difference.severity !== "wording");
  const wording = differences.filter(({ difference }) => difference.severity === "wording");
  return [
    ...grave.flatMap(({ difference, touches }) => {
      const paint = difference.severity === "breaking" ? colors.red : colors.green;
      const lines = touches.map((use) => `           ${formatPosition(use.position)} ${colors.dim(nameOfUse(use))}`);
      return [`${paint(difference.severity.padEnd(10))} ${formatDifference(difference)}`, ...lines];
    }),
    ...groupByMessage(wording).flatMap(([message, group]) => {
      const subjects = group.map(({ difference }) =>
        formatDifference({ ...difference, message: "", directions: [] }).replace(/: $/, ""),
      );
      const lines = linesByFile(group.flatMap(({ touches }) => touches)).map((line) => `           ${line}`);
      return [`${colors.dim("wording".padEnd(10))} ${message}: ${subjects.join(", ")}`, ...lines];
    }),
  ];
}

const nounByKind: Readonly<Record<ContractUse["kind"], string>> = {
  request: "request sample",
  response: "response sample",
  body: "body sample",
  operation: "link",
  schema: "link",
  field: "link",
  value: "value",
  table: "table",
};

function nameOfUse({ kind, target }: ContractUse): string {
  return `${nounByKind[kind]}: ${target}`;
}

function groupByMessage(
  differences: readonly TouchingDifference[],
): readonly (readonly [string, readonly TouchingDifference[]])[] {
  const groups = new Map<string, TouchingDifference[]>();
  for (const one of differences) {
    const { message } = one.difference;
    groups.set(message, [...(groups.get(message) ?? []), one]);
  }
  return [...groups];
}

/** `content/loads.md:12, 40` */
function linesByFile(touches: readonly ContractUse[]): readonly string[] {
  const linesOf = new Map<string, Set<number>>();
  for (const { position } of touches) {
    linesOf.set(position.file, (linesOf.get(position.file) ?? new Set()).add(position.line));
  }
  return [...linesOf]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([file, lines]) => `${file}:${[...lines].sort((a, b) => a - b).join(", ")}`);
}
