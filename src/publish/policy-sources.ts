import { type CallServer, fillVariables } from "#shared/contract/server.ts";

/**
 * The sources of a content policy that cover a server (CSP 3, 2.3.1), whatever values its variables get: each value that
 * is listed, and for a part of the name that may be anything every name below the rest of it. Where that would be half of
 * the web, there is the default only.
 */
export function toSources({ template, variables }: CallServer): readonly string[] {
  const [origin = ""] = /^(?:[^/?#]*\/\/)?[^/?#]*/.exec(template) ?? [];
  const used = variables.filter(({ name }) => origin.includes(`{${name}}`));
  const listed = used.reduce<readonly string[]>(
    (origins, { name, enum: values }) =>
      values.length === 0
        ? origins
        : origins.flatMap((text) => values.map((value) => fill(text, name, value))).slice(0, mostOrigins),
    [origin],
  );
  const preset = new Map(used.map((variable) => [variable.name, variable.default]));
  return [
    ...new Set([
      fillVariables(origin, preset),
      ...listed.map((text) => fillVariables(text, preset)),
      ...listed.flatMap(toWildcard),
    ]),
  ].flatMap(toSource);
}

/** More than this are no longer a choice. */
const mostOrigins = 100;

function fill(text: string, name: string, value: string): string {
  return fillVariables(text, new Map([[name, value]]));
}

/** `https://{tenant}.example.com` to `https://*.example.com`; nothing when less than two labels are known. */
function toWildcard(origin: string): readonly string[] {
  const [, scheme = "", known = ""] = /^(https?:\/\/|\/\/)[^/]*\}[^.{}/]*\.([\w.-]+(?::\d+)?)$/i.exec(origin) ?? [];
  return /[^.]\.[^.]/.test(known) ? [`${scheme}*.${known}`] : [];
}

/** A server without a scheme has that of the page. */
function toSource(origin: string): readonly string[] {
  const plain = origin.replace("//*.", "//wildcard.");
  const url = URL.canParse(plain, "https://page.example") ? new URL(plain, "https://page.example") : null;
  if (url === null || !/^(?:https?:)?\/\/[^/]/i.test(origin) || !/^https?:$/.test(url.protocol)) return [];
  // A name may hold what ends a source or a directive.
  if (!/^[\w.:[\]-]+$/.test(url.host)) return [];
  const source = origin.startsWith("//") ? url.host : url.origin;
  return [plain === origin ? source : source.replace("wildcard.", "*.")];
}
