import type { ScalarTag, Tags } from "yaml";

import { isDecimal, numberText, parseNumber } from "#shared/json/json.ts";

/** For the library `yaml`: numbers keep their digits, read and written. */
export const withExactNumbers = (tags: Tags): Tags => [exactNumber, ...tags];

/** The fractions that JavaScript would print otherwise. */
const exactNumber: ScalarTag = {
  tag: "tag:yaml.org,2002:float",
  default: true,
  test: /^-?\d+(?:\.\d+)?(?:e[-+]?\d+)?$/i,
  resolve: parseNumber,
  identify: isDecimal,
  stringify: ({ value }) => (isDecimal(value) ? numberText(value) : String(value)),
};
