import type { Server } from "../../model/contract.ts";
import type { JsonObject } from "../../model/json.ts";
import { isObject, listAt, memberOf, objectAt, textAt } from "../../rules/json-value.ts";
import type { Reading } from "./reading.ts";

/** The document's servers, their variables filled in with the defaults. Addresses that a browser could run are left out. */
export function toServers(reading: Reading): readonly Server[] {
  return listAt(reading.document, "servers").flatMap((node) => {
    const url = isObject(node) ? reading.safeUrl(node, "url") : null;
    if (!isObject(node) || url === null) return [];
    return [{ url: fillVariables(url, node), description: reading.html(node, "description") }];
  });
}

function fillVariables(url: string, server: JsonObject): string {
  const variables = objectAt(server, "variables") ?? {};
  return url.replace(/\{([^{}]+)\}/g, (text, name: string) => textAt(memberOf(variables, name), "default") ?? text);
}

/** The path of a server's address, without a trailing slash: `https://api.example.com/v1/` to `/v1`. */
export function toBasePath(url: string): string {
  const path = url.replace(/^(?:[a-z][a-z0-9+.-]*:)?\/\/[^/?#]*/i, "").replace(/[?#].*$/s, "");
  const trimmed = path.replace(/^\/+|\/+$/g, "");
  return trimmed === "" ? "" : `/${trimmed}`;
}
