import type { Contract } from "../model/contract.ts";
import type { Operation } from "../model/operation.ts";
import type { Change } from "./change.ts";

/** What two contracts ask of an operation's callers. Schemes are compared by what they are, not by name. */
export function compareAuthentication(before: Demand, after: Demand): readonly Change[] {
  const [known, now] = [listAlternatives(before), listAlternatives(after)];
  const [knownText, text] = [showAlternatives(known), showAlternatives(now)];
  if (knownText === text) return [];
  // What a caller sends today is enough when some alternative asks for no more.
  const isEnough = known.every((sent) => now.some((needed) => needed.every((scheme) => sent.includes(scheme))));
  const effect = isEnough ? "compatible" : "other";
  return [{ kind: "authentication", effect, message: `${text} now, was ${knownText}` }];
}

export interface Demand {
  readonly contract: Contract;
  readonly operation: Operation;
}

/** Sets of schemes; no alternative at all asks for nothing, like an empty one. */
function listAlternatives({ contract, operation }: Demand): readonly (readonly string[])[] {
  const nameOf = (name: string): string => {
    const scheme = contract.securitySchemes.find((candidate) => candidate.name === name);
    if (!scheme) return name;
    return scheme.type === "apiKey" ? `${scheme.in ?? "header"} ${scheme.parameterName ?? ""}` : scheme.type;
  };
  const alternatives = operation.security.map((names) => names.map(nameOf).sort());
  return alternatives.length === 0 ? [[]] : alternatives;
}

function showAlternatives(alternatives: readonly (readonly string[])[]): string {
  const texts = alternatives.map((names) => (names.length === 0 ? "none" : names.join(" with ")));
  return [...new Set(texts)].sort().join(" or ");
}
