import type { ContractSlice, SliceOperation } from "../contract/contract-slice.ts";
import type { RequestValue } from "../contract/request.ts";
import { isList, type Json, toText } from "../json/json.ts";
import { takesType } from "../media-type.ts";
import { checkRequest, matchPath } from "./check-request.ts";
import { checkValue } from "./check-value.ts";
import { type BodyFault, type RequestFault, withoutNotation } from "./sample-fault.ts";

/**
 * What a contract has against a request that a program sends: the sandbox and assistants ask this one judge. A program that
 * writes 5.0 means 5 (of money, dollars may be meant: that fault stays), and who sends an example of the contract, which may
 * break its own schema, did nothing wrong.
 */
export function checkSentRequest(
  contract: ContractSlice,
  operation: SliceOperation,
  request: RequestValue,
): readonly RequestFault[] {
  const own = { ...contract, operations: [operation] };
  const faults = withoutNotation(checkRequest(own, operation.id, request));
  return faults.filter((fault) => !isShown(fault, { contract, operation, request }));
}

interface Sent {
  readonly contract: ContractSlice;
  readonly operation: SliceOperation;
  readonly request: RequestValue;
}

function isShown({ place, message }: RequestFault, { contract, operation, request }: Sent): boolean {
  switch (place.kind) {
    case "body": {
      const { body } = request;
      const media = operation.requestBody?.content.find(
        ({ type }) => "mediaType" in body && takesType(type, body.mediaType),
      );
      const { schema = null, examples = [] } = media ?? {};
      if (schema === null) return false;
      const options = { schemaByName: contract.schemaByName, direction: "request" } as const;
      const shown = examples.map(({ value }) => value);
      return (
        withoutShown([{ pointer: place.pointer, message }], shown, (value) => checkValue(value, schema, options))
          .length === 0
      );
    }
    case "query":
    case "header": {
      const isNamed = ({ name }: { readonly name: string }): boolean =>
        place.kind === "query" ? name === place.name : name.toLowerCase() === place.name.toLowerCase();
      const pairs = place.kind === "query" ? request.query : request.headers;
      const sent = pairs.filter(isNamed).map(({ value }) => value);
      return operation.parameters.some(
        (parameter) => parameter.in === place.kind && isNamed(parameter) && isExample(sent.join(","), parameter),
      );
    }
    case "request-line": {
      const path = matchPath(operation.path, request.path);
      const sent = path.kind === "match" ? path.values.get(place.parameter ?? "") : undefined;
      return operation.parameters.some(
        (parameter) => parameter.in === "path" && parameter.name === place.parameter && isExample(sent, parameter),
      );
    }
  }
}

function isExample(sent: string | undefined, { examples }: SliceOperation["parameters"][number]): boolean {
  return examples.some(({ value }) => sent === (isList(value) ? value.map(toText).join(",") : toText(value)));
}

type ShownFault = Pick<BodyFault, "pointer" | "message">;

/** The faults of a value that the contract's own examples don't have. */
export function withoutShown<F extends ShownFault>(
  faults: readonly F[],
  examples: readonly Json[],
  check: (example: Json) => readonly ShownFault[],
): readonly F[] {
  if (faults.length === 0) return faults;
  const shown = new Set(examples.flatMap(check).map(toKey));
  return faults.filter((fault) => !shown.has(toKey(fault)));
}

function toKey({ pointer, message }: ShownFault): string {
  return `${pointer.replace(/\/\d+(?=\/|$)/g, "/*")} ${message}`;
}
