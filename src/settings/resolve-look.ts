import { joinPolicies, type PolicyDirective, type PolicySources } from "#shared/policy.ts";

import type { HeadElement, LookSettings } from "./look-schema.ts";

/** The site's own look. */
export type LookSetting = ReturnType<typeof resolveLook>;

/** The look from the settings, with what the policy must allow for it. */
export function resolveLook({ logo, favicon, accent, fonts, css, head, policy }: LookSettings) {
  const needed = head.flatMap((element) => [element.policy, neededBy(element)]);
  // What follows are the site's own files of a kind that its pages load none of otherwise.
  const ownFonts: PolicySources = fonts !== null || css !== null ? { "font-src": ["'self'"] } : {};
  const hasManifest = head.some(({ element, attributes }) => element === "link" && attributes["rel"] === "manifest");
  const ownManifest: PolicySources = hasManifest ? { "manifest-src": ["'self'"] } : {};
  return {
    logo,
    favicon,
    accent,
    fonts: fonts ?? [],
    css,
    head,
    policy: joinPolicies([policy, ...needed, ownFonts, ownManifest]),
  };
}

function neededBy({ element, attributes: { src, href, rel, as } }: HeadElement): PolicySources {
  if (element === "meta") return {};
  const address = element === "script" ? src : href;
  const directive = element === "script" ? "script-src" : directiveOfLink(String(rel ?? ""), as);
  const isWeb = typeof address === "string" && /^https?:/i.test(address);
  return directive === null || !isWeb ? {} : { [directive]: [new URL(address).origin] };
}

/** CSP 3, 6.8.1: decided by the link's relation and by what it's preloaded for. */
function directiveOfLink(rel: string, as: unknown): PolicyDirective | null {
  const relations = rel.toLowerCase().split(/\s+/);
  if (relations.includes("stylesheet")) return "style-src";
  if (relations.includes("modulepreload")) return "script-src";
  if (relations.includes("manifest")) return "manifest-src";
  if (relations.some((relation) => /(?:^|-)icon$/.test(relation))) return "img-src";
  const preloaded = new Map<unknown, PolicyDirective>([
    ["script", "script-src"],
    ["style", "style-src"],
    ["font", "font-src"],
    ["image", "img-src"],
  ]);
  return relations.includes("preload") ? (preloaded.get(as) ?? null) : null;
}
