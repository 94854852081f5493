import type { AuthenticationSetting } from "#settings/settings-schema.ts";
import type { OAuthFlow, Security, SecurityScheme } from "#shared/contract/security.ts";
import { diagnose } from "#shared/diagnostics/diagnostic.ts";
import { isList, isObject, objectAt, textAt, textsAt } from "#shared/json/json.ts";

import { DocumentNode } from "./reading.ts";

export interface Authentication {
  readonly schemes: readonly SecurityScheme[];
  /** The security of operations that state none. */
  readonly common: Security;
}

/** Lists the schemes that a document describes or names. Without any, the header of the settings counts. */
export function toAuthentication(
  document: DocumentNode,
  operations: readonly DocumentNode[],
  setting: AuthenticationSetting,
): Authentication {
  const stated = document.node("components").entries("securitySchemes");
  const described = stated.filter(([, node]) => !meansNone(node));
  for (const [, node] of stated) if (meansNone(node)) reportNone(node);
  const named = [document, ...operations].flatMap((owner) => toSecurity(owner) ?? []).flat();
  const unknown = new Set(
    named.map(({ scheme }) => scheme).filter((name) => !described.some(([known]) => known === name)),
  );
  const isSilent = stated.length + unknown.size === 0 && setting.header !== null;
  const names = [...described.map(([name]) => name), ...unknown, ...(isSilent ? [setting.header ?? ""] : [])];
  const variables = toVariables(names, setting);
  const toVariable = (name: string): string => variables.get(name) ?? setting.variable;
  const nothing = new DocumentNode({}, document.reading);
  const toUnknownScheme = (name: string): SecurityScheme => {
    return { ...toScheme(nothing, name, toVariable(name)), in: "header", parameterName: setting.header };
  };
  return {
    schemes: [
      ...described.map(([name, node]) => toScheme(node, name, toVariable(name))),
      ...names.slice(described.length).map(toUnknownScheme),
    ],
    common: toSecurity(document) ?? (isSilent ? [[{ scheme: names[0] ?? "", scopes: [] }]] : []),
  };
}

function toVariables(names: readonly string[], setting: AuthenticationSetting): ReadonlyMap<string, string> {
  const used = new Set<string>();
  return new Map(
    names.map((name, index) => {
      const words = name.replace(/(?<=[a-z\d])(?=[A-Z])/g, "_").replace(/\W+/g, "_");
      const wanted = names.length === 1 ? setting.variable : `${setting.variable}_${words.toUpperCase()}`;
      const variable = used.has(wanted) ? `${wanted}_${index + 1}` : wanted;
      used.add(variable);
      return [name, variable];
    }),
  );
}

function toScheme(node: DocumentNode, name: string, variable: string): SecurityScheme {
  const type = typeOf(node);
  const location = node.text("in");
  const isLocation = location === "header" || location === "query" || location === "cookie";
  // The word is a token (RFC 9110, section 5.6.2).
  const word = type === "other" && node.text("type") === "http" ? node.text("scheme") : null;
  return {
    name,
    type,
    in: type === "apiKey" && isLocation ? location : null,
    parameterName: type === "apiKey" ? node.text("name") : null,
    ...(word !== null && /^[\w!#$%&'*+.^`|~-]+$/.test(word) && { word }),
    variable,
    flows: node.entries("flows").map(([flow, details]) => toFlow(flow, details)),
    bearerFormat: type === "bearer" ? node.text("bearerFormat") : null,
    metadataUrl: node.safeUrl("openIdConnectUrl") ?? node.safeUrl("oauth2MetadataUrl"),
    deprecated: node.flag("deprecated"),
    description: node.markdown("description"),
    certainty: node.text("x-certainty"),
  };
}

function typeOf(node: DocumentNode): SecurityScheme["type"] {
  const type = node.text("type");
  if (type === "apiKey" || type === "oauth2" || type === "openIdConnect" || type === "mutualTLS") return type;
  const scheme = type === "http" ? node.text("scheme")?.toLowerCase() : null;
  return scheme === "basic" || scheme === "bearer" ? scheme : "other";
}

function toFlow(name: string, node: DocumentNode): OAuthFlow {
  // A scope may have any name, `$ref` too.
  const scopes = new DocumentNode(objectAt(node.value, "scopes") ?? {}, node.reading);
  return {
    name,
    authorizationUrl: node.safeUrl("authorizationUrl"),
    deviceAuthorizationUrl: node.safeUrl("deviceAuthorizationUrl"),
    tokenUrl: node.safeUrl("tokenUrl"),
    refreshUrl: node.safeUrl("refreshUrl"),
    scopes: Object.keys(scopes.value).map((scope) => ({ name: scope, description: scopes.markdown(scope) })),
  };
}

/** Null where a document or an operation states no security. */
export function toSecurity(owner: DocumentNode): Security | null {
  const security = owner.member("security");
  if (!isList(security)) return null;
  const schemes = owner.reading.document.node("components").node("securitySchemes");
  return security.filter(isObject).map((requirement) => {
    const names = Object.keys(requirement).filter((name) => !meansNone(schemes.node(name)));
    return names.map((scheme) => ({ scheme, scopes: textsAt(requirement, scheme) }));
  });
}

/** Documents that were made of Postman's collections have a scheme for requests without authentication. */
function meansNone(scheme: DocumentNode): boolean {
  return scheme.text("type") === "http" && /^(?:noauth|none)$/i.test(scheme.text("scheme") ?? "");
}

function reportNone({ value, reading }: DocumentNode): void {
  const message = `there is no HTTP authentication \`${textAt(value, "scheme")}\`: it's read as no authentication`;
  const hint = "remove the scheme, and write `security: []` where no authentication is needed";
  reading.diagnostics.push(diagnose("contract/nonstandard", message, reading.positionOf(value, "scheme"), hint));
}
