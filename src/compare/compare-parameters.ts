import type { Parameter } from "#shared/contract/operation.ts";

import { type Change, showMember, toAddition } from "./change.ts";
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
    ...compareNotation(before, after),
    ...compareDeprecation(before.deprecated, after.deprecated),
    ...compareText(before.name === after.name ? [] : [`name (\`${after.name}\`)`]),
    ...compareText(differingDescription(before.description, after.description)),
  ];
}

function compareNotation(before: Parameter, after: Parameter): readonly Change[] {
  if (before.listStyle !== null && after.listStyle !== null) {
    if (before.listStyle === after.listStyle) return [];
    return [toNotation(`list joined by ${after.listStyle} now, was ${before.listStyle}`)];
  }
  const [known, now] = [before.notation, after.notation];
  if (![before, after].every(({ schema }) => schema.types.includes("object"))) return [];
  if (known.style !== now.style) return [toNotation(showMember("style", known.style, now.style))];
  if (known.isExploded === now.isExploded || known.style === "deepObject") return [];
  return [toNotation(showMember("explode", known.isExploded, now.isExploded))];
}

function toNotation(message: string): Change {
  return { kind: "list-style", effect: "different", message };
}
