import type { SliceMediaType, SliceResponse } from "../contract/contract-slice.ts";
import { findJsonContent, findResponse } from "../contract/operation.ts";
import type { SchemaByName } from "../contract/schema.ts";
import type { Json } from "../json/json.ts";
import { checkValue } from "./check-value.ts";
import { type BodyFault, withoutNotation } from "./sample-fault.ts";

/** The parts of a response that are compared. */
export interface ComparedResponse {
  readonly status: number;
  readonly body: { readonly kind: "none" | "other" } | { readonly kind: "json"; readonly value: Json };
}

interface DescribedResponses {
  readonly responses: readonly (Pick<SliceResponse, "status"> & {
    readonly content: readonly Pick<SliceMediaType, "type" | "schema">[];
  })[];
  readonly schemaByName: SchemaByName;
}

export type ResponseVerdict =
  | { readonly kind: "match" }
  | { readonly kind: "mismatch"; readonly faults: readonly BodyFault[] }
  /** The contract describes no body for the status, or a body that isn't JSON. */
  | { readonly kind: "open"; readonly cause: "undescribed" | "other-type" };

/** Checks a response against the contract. */
export function compareResponse(
  { responses, schemaByName }: DescribedResponses,
  { status, body }: ComparedResponse,
): ResponseVerdict {
  const response = findResponse(responses, String(status));
  if (response === null) return undescribed;
  const { content } = response;
  if (body.kind === "none") {
    if (content.length > 0) return mismatch("a body is documented here");
    return response.status === "default" ? undescribed : { kind: "match" };
  }
  if (content.length === 0) return undescribed;
  const { schema = null, type = "" } = findJsonContent(content) ?? {};
  if (schema === null || (body.kind === "other" && type.includes("*"))) return { kind: "open", cause: "other-type" };
  if (body.kind !== "json") return mismatch("JSON is documented here");
  const faults = withoutNotation(checkValue(body.value, schema, { schemaByName, direction: "response" }));
  return faults.length > 0 ? { kind: "mismatch", faults } : { kind: "match" };
}

const undescribed: ResponseVerdict = { kind: "open", cause: "undescribed" };

function mismatch(message: string): ResponseVerdict {
  return { kind: "mismatch", faults: [{ pointer: "", message, hint: null }] };
}
