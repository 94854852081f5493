import type { Json, JsonObject } from "../../model/json.ts";
import { resolveIn } from "../../rules/find-operation.ts";
import {
  compact,
  entriesAt,
  isObject,
  listAt,
  memberOf,
  objectAt,
  textAt,
  textsAt,
  toObject,
} from "../../rules/json-value.ts";
import type { Origins } from "../source/origins.ts";
import type { Shapes } from "../specification/shape.ts";
import type { SwaggerContext } from "./swagger-context.ts";
import { transformDocument } from "../specification/transform-document.ts";
import { upgradeSchema } from "./upgrade-schema.ts";
import { upgradeOperation } from "./upgrade-swagger-operation.ts";
import { isPayload, upgradeParameter } from "./upgrade-swagger-parameter.ts";
import { upgradeResponse } from "./upgrade-swagger-response.ts";
import { upgradeSecurityScheme } from "./upgrade-swagger-security.ts";

/** A Swagger 2.0 document as OpenAPI 3.1. Objects made here are found where the objects they come from were written. */
export function upgradeSwagger(source: JsonObject, shapes: Shapes, origins: Origins): JsonObject {
  const document = transformDocument(source, "document", { shapes, origins, edit: upgradeNode });
  const inherit = (made: JsonObject, from: JsonObject): JsonObject => {
    origins.inherit(made, from);
    return made;
  };
  const derive: SwaggerContext["derive"] = (from, members) =>
    inherit(toObject([...Object.entries(compact(members)), ...extensionsOf(from)]), from);
  const context: SwaggerContext = {
    derive,
    inherit,
    resolve: (value) => resolveIn(document, value),
    consumes: textsAt(document, "consumes"),
    produces: textsAt(document, "produces"),
  };
  return derive(document, {
    openapi: "3.1.0",
    info: memberOf(document, "info"),
    servers: toServers(document),
    security: memberOf(document, "security"),
    tags: memberOf(document, "tags"),
    externalDocs: memberOf(document, "externalDocs"),
    paths: upgradePaths(document, context),
    components: upgradeComponents(document, context),
  });
}

function extensionsOf(node: JsonObject): readonly (readonly [string, Json])[] {
  return Object.entries(node).filter(([key]) => key.startsWith("x-") && key !== "x-nullable" && key !== "x-example");
}

/** Where named objects move to. */
const sections: ReadonlyMap<string, string> = new Map([
  ["#/definitions/", "#/components/schemas/"],
  ["#/responses/", "#/components/responses/"],
]);

function upgradeNode(node: JsonObject, shape: string): JsonObject {
  const reference = textAt(node, "$ref") ?? "";
  const section = [...sections.keys()].find((prefix) => reference.startsWith(prefix));
  const moved =
    section === undefined
      ? node
      : toObject([...Object.entries(node), ["$ref", reference.replace(section, sections.get(section) ?? "")]]);
  return shape === "schema" ? upgradeSwaggerSchema(moved) : moved;
}

function upgradeSwaggerSchema(schema: JsonObject): JsonObject {
  const upgraded = upgradeSchema(schema);
  const discriminator = textAt(upgraded, "discriminator");
  const isFile = textAt(upgraded, "type") === "file";
  if (discriminator === null && !isFile) return upgraded;
  return toObject([
    ...Object.entries(upgraded),
    ...(discriminator === null ? [] : [["discriminator", { propertyName: discriminator }] as const]),
    ...(isFile
      ? ([
          ["type", "string"],
          ["format", "binary"],
        ] as const)
      : []),
  ]);
}

function toServers(document: JsonObject): Json {
  const host = textAt(document, "host");
  const base = (textAt(document, "basePath") ?? "").replace(/^(?!\/|$)/, "/");
  const schemes = textsAt(document, "schemes").filter((scheme) => scheme === "http" || scheme === "https");
  if (host === null) return [{ url: base || "/" }];
  const prefixes = schemes.length > 0 ? schemes.map((scheme) => `${scheme}://`) : ["//"];
  return prefixes.map((prefix) => ({ url: `${prefix}${host}${base}` }));
}

function upgradePaths(document: JsonObject, context: SwaggerContext): JsonObject {
  const paths = objectAt(document, "paths") ?? {};
  return toObject(
    Object.entries(paths).map(
      ([path, item]) => [path, isObject(item) ? upgradePathItem(item, context) : item] as const,
    ),
  );
}

const methods = new Set(["get", "put", "post", "delete", "options", "head", "patch"]);

/** A body or form that a path states for all its operations becomes each operation's own. */
function upgradePathItem(item: JsonObject, context: SwaggerContext): JsonObject {
  const shared = listAt(item, "parameters")
    .map(context.resolve)
    .filter((parameter) => parameter !== null);
  const parameters = shared.filter((parameter) => !isPayload(parameter));
  const payload = shared.filter(isPayload);
  const operations = Object.entries(item)
    .filter(([key]) => methods.has(key))
    .map(([method, node]) => [method, isObject(node) ? upgradeOperation(node, payload, context) : node] as const);
  const upgraded = parameters.map((parameter) => upgradeParameter(parameter, context));
  return context.derive(item, {
    parameters: upgraded.length > 0 ? upgraded : undefined,
    ...Object.fromEntries(operations),
  });
}

function upgradeComponents(document: JsonObject, context: SwaggerContext): JsonObject {
  const responses = entriesAt(document, "responses").map(
    ([name, response]) => [name, upgradeResponse(response, context.produces, context)] as const,
  );
  const schemes = entriesAt(document, "securityDefinitions").map(
    ([name, scheme]) => [name, isObject(scheme) ? upgradeSecurityScheme(scheme, context) : scheme] as const,
  );
  return compact({
    schemas: memberOf(document, "definitions"),
    responses: toObject(responses),
    securitySchemes: toObject(schemes),
  });
}
