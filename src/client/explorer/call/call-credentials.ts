import type { ExplorerData, ExplorerScheme } from "../../../model/explorer.ts";
import { pageSession } from "../page-session.ts";
import { toCredential, type Credential } from "./credentials.ts";
import type { Target } from "./target.ts";

/** What a call to a server carries for a set of schemes, from what the reader has entered. */
export function callCredentials(
  { scope }: ExplorerData,
  target: Target,
  schemes: readonly ExplorerScheme[],
): readonly Credential[] {
  return schemes.flatMap((scheme) => {
    const secret = pageSession.secrets.get({ scope, target, scheme });
    return secret === "" ? [] : [toCredential(scheme, secret)];
  });
}
