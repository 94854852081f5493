import { checkValue } from "#shared/conformance/check-value.ts";
import type { BodyFault, BodyTarget } from "#shared/conformance/sample-fault.ts";
import type { Contract } from "#shared/contract/contract.ts";
import { findJsonContent, findResponse, type MediaType } from "#shared/contract/operation.ts";
import { anySchema, type Schema } from "#shared/contract/schema.ts";
import type { Json } from "#shared/json/json.ts";

interface BodySample {
  /** What the value claims to be. */
  readonly target: BodyTarget;
  readonly value: Json;
  /** True when required members may be left out. */
  readonly isPartial: boolean;
}

/** Holds a body against the contract: a named schema, or what an operation takes or returns. */
export function checkSample(contract: Contract, { target, value, isPartial }: BodySample): readonly BodyFault[] {
  const direction = target.kind === "schema" ? null : target.kind;
  const schema = findBodySchema(contract, target);
  if ("fault" in schema) return [{ pointer: "", message: schema.fault, hint: schema.hint }];
  const { schemaByName } = contract;
  return checkValue(value, schema.schema, { schemaByName, direction, isPartial, title: "the body" });
}

type FoundSchema = { readonly schema: Schema } | { readonly fault: string; readonly hint: string | null };

/** The schema of what a body claims to be. */
export function findBodySchema({ schemaByName, operations }: Contract, target: BodyTarget): FoundSchema {
  if (target.kind === "schema") {
    const schema = schemaByName.get(target.schema);
    return schema ? { schema } : { fault: `the contract has no schema \`${target.schema}\``, hint: null };
  }
  const operation = operations.find(({ id }) => id === target.operation);
  if (!operation) return { fault: `the contract has no operation \`${target.operation}\``, hint: null };
  const name = `\`${target.operation}\``;
  if (target.kind === "request") {
    const schema = jsonSchemaOf(operation.requestBody?.content ?? []);
    return schema ? { schema } : { fault: `${name} takes no JSON body`, hint: null };
  }
  const response = findResponse(operation.responses, target.status);
  if (!response) {
    const known = operation.responses.map(({ status }) => status).join(", ");
    return { fault: `${name} has no response ${target.status}`, hint: `it has ${known || "none"}` };
  }
  const schema = jsonSchemaOf(response.content);
  return schema ? { schema } : { fault: `response ${target.status} of ${name} has no JSON body`, hint: null };
}

/** The schema of the first JSON media type. */
function jsonSchemaOf(content: readonly MediaType[]): Schema | null {
  const mediaType = findJsonContent(content);
  return mediaType && (mediaType.schema ?? anySchema);
}
