import type { Origins } from "#read/yaml/origins.ts";
import {
  compact,
  isObject,
  type Json,
  type JsonObject,
  mapMembers,
  memberOf,
  textAt,
  textsAt,
  toObject,
  withMembers,
} from "#shared/json/json.ts";
import { followReferences } from "#shared/json/json-pointer.ts";

import type { Shapes } from "../structure/shape.ts";
import type { Specification } from "../structure/specification.ts";
import { transformDocument } from "../structure/walk-document.ts";
import { moveQueries } from "./move-queries.ts";
import { moveWords, toFlows } from "./move-words.ts";
import { upgradeSchema } from "./upgrade-schema.ts";
import { withNamedSubtypes } from "./vendor-words.ts";
import {
  type SwaggerContext,
  upgradeOperation,
  upgradeParameters,
  upgradeResponse,
} from "./upgrade-swagger-operation.ts";

/** Upgrades a valid, bundled document to OpenAPI 3.1, so that later steps know a single version. */
export function upgradeDocument(document: JsonObject, specification: Specification, origins: Origins): JsonObject {
  const { family, shapes } = specification;
  if (family === "Swagger 2.0") return upgradeSwagger(document, shapes, origins);
  const edit = (node: JsonObject, shape: string): JsonObject => {
    if (shape === "document" && family === "OpenAPI 3.0") return withMembers(node, { openapi: "3.1.0" });
    if (shape === "components")
      return origins.changeMembers(node, (member, key) =>
        key === "schemas" && isObject(member) ? withNamedSubtypes(member, origins) : member,
      );
    if (shape === "schema") return upgradeSchema(node, origins);
    return shape === "paths" ? moveQueries(node, origins) : moveWords(node, shape, origins);
  };
  return transformDocument(document, { shapes, origins, edit });
}

function upgradeSwagger(source: JsonObject, shapes: Shapes, origins: Origins): JsonObject {
  const edit = (node: JsonObject, shape: string): JsonObject => {
    const reference = textAt(node, "$ref") ?? "";
    const [section, moved] = movedSections.find(([prefix]) => reference.startsWith(prefix)) ?? ["", ""];
    const upgraded = section === "" ? node : withMembers(node, { $ref: reference.replace(section, moved) });
    return shape === "schema" ? upgradeSchema(upgraded, origins) : upgraded;
  };
  const document = transformDocument(source, { shapes, origins, edit });
  const derive: SwaggerContext["derive"] = (from, kept, members) => {
    const own = compact({ ...Object.fromEntries(kept.map((key) => [key, memberOf(from, key)])), ...members });
    const extensions = Object.entries(from).filter(
      ([key]) => key.startsWith("x-") && key !== "x-nullable" && key !== "x-example",
    );
    return origins.inherit(toObject([...Object.entries(own), ...extensions]), from);
  };
  const context: SwaggerContext = {
    derive,
    origins,
    resolve: (value) => followReferences(value, document),
    consumes: textsAt(document, "consumes"),
    produces: textsAt(document, "produces"),
  };
  const { info, security, tags, externalDocs, paths, definitions: schemas, responses, securityDefinitions } = document;
  return derive(document, [], {
    openapi: "3.1.0",
    info,
    servers: toServers(document),
    security,
    tags,
    externalDocs,
    paths: moveQueries(
      upgradeMembers(paths, (item) => upgradePathItem(item, context)),
      origins,
    ),
    components: compact({
      schemas: isObject(schemas) ? withNamedSubtypes(schemas, origins) : undefined,
      responses: upgradeMembers(responses, (response) => upgradeResponse(response, context.produces, context)),
      securitySchemes: upgradeMembers(securityDefinitions, (scheme) => upgradeSecurityScheme(scheme, context)),
    }),
  });
}

function upgradeMembers(section: Json | undefined, upgrade: (node: JsonObject) => Json): JsonObject {
  return mapMembers(isObject(section) ? section : {}, (member) => (isObject(member) ? upgrade(member) : member));
}

const movedSections = [
  ["#/definitions/", "#/components/schemas/"],
  ["#/responses/", "#/components/responses/"],
] as const;

/** Many authors write a host with a scheme or a slash at its end. */
function toServers(document: JsonObject): Json {
  const stated = textAt(document, "host") ?? "";
  const host = stated.replace(/^https?:\/\//i, "").replace(/\/+$/, "");
  const base = (textAt(document, "basePath") ?? "").replace(/^(?!\/|$)/, "/");
  const named = [...textsAt(document, "schemes"), ...(/^https?(?=:)/i.exec(stated) ?? [])];
  const schemes = [...new Set(named)].filter((scheme) => scheme === "http" || scheme === "https");
  if (host === "") return [{ url: base || "/" }];
  const prefixes = schemes.length > 0 ? schemes.map((scheme) => `${scheme}://`) : ["//"];
  return prefixes.map((prefix) => ({ url: `${prefix}${host}${base}` }));
}

const methods = new Set(["get", "put", "post", "delete", "options", "head", "patch"]);

function upgradePathItem(item: JsonObject, context: SwaggerContext): JsonObject {
  const { parameters, payload } = upgradeParameters(item, context);
  const operations = Object.entries(item)
    .filter(([key]) => methods.has(key))
    .map(([method, node]) => [method, isObject(node) ? upgradeOperation(node, payload, context) : node] as const);
  return context.derive(item, [], {
    parameters: parameters.length > 0 ? parameters : undefined,
    ...Object.fromEntries(operations),
  });
}

function upgradeSecurityScheme(scheme: JsonObject, { derive }: SwaggerContext): JsonObject {
  const { type, description, name, in: location } = scheme;
  if (type === "basic") return derive(scheme, [], { type: "http", scheme: "basic", description });
  if (type !== "oauth2") return derive(scheme, [], { type: "apiKey", name, in: location, description });
  return derive(scheme, [], { type: "oauth2", flows: toFlows(scheme), description });
}
