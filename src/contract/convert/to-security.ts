import type { AuthenticationSetting } from "#shared/config.ts";
import type { OAuthFlow, Security, SecurityScheme } from "#shared/contract/security.ts";
import {
  entriesAt,
  isObject,
  type Json,
  type JsonObject,
  listAt,
  memberOf,
  objectAt,
  textAt,
} from "#shared/json/json.ts";

import type { Reading } from "./reading.ts";

/** How the operations of a document are called: the schemes, and what holds where an operation says nothing. */
export interface Authentication {
  readonly schemes: readonly SecurityScheme[];
  readonly common: Security;
}

/**
 * The ways to authenticate that a document describes or only names. Where it says nothing at all, the header of the
 * settings stands in.
 */
export function toAuthentication(
  reading: Reading,
  operations: readonly JsonObject[],
  setting: AuthenticationSetting,
): Authentication {
  const { document } = reading;
  const owners = [document, ...operations];
  const described = entriesAt(objectAt(document, "components") ?? {}, "securitySchemes");
  const named = owners.flatMap((owner) => toSecurity(memberOf(owner, "security")) ?? []).flat();
  const unknown = new Set(
    named.map(({ scheme }) => scheme).filter((name) => !described.some(([known]) => known === name)),
  );
  const isSilent = described.length + unknown.size === 0 && setting.header !== null;
  const names = [...described.map(([name]) => name), ...unknown, ...(isSilent ? [setting.header ?? ""] : [])];
  const variables = toVariables(names, setting);
  const toVariable = (name: string): string => variables.get(name) ?? setting.variable;
  const standIn = (name: string): SecurityScheme => ({
    ...{ name, type: "other", in: "header", parameterName: setting.header, variable: toVariable(name) },
    ...{ flows: [], description: null, certainty: null },
  });
  return {
    schemes: [
      ...described.map(([name, value]) => toScheme(reading.resolve(value) ?? {}, name, { reading, toVariable })),
      ...names.slice(described.length).map(standIn),
    ],
    common: toSecurity(memberOf(document, "security")) ?? (isSilent ? [[{ scheme: names[0] ?? "", scopes: [] }]] : []),
  };
}

/** The variable of the settings for one scheme, and one of its own for each of several. */
function toVariables(names: readonly string[], setting: AuthenticationSetting): ReadonlyMap<string, string> {
  const taken = new Set<string>();
  return new Map(
    names.map((name, index) => {
      const wanted = names.length === 1 ? setting.variable : variableOf(name, setting);
      const variable = taken.has(wanted) ? `${wanted}_${index + 1}` : wanted;
      taken.add(variable);
      return [name, variable];
    }),
  );
}

/** `appKey` to `API_AUTH_APP_KEY`. */
function variableOf(name: string, { variable }: AuthenticationSetting): string {
  const words = name.replace(/(?<=[a-z\d])(?=[A-Z])/g, "_").replace(/\W+/g, "_");
  return `${variable}_${words.toUpperCase()}`;
}

interface SchemeTools {
  readonly reading: Reading;
  readonly toVariable: (name: string) => string;
}

function toScheme(node: JsonObject, name: string, { reading, toVariable }: SchemeTools): SecurityScheme {
  const type = typeOf(node);
  const place = textAt(node, "in");
  const isPlace = place === "header" || place === "query" || place === "cookie";
  return {
    name,
    type,
    in: type === "apiKey" && isPlace ? place : null,
    parameterName: type === "apiKey" ? textAt(node, "name") : null,
    variable: toVariable(name),
    flows: entriesAt(node, "flows").flatMap(([flow, value]) => (isObject(value) ? toFlow(flow, value, reading) : [])),
    description: reading.text(node, "description"),
    certainty: textAt(node, "x-certainty"),
  };
}

function typeOf(node: JsonObject): SecurityScheme["type"] {
  const type = textAt(node, "type");
  if (type === "apiKey" || type === "oauth2" || type === "openIdConnect" || type === "mutualTLS") return type;
  const scheme = type === "http" ? textAt(node, "scheme")?.toLowerCase() : null;
  return scheme === "basic" || scheme === "bearer" ? scheme : "other";
}

function toFlow(name: string, node: JsonObject, reading: Reading): OAuthFlow {
  const scopes = objectAt(node, "scopes") ?? {};
  return {
    name,
    authorizationUrl: reading.safeUrl(node, "authorizationUrl"),
    tokenUrl: reading.safeUrl(node, "tokenUrl"),
    scopes: Object.keys(scopes).map((scope) => ({ name: scope, description: reading.text(scopes, scope) })),
  };
}

/** What a document or an operation asks of its callers; null where it does not say. */
export function toSecurity(value: Json | undefined): Security | null {
  if (!Array.isArray(value)) return null;
  return value
    .filter(isObject)
    .map((requirement) =>
      Object.keys(requirement).map((scheme) => ({ scheme, scopes: listAt(requirement, scheme).filter(isText) })),
    );
}

function isText(value: Json): value is string {
  return typeof value === "string";
}
