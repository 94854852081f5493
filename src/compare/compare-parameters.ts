import type { Parameter } from "#shared/contract/operation.ts";

import { type Change, toAddition } from "./change.ts";
import { compareDeprecation, compareRequired, compareText, differingDescription } from "./compare-keywords.ts";
import type { SchemaComparison, SchemaContext } from "./compare-schemas.ts";
import type { DifferenceCollector } from "./differences.ts";

export interface PartTools {
  readonly findings: DifferenceCollector;
  readonly schemas: SchemaComparison;
}

interface ParameterComparison {
  readonly before: readonly Parameter[];
  readonly after: readonly Parameter[];
  readonly noun: "parameter" | "header";
  readonly contextOf: (parameter: Parameter) => SchemaContext;
}

/** Pairs parameters by name and location; those of a path by their order, since their names don't travel. */
export function compareParameters(comparison: ParameterComparison, { findings, schemas }: PartTools): void {
  const { before, after, noun, contextOf } = comparison;
  const [known, now] = [keyParameters(before), keyParameters(after)];
  for (const [key, parameter] of known) {
    const context = contextOf(parameter);
    const successor = now.get(key);
    if (successor) {
      findings.add(context, compareParameter(parameter, successor));
      schemas.compare(parameter.schema, successor.schema, context);
    } else if (parameter.in !== "path") {
      findings.add(context, [{ kind: `${noun}-removed`, effect: "different", message: "gone" }]);
    }
  }
  for (const [key, parameter] of now) {
    if (known.has(key) || parameter.in === "path") continue;
    const context = { ...contextOf(parameter), position: null };
    findings.add(context, [toAddition(`${noun}-added`, context.direction === "request" && parameter.required)]);
  }
}

function keyParameters(parameters: readonly Parameter[]): ReadonlyMap<string, Parameter> {
  const inPath = parameters.filter((parameter) => parameter.in === "path");
  return new Map(
    parameters.map((parameter) => {
      const { in: location, name } = parameter;
      // Names of headers are the same in any case (RFC 9110, section 5.1).
      const key = location === "path" ? inPath.indexOf(parameter) : location === "header" ? name.toLowerCase() : name;
      return [`${location} ${key}`, parameter];
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
  return [{ kind: "list-style", effect: "different", message }];
}
