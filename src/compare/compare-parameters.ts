import type { Parameter } from "#shared/contract/operation.ts";

import type { Change } from "./change.ts";
import { compareDeprecation, compareRequired, compareText, differingDescription } from "./compare-remarks.ts";
import type { SchemaComparison, SchemaPlace } from "./compare-schemas.ts";
import type { DifferenceCollector } from "./findings.ts";

/** What comparing the parts of an operation needs. */
export interface PartTools {
  readonly findings: DifferenceCollector;
  readonly schemas: SchemaComparison;
}

interface ParameterComparison {
  readonly before: readonly Parameter[];
  readonly after: readonly Parameter[];
  readonly noun: "parameter" | "header";
  readonly placeOf: (parameter: Parameter) => SchemaPlace;
}

/** Compares parameters by name and place. Those of a path are told apart by their order: their names do not travel. */
export function compareParameters(comparison: ParameterComparison, { findings, schemas }: PartTools): void {
  const { before, after, noun, placeOf } = comparison;
  const [known, now] = [keyParameters(before), keyParameters(after)];
  for (const [key, parameter] of known) {
    const place = placeOf(parameter);
    const other = now.get(key);
    if (other) {
      findings.add(place, compareParameter(parameter, other));
      schemas.compare(parameter.schema, other.schema, place);
    } else if (parameter.in !== "path") {
      findings.add(place, [{ kind: `${noun}-removed`, effect: "other", message: "gone" }]);
    }
  }
  for (const [key, parameter] of now) {
    if (known.has(key) || parameter.in === "path") continue;
    const place = { ...placeOf(parameter), position: null };
    const isDemanded = place.direction === "request" && parameter.required;
    const message = isDemanded ? "new and required" : "new";
    findings.add(place, [{ kind: `${noun}-added`, effect: isDemanded ? "other" : "compatible", message }]);
  }
}

function keyParameters(parameters: readonly Parameter[]): ReadonlyMap<string, Parameter> {
  const inPath = parameters.filter((parameter) => parameter.in === "path");
  return new Map(
    parameters.map((parameter) => {
      const { in: place, name } = parameter;
      // Names of headers are the same in any case (RFC 9110, section 5.1).
      const mark = place === "path" ? inPath.indexOf(parameter) : place === "header" ? name.toLowerCase() : name;
      return [`${place} ${mark}`, parameter];
    }),
  );
}

function compareParameter(before: Parameter, after: Parameter): readonly Change[] {
  return [
    ...compareRequired(before.required, after.required),
    ...compareListStyle(before, after),
    ...compareDeprecation(before.deprecated, after.deprecated),
    ...compareText(before.name === after.name ? [] : [`name (\`${after.name}\`)`]),
    ...compareText(differingDescription(before.description, after.description)),
  ];
}

function compareListStyle(before: Parameter, after: Parameter): readonly Change[] {
  if (before.listStyle === after.listStyle || before.listStyle === null || after.listStyle === null) return [];
  const message = `list joined by ${after.listStyle} now, was ${before.listStyle}`;
  return [{ kind: "list-style", effect: "other", message }];
}
