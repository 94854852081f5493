import { isObject, type Json, memberOf, toText } from "#shared/json/json.ts";

import { componentFields, openApi32Shapes, openApiShapes } from "./openapi-shapes.ts";
import type { Family, Shapes } from "./shape.ts";
import { swaggerShapes } from "./swagger-shapes.ts";

export interface Specification {
  readonly family: Family;
  /** As readers call it, with the version as written: `OpenAPI 3.0.3`. */
  readonly title: string;
  readonly shapes: Shapes;
}

/** Null for a version that docs-build doesn't read. A version without quotes is a number in YAML. */
export function detectSpecification(document: Json): Specification | null {
  const swagger = toText(memberOf(document, "swagger") ?? "");
  if (/^2(?:\.0)*$/.test(swagger)) return { family: "Swagger 2.0", title: "Swagger 2.0", shapes: swaggerShapes };
  const version = toText(memberOf(document, "openapi") ?? "");
  const [stated, minor = "0"] = /^3(?:\.(\d+))?(?![\d])/.exec(version) ?? [];
  if (stated === undefined || Number(minor) > 2) return null;
  const title = `OpenAPI ${version}`;
  if (minor === "0") return { family: "OpenAPI 3.0", title, shapes: openApiShapes };
  if (minor === "1") return { family: "OpenAPI 3.1", title, shapes: openApiShapes };
  return { family: "OpenAPI 3.2", title, shapes: openApi32Shapes };
}

/** The path to the named objects of each shape: `["components", "schemas"]` for a `schema`. */
type Sections = ReadonlyMap<string, readonly string[]>;

export function sectionsOf(document: Json): Sections {
  return isObject(document) && Object.hasOwn(document, "swagger") ? swaggerSections : openApiSections;
}

/** A path item has no section: it replaces the reference to it. */
const openApiSections: Sections = new Map(
  Object.entries(componentFields)
    .map(([section, notation]): readonly [string, string[]] => [notation.slice(1, -1), ["components", section]])
    .filter(([shape]) => shape !== "pathItem"),
);

const swaggerSections: Sections = new Map([
  ["schema", ["definitions"]],
  ["response", ["responses"]],
  ["parameter", ["parameters"]],
  ["securityScheme", ["securityDefinitions"]],
]);

/** The shape of the named object that a pointer leads to; null when it leads to something else. */
export function shapeOfComponent(document: Json, tokens: readonly string[]): string | null {
  for (const [shape, section] of sectionsOf(document)) {
    if (tokens.length === section.length + 1 && section.every((key, index) => key === tokens[index])) return shape;
  }
  return null;
}
