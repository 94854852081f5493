import type { SecurityScheme } from "../../model/contract.ts";
import type { JsonObject } from "../../model/json.ts";
import { entriesAt, objectAt, textAt } from "../../rules/json-value.ts";
import type { Reading } from "./reading.ts";

/** The ways to authenticate that the document describes. */
export function toSecuritySchemes(reading: Reading): readonly SecurityScheme[] {
  const components = objectAt(reading.document, "components") ?? {};
  return entriesAt(components, "securitySchemes").map(([name, value]) => {
    const node = reading.resolve(value) ?? {};
    const type = typeOf(node);
    const place = textAt(node, "in");
    const isPlace = place === "header" || place === "query" || place === "cookie";
    return {
      name,
      type,
      in: type === "apiKey" && isPlace ? place : null,
      parameterName: type === "apiKey" ? textAt(node, "name") : null,
      description: reading.html(node, "description"),
      certainty: textAt(node, "x-certainty"),
    };
  });
}

function typeOf(node: JsonObject): SecurityScheme["type"] {
  const type = textAt(node, "type");
  if (type === "apiKey" || type === "oauth2" || type === "openIdConnect" || type === "mutualTLS") return type;
  const scheme = type === "http" ? textAt(node, "scheme")?.toLowerCase() : null;
  return scheme === "basic" || scheme === "bearer" ? scheme : "other";
}
