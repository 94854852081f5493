import type { Markdown } from "./text.ts";

/** A security scheme (OpenAPI 3.1, section 4.8.27). */
export interface SecurityScheme {
  readonly name: string;
  readonly type: "apiKey" | "basic" | "bearer" | "oauth2" | "openIdConnect" | "mutualTLS" | "other";
  /** The location and name of an API key; null for other types. */
  readonly in: "header" | "query" | "cookie" | null;
  readonly parameterName: string | null;
  /** The word before the secret, for an HTTP scheme other than basic and bearer (RFC 9110, section 11.4): `Token`. */
  readonly word?: string;
  /** The environment variable for the secret in samples: `API_AUTH`. */
  readonly variable: string;
  readonly flows: readonly OAuthFlow[];
  /** The form of a bearer token, such as `JWT`; null if it isn't stated. */
  readonly bearerFormat: string | null;
  /** The address of the server's metadata (OpenID Connect Discovery, RFC 8414); null if it isn't stated. */
  readonly metadataUrl: string | null;
  readonly deprecated: boolean;
  readonly description: Markdown | null;
  readonly certainty: string | null;
}

/** A way to get an access token (RFC 6749). */
export interface OAuthFlow {
  /** `authorizationCode` */
  readonly name: string;
  readonly authorizationUrl: string | null;
  /** The address where a device gets a code that its user enters elsewhere (RFC 8628). */
  readonly deviceAuthorizationUrl: string | null;
  readonly tokenUrl: string | null;
  /** The address for renewing a token; null if it's the token's own. */
  readonly refreshUrl: string | null;
  readonly scopes: readonly { readonly name: string; readonly description: Markdown | null }[];
}

/** `authorizationCode` to `authorization code`. */
export function flowName(flow: string): string {
  return flow.replace(/(?<=[a-z])(?=[A-Z])/g, " ").toLowerCase();
}

/** The addresses of a flow, each with readers' words for what it's for. */
export function flowAddresses(flow: OAuthFlow): readonly (readonly [words: string, address: string])[] {
  const { authorizationUrl, deviceAuthorizationUrl, tokenUrl, refreshUrl } = flow;
  const addresses = [
    ["Sign in at", authorizationUrl],
    ["Device code from", deviceAuthorizationUrl],
    ["Token from", tokenUrl],
    ["Renewed at", refreshUrl],
  ] as const;
  return addresses.flatMap(([words, address]) => (address === null ? [] : [[words, address] as const]));
}

/** A scheme that an operation requires, with the required scopes. */
export interface Requirement {
  readonly scheme: string;
  readonly scopes: readonly string[];
}

/**
 * An operation's security requirements: alternatives, each a set of schemes that are required together. No
 * alternatives, or an empty set, require nothing.
 */
export type Security = readonly (readonly Requirement[])[];

/** The location and form of a scheme's secret (RFC 6750 for bearer, RFC 7617 for basic: `user:password`). */
export interface SecretLocation {
  readonly in: "header" | "query" | "cookie";
  readonly name: string;
  readonly form: "plain" | "bearer" | "basic";
  /** Comes before a plain secret, separated by a space. */
  readonly word?: string;
}

/** The facts that decide where a scheme's secret goes. */
export type LocatedScheme = Pick<SecurityScheme, "type" | "in" | "parameterName" | "word">;

/** The location of a scheme's secret; null for a client certificate, which isn't part of a request. */
export function secretLocationOf(scheme: LocatedScheme): SecretLocation | null {
  const name = scheme.parameterName ?? "Authorization";
  switch (scheme.type) {
    case "apiKey":
      return { in: scheme.in ?? "header", name, form: "plain" };
    case "basic":
      return { in: "header", name, form: "basic" };
    case "bearer":
    case "oauth2":
    case "openIdConnect":
      return { in: "header", name, form: "bearer" };
    case "other":
      return { in: "header", name, form: "plain", ...(scheme.word !== undefined && { word: scheme.word }) };
    case "mutualTLS":
      return null;
  }
}

type NamedScheme = LocatedScheme & Pick<SecurityScheme, "name">;

/** True if another scheme uses the same header or parameter, so that only their names differ. */
export function sharesLocation(scheme: NamedScheme, schemes: readonly NamedScheme[]): boolean {
  const key = locationKey(secretLocationOf(scheme) ?? certificate);
  return schemes.some(
    (candidate) => candidate.name !== scheme.name && locationKey(secretLocationOf(candidate) ?? certificate) === key,
  );
}

/** A secret that a sample reads from the environment, with its location; for a client certificate, the file's name. */
export interface Credential extends Omit<SecretLocation, "in"> {
  readonly in: SecretLocation["in"] | "certificate";
  readonly variable: string;
}

const certificate = { in: "certificate", name: "", form: "plain" } as const;

/**
 * The secrets of schemes that are required together. If several use the same header or parameter, the first one counts.
 */
export function toCredentials(
  schemes: readonly (LocatedScheme & Pick<SecurityScheme, "variable">)[],
): readonly Credential[] {
  const credentials = schemes.map((scheme): Credential => {
    return { ...(secretLocationOf(scheme) ?? certificate), variable: scheme.variable };
  });
  const keys = credentials.map(locationKey);
  return credentials.filter((credential, index) => keys.indexOf(locationKey(credential)) === index);
}

/** Header names are case-insensitive. */
function locationKey({ in: location, name }: { readonly in: string; readonly name: string }): string {
  return `${location} ${location === "header" ? name.toLowerCase() : name}`;
}

/** The secrets of an operation's samples, which use its first alternative. */
export function sampleCredentials(security: Security, schemes: readonly SecurityScheme[]): readonly Credential[] {
  const [first = []] = security;
  return toCredentials(first.flatMap(({ scheme }) => schemes.find(({ name }) => name === scheme) ?? []));
}

/** True for a parameter that repeats a scheme's secret. */
export function isSecret(
  parameter: { readonly in: string; readonly name: string },
  schemes: readonly LocatedScheme[],
): boolean {
  return schemes.some((scheme) => {
    const location = secretLocationOf(scheme);
    return location !== null && locationKey(location) === locationKey(parameter);
  });
}
