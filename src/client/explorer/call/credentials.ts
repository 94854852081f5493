import type { ExplorerScheme } from "../../../model/explorer.ts";
import type { NameValue } from "../../../model/request.ts";

/** How a scheme's secret travels. */
export type Credential =
  | { readonly kind: "header" | "query" | "cookie"; readonly name: string; readonly value: string }
  /** The browser or a client certificate sees to it. */
  | { readonly kind: "none" };

/** What a call carries for a scheme (RFC 7617 for basic, RFC 6750 for bearer). A basic secret is `user:password`. */
export function toCredential({ type, in: place, parameterName }: ExplorerScheme, secret: string): Credential {
  switch (type) {
    case "apiKey":
      return { kind: place ?? "header", name: parameterName ?? "Authorization", value: secret };
    case "basic":
      return { kind: "header", name: "Authorization", value: `Basic ${toBase64(secret)}` };
    case "bearer":
    case "oauth2":
    case "openIdConnect":
      return { kind: "header", name: "Authorization", value: `Bearer ${secret.replace(/^bearer\s+/i, "")}` };
    case "mutualTLS":
      return { kind: "none" };
    case "other":
      return { kind: "header", name: "Authorization", value: secret };
  }
}

function toBase64(text: string): string {
  return btoa(String.fromCharCode(...new TextEncoder().encode(text)));
}

/** The credential as pages may show it. */
export function toMasked(credential: Credential): Credential {
  return credential.kind === "none" ? credential : { ...credential, value: "YOUR_SECRET" };
}

/** The credentials that travel in a place, as pairs. */
export function pairsIn(
  credentials: readonly Credential[],
  place: "header" | "query" | "cookie",
): readonly NameValue[] {
  return credentials.flatMap((credential) =>
    credential.kind === place ? [{ name: credential.name, value: credential.value }] : [],
  );
}
