import type { SliceResponse } from "../contract/contract-slice.ts";
import type { NameValue } from "../contract/request.ts";
import { bareType } from "../media-type.ts";
import { sampledContent } from "./sampled.ts";

/**
 * The types that a caller is ready for: the one of a success that readers are shown, then those of errors. Empty where the
 * responses name none; a range like `image/*` asks for nothing.
 */
export function acceptedTypes(responses: readonly SliceResponse[]): string {
  const successes = successesAmong(responses);
  const errors = responses.filter((response) => !successes.includes(response));
  const [wanted, ...further] = [successes, errors].map((group) =>
    group.flatMap(({ content }) => sampledContent(content)?.type ?? []),
  );
  const types = [...(wanted ?? []).slice(0, 1), ...further.flat()].map((type) =>
    type.replace(/\s*;\s*charset=.*$/i, ""),
  );
  return types[0]?.includes("*") === true ? "" : [...new Set(types)].filter((type) => !type.includes("*")).join(", ");
}

/**
 * `Accept`, where a sample needs it: a success may have another type than JSON. Clients accept any type by themselves, which is
 * enough where the contract has nothing else to choose.
 */
export function toAcceptHeader(responses: readonly SliceResponse[]): readonly NameValue[] {
  const types = successesAmong(responses).flatMap(({ content }) => content.map(({ type }) => bareType(type)));
  const value = types.every((type) => type === "application/json") ? "" : acceptedTypes(responses);
  return value === "" ? [] : [{ name: "Accept", value }];
}

function successesAmong(responses: readonly SliceResponse[]): readonly SliceResponse[] {
  const successes = responses.filter(({ status }) => /^[23]/.test(status));
  return successes.length > 0 ? successes : responses.filter(({ status }) => /^default$/i.test(status));
}
