import type { SliceParameter, SliceResponse } from "../contract/contract-slice.ts";
import { type Example, findJsonContent, type MediaType } from "../contract/operation.ts";
import type { NameValue } from "../contract/request.ts";
import { firstDefined, type Json } from "../json/json.ts";
import { bareType } from "../media-type.ts";

/** The value that samples show for a parameter: its example, which may be made of its schema, else its default. */
export function sampleValue({ schema, examples }: Pick<SliceParameter, "schema" | "examples">): Json | undefined {
  return firstDefined(examples[0]?.value, schema.default);
}

/** Prefers JSON. */
export function sampledContent<M extends Pick<MediaType, "type">>(content: readonly M[]): M | null {
  return findJsonContent(content) ?? content[0] ?? null;
}

/** An object that was made although its schema names no field: it would say that the object has none. */
export function isHollow({ authored, text }: Pick<Example, "authored" | "text">): boolean {
  return !authored && text === "{}";
}

/** True for headers that HTTP and the samples set themselves, whatever a contract says (OpenAPI 3.1, section 4.8.12.1). */
export function isIgnoredHeader({ name, in: place }: Pick<SliceParameter, "name" | "in">): boolean {
  return place === "header" && ["accept", "content-type", "authorization"].includes(name.toLowerCase());
}

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
