import { toAnswerFailure, type FetchFailure } from "./fetch-failure.ts";
import { showAddress, toLiveAddress } from "./live-address.ts";

/** Where a redirect leads (RFC 9110, section 10.2.2), or why it is not followed: never off the web, never out of https. */
export function toRedirectTarget(from: URL, location: string): URL | FetchFailure {
  const target = URL.canParse(location, from.href) ? toLiveAddress(new URL(location, from).href) : null;
  if (target === null) return toAnswerFailure(`${showAddress(from)} redirects to what is no web address`, null);
  if (from.protocol === "https:" && target.protocol === "http:") {
    return toAnswerFailure(`${showAddress(from)} redirects from https to http, which is not followed`, null);
  }
  return target;
}
