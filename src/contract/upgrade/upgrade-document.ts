import type { Origins } from "#read/origins.ts";
import { type JsonObject, withMembers } from "#shared/json/json.ts";

import type { Specification } from "../structure/specification.ts";
import { transformDocument } from "../structure/walk-document.ts";
import { upgradeSchema } from "./upgrade-schema.ts";
import { upgradeSwagger } from "./upgrade-swagger.ts";

/** A valid, bundled document as OpenAPI 3.1, so that nothing after this needs to know another version. */
export function upgradeDocument(document: JsonObject, specification: Specification, origins: Origins): JsonObject {
  const { family, shapes } = specification;
  if (family === "Swagger 2.0") return upgradeSwagger(document, shapes, origins);
  if (family !== "OpenAPI 3.0") return document;
  const upgraded = withMembers(transformDocument(document, "document", { shapes, origins, edit }), {
    openapi: "3.1.0",
  });
  origins.inherit(upgraded, document);
  return upgraded;
}

function edit(node: JsonObject, shape: string): JsonObject {
  return shape === "schema" ? upgradeSchema(node) : node;
}
