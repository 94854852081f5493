import { type JsonObject, objectAt } from "#shared/json/json.ts";

const openApiSections: ReadonlyMap<string, string> = new Map([
  ["schema", "schemas"],
  ["response", "responses"],
  ["parameter", "parameters"],
  ["example", "examples"],
  ["requestBody", "requestBodies"],
  ["header", "headers"],
  ["securityScheme", "securitySchemes"],
  ["link", "links"],
  ["callback", "callbacks"],
  ["mediaType", "mediaTypes"],
]);

const swaggerSections: ReadonlyMap<string, string> = new Map([
  ["schema", "definitions"],
  ["response", "responses"],
  ["parameter", "parameters"],
]);

/** Path of the object that holds the named objects of a shape: `["components", "schemas"]`; null when there is none. */
export function sectionPath(document: JsonObject, shape: string): readonly string[] | null {
  const isSwagger = Object.hasOwn(document, "swagger");
  const section = (isSwagger ? swaggerSections : openApiSections).get(shape);
  if (section === undefined) return null;
  return isSwagger ? [section] : ["components", section];
}

/** The named objects of a shape; empty when the document has none. */
export function sectionOf(document: JsonObject, shape: string): JsonObject {
  const path = sectionPath(document, shape);
  let section: JsonObject | null = path ? document : null;
  for (const key of path ?? []) section = objectAt(section ?? undefined, key);
  return section ?? {};
}

/** What kind of named object a pointer of two or three tokens names; null when it names none. */
export function shapeOfComponent(document: JsonObject, tokens: readonly string[]): string | null {
  const isSwagger = Object.hasOwn(document, "swagger");
  const section = isSwagger ? tokens[0] : tokens[0] === "components" ? tokens[1] : undefined;
  if (section === undefined || tokens.length !== (isSwagger ? 2 : 3)) return null;
  for (const [shape, name] of isSwagger ? swaggerSections : openApiSections) if (name === section) return shape;
  return null;
}
