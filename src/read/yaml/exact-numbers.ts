import type { ScalarTag, Tags } from "yaml";

import { isDecimal, numberText, parseNumber } from "#shared/json/json.ts";

/** Tags for the library `yaml` that keep the digits of numbers. */
export const withExactNumbers = (tags: Tags): Tags => [exactNumber, ...tags];

/** JavaScript would print some fractions with other digits. */
const exactNumber: ScalarTag = {
  tag: "tag:yaml.org,2002:float",
  default: true,
  test: /^-?\d+(?:\.\d+)?(?:e[-+]?\d+)?$/i,
  resolve: parseNumber,
  identify: isDecimal,
  stringify: ({ value }) => (isDecimal(value) ? numberText(value) : String(value)),
};

/** A number of YAML as JSON writes it. */
export function toJsonNotation(source: string): string {
  return source
    .replace(/^\+/, "")
    .replace(/^(-?)\./, "$10.")
    .replace(/\.(?=e|$)/i, "");
}
