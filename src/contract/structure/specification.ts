import { type JsonObject, memberOf, toText } from "#shared/json/json.ts";

import { openApi32Shapes, openApiShapes } from "./openapi-shapes.ts";
import type { Shapes } from "./shape.ts";
import { swaggerShapes } from "./swagger-shapes.ts";

/** The specification a document follows. */
export interface Specification {
  readonly family: "Swagger 2.0" | "OpenAPI 3.0" | "OpenAPI 3.1" | "OpenAPI 3.2";
  /** As written: `3.0.3`. */
  readonly version: string;
  readonly shapes: Shapes;
}

/**
 * Reads the version a document states; null when it states none that docs-build reads. Without quotes it is a number to
 * YAML.
 */
export function detectSpecification(document: JsonObject): Specification | null {
  const swagger = toText(memberOf(document, "swagger") ?? "");
  if (/^2(?:\.0)*$/.test(swagger)) return { family: "Swagger 2.0", version: "2.0", shapes: swaggerShapes };
  const version = toText(memberOf(document, "openapi") ?? "");
  const [stated, minor = "0"] = /^3(?:\.(\d+))?(?![\d])/.exec(version) ?? [];
  if (stated === undefined || Number(minor) > 2) return null;
  if (minor === "0") return { family: "OpenAPI 3.0", version, shapes: openApiShapes };
  if (minor === "1") return { family: "OpenAPI 3.1", version, shapes: openApiShapes };
  return { family: "OpenAPI 3.2", version, shapes: openApi32Shapes };
}
