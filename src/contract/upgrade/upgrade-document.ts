import type { Origins } from "#read/origins.ts";
import {
  compact,
  entriesAt,
  isObject,
  type Json,
  type JsonObject,
  listAt,
  memberOf,
  objectAt,
  textAt,
  textsAt,
  toObject,
  withMembers,
} from "#shared/json/json.ts";

import { resolveReference } from "../structure/follow-reference.ts";
import type { Shapes } from "../structure/shape.ts";
import type { Specification } from "../structure/specification.ts";
import { transformDocument } from "../structure/transform-document.ts";
import { upgradeSchema } from "./upgrade-schema.ts";
import {
  isPayload,
  type SwaggerContext,
  upgradeOperation,
  upgradeParameter,
  upgradeResponse,
} from "./upgrade-swagger-operation.ts";

/** A valid, bundled document as OpenAPI 3.1, so that nothing after this needs to know another version. */
export function upgradeDocument(document: JsonObject, specification: Specification, origins: Origins): JsonObject {
  const { family, shapes } = specification;
  if (family === "Swagger 2.0") return upgradeSwagger(document, shapes, origins);
  const upgraded = transformDocument(document, "document", { shapes, origins, edit });
  if (family !== "OpenAPI 3.0") return upgraded;
  const named = withMembers(upgraded, { openapi: "3.1.0" });
  origins.inherit(named, document);
  return named;
}

function edit(node: JsonObject, shape: string): JsonObject {
  return shape === "schema" ? upgradeSchema(node) : node;
}

/** A Swagger 2.0 document as OpenAPI 3.1. Objects made here are found where the objects they come from were written. */
function upgradeSwagger(source: JsonObject, shapes: Shapes, origins: Origins): JsonObject {
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
    resolve: (value) => resolveReference(document, value),
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
  return shape === "schema" ? upgradeSchema(moved) : moved;
}

/** A host is often written with a scheme, or with a slash behind it. */
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

/** Names that OpenAPI 3 gave OAuth's flows. */
const flowNames: ReadonlyMap<string, string> = new Map([
  ["application", "clientCredentials"],
  ["accessCode", "authorizationCode"],
]);

/** An entry of `securityDefinitions` as a security scheme. */
function upgradeSecurityScheme(scheme: JsonObject, { derive }: SwaggerContext): JsonObject {
  const description = memberOf(scheme, "description");
  const type = textAt(scheme, "type");
  if (type === "basic") return derive(scheme, { type: "http", scheme: "basic", description });
  if (type !== "oauth2") {
    const [name, place] = [memberOf(scheme, "name"), memberOf(scheme, "in")];
    return derive(scheme, { type: "apiKey", name, in: place, description });
  }
  const flow = textAt(scheme, "flow") ?? "implicit";
  const details = compact({
    authorizationUrl: memberOf(scheme, "authorizationUrl"),
    tokenUrl: memberOf(scheme, "tokenUrl"),
    scopes: memberOf(scheme, "scopes") ?? {},
  });
  return derive(scheme, { type: "oauth2", flows: { [flowNames.get(flow) ?? flow]: details }, description });
}
