import type { Direction } from "#shared/contract/difference.ts";
import type { Parameter } from "#shared/contract/operation.ts";
import { isSameText } from "#shared/contract/text.ts";

import type { Change, Place } from "./change.ts";
import { compareDeprecation, compareRequired, compareText } from "./compare-remarks.ts";
import type { SchemaComparison } from "./compare-schemas.ts";
import type { Findings } from "./findings.ts";
import type { ParameterView } from "./match-operations.ts";

/** Parameters or headers of two operations, and what comparing them needs. */
export interface ParameterComparison {
  readonly before: readonly ParameterView[];
  readonly after: readonly ParameterView[];
  readonly noun: "parameter" | "header";
  readonly direction: Direction;
  readonly placeOf: (parameter: Parameter) => Place;
  readonly findings: Findings;
  readonly schemas: SchemaComparison;
}

/** Compares parameters by name and place. Those of a path are told apart by their order: their names do not travel. */
export function compareParameters(comparison: ParameterComparison): void {
  const { before, after, noun, direction, placeOf, findings, schemas } = comparison;
  const [known, now] = [keyParameters(before), keyParameters(after)];
  for (const [key, { parameter, schema }] of known) {
    const place = { ...placeOf(parameter), direction };
    const other = now.get(key);
    if (other) {
      findings.add(place, compareParameter(parameter, other.parameter));
      schemas.compare(schema, other.schema, place);
    } else if (parameter.in !== "path") {
      findings.add(place, [{ kind: `${noun}-removed`, effect: "other", message: "gone" }]);
    }
  }
  for (const [key, { parameter }] of now) {
    if (known.has(key) || parameter.in === "path") continue;
    const isDemanded = direction === "request" && parameter.required;
    const message = isDemanded ? "new and required" : "new";
    const place = { ...placeOf(parameter), direction, position: null };
    findings.add(place, [{ kind: `${noun}-added`, effect: isDemanded ? "other" : "compatible", message }]);
  }
}

function keyParameters(parameters: readonly ParameterView[]): ReadonlyMap<string, ParameterView> {
  const inPath = parameters.filter(({ parameter }) => parameter.in === "path");
  return new Map(
    parameters.map((view) => {
      const { in: place, name } = view.parameter;
      // Names of headers are the same in any case (RFC 9110, section 5.1).
      const mark = place === "path" ? inPath.indexOf(view) : place === "header" ? name.toLowerCase() : name;
      return [`${place} ${mark}`, view];
    }),
  );
}

function compareParameter(before: Parameter, after: Parameter): readonly Change[] {
  return [
    ...compareRequired(before.required, after.required),
    ...compareListStyle(before, after),
    ...compareDeprecation(before.deprecated, after.deprecated),
    ...compareText(before.name === after.name ? [] : [`name (\`${after.name}\`)`]),
    ...compareText(isSameText(before.description, after.description) ? [] : ["description"]),
  ];
}

function compareListStyle(before: Parameter, after: Parameter): readonly Change[] {
  if (before.listStyle === after.listStyle || before.listStyle === null || after.listStyle === null) return [];
  const message = `list joined by ${after.listStyle} now, was ${before.listStyle}`;
  return [{ kind: "list-style", effect: "other", message }];
}
