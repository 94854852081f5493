/** The parts of a Content-Security-Policy (W3C CSP 3) that a site may add to. */
export const policyDirectives = [
  "script-src",
  "style-src",
  "img-src",
  "font-src",
  "media-src",
  "connect-src",
  "frame-src",
  "worker-src",
  "manifest-src",
  "form-action",
] as const;

export type PolicyDirective = (typeof policyDirectives)[number];

/** Sources by directive, in the policy's own notation. */
export type PolicySources = Readonly<Partial<Record<PolicyDirective, readonly string[]>>>;

/** Merges the sources of several policies without repeats. */
export function joinPolicies(policies: readonly PolicySources[]): PolicySources {
  const entries = policyDirectives.map((directive) => {
    const sources = policies.flatMap((policy) => policy[directive] ?? []);
    return [directive, [...new Set(sources)]] as const;
  });
  return Object.fromEntries(entries.filter(([, sources]) => sources.length > 0));
}

/** The directive of a link, which its relation and what it preloads decide (CSP 3, 6.8.1); null if it needs none. */
export function directiveOfLink(relation: string, preloaded: unknown): PolicyDirective | null {
  const relations = relation.toLowerCase().split(/\s+/);
  if (relations.includes("stylesheet")) return "style-src";
  if (relations.includes("modulepreload")) return "script-src";
  if (relations.includes("manifest")) return "manifest-src";
  if (relations.some((name) => /(?:^|-)icon$/.test(name))) return "img-src";
  const byKind = new Map<unknown, PolicyDirective>([
    ["script", "script-src"],
    ["style", "style-src"],
    ["font", "font-src"],
    ["image", "img-src"],
  ]);
  return relations.includes("preload") ? (byKind.get(preloaded) ?? null) : null;
}

/** The sources of one directive in a policy's text. */
export function sourcesIn(policy: string, directive: string): readonly string[] {
  const [, ...sources] =
    policy
      .split(";")
      .map((part) => part.trim().split(/\s+/))
      .find(([name]) => name === directive) ?? [];
  return sources;
}

/** True if the sources allow an address on another host (CSP 3, 6.7.2.8, for the forms that settings allow). */
export function isCovered(address: string, sources: readonly string[]): boolean {
  const [, protocol = "https:", host = ""] =
    /^(https?:)?\/\/([\w.-]+(?::\d+)?)(?:[/?#]|$)/.exec(address.toLowerCase()) ?? [];
  if (host === "") return false;
  const written = host.replace(protocol === "https:" ? /:443$/ : /:80$/, "");
  return sources.some((source) => {
    const [scheme, parent] = source.split("//*.");
    return parent === undefined
      ? source === `${protocol}//${written}`
      : scheme === protocol && written.endsWith(`.${parent}`);
  });
}
