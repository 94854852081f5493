import { type Json, textAt } from "#shared/json/json.ts";

import { openApi30Shapes, openApi32Shapes, openApiShapes } from "./openapi-shapes.ts";
import type { Shapes } from "./shape.ts";
import { swaggerShapes } from "./swagger-shapes.ts";

/** The specification a document follows. */
export interface Specification {
  readonly family: "Swagger 2.0" | "OpenAPI 3.0" | "OpenAPI 3.1" | "OpenAPI 3.2";
  /** As written: `3.0.3`. */
  readonly version: string;
  readonly shapes: Shapes;
}

/** Reads the version a document states; null when it states none that docs-build reads. */
export function detectSpecification(document: Json): Specification | null {
  const swagger = textAt(document, "swagger");
  if (swagger === "2.0") return { family: "Swagger 2.0", version: swagger, shapes: swaggerShapes };
  const version = textAt(document, "openapi") ?? "";
  const minor = /^3\.([012])\.\d+(?:-.+)?$/.exec(version)?.[1];
  if (minor === undefined) return null;
  if (minor === "0") return { family: "OpenAPI 3.0", version, shapes: openApi30Shapes };
  if (minor === "1") return { family: "OpenAPI 3.1", version, shapes: openApiShapes };
  return { family: "OpenAPI 3.2", version, shapes: openApi32Shapes };
}
