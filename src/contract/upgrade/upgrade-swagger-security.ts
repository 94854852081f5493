import type { JsonObject } from "../../model/json.ts";
import { compact, memberOf, textAt } from "../../rules/json-value.ts";
import type { SwaggerContext } from "./swagger-context.ts";

/** Names that OpenAPI 3 gave OAuth's flows. */
const flowNames: ReadonlyMap<string, string> = new Map([
  ["application", "clientCredentials"],
  ["accessCode", "authorizationCode"],
]);

/** An entry of `securityDefinitions` as a security scheme. */
export function upgradeSecurityScheme(scheme: JsonObject, { derive }: SwaggerContext): JsonObject {
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
