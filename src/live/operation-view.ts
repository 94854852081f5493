import type { Contract } from "../model/contract.ts";
import type { Json, JsonObject } from "../model/json.ts";
import type { Operation, Parameter, RequestBody, Response } from "../model/operation.ts";
import type { Direction } from "../model/difference.ts";
import { resolveIn } from "../rules/find-operation.ts";
import { entriesAt, listAt, memberOf, objectAt, textAt } from "../rules/json-value.ts";

/** A parameter or header with its schema as the document has it. */
export interface ParameterView {
  readonly parameter: Parameter;
  readonly schema: Json | undefined;
}

/** Schemas by media type, which is in lower case and without its parameters. */
export type ContentView = ReadonlyMap<string, Json | undefined>;

export interface ResponseView {
  readonly response: Response;
  readonly headers: readonly ParameterView[];
  readonly content: ContentView;
}

/**
 * An operation as the comparison reads it. The contract's schemas are made for readers, and say their limits as prose;
 * so schemas are taken from the document, and everything else from the contract.
 */
export interface OperationView {
  readonly operation: Operation;
  /** `GET /loads/`, `webhook carrierStatus`. */
  readonly label: string;
  /** Which way a request body and its parameters travel; the provider sends those of webhooks and callbacks. */
  readonly sent: Direction;
  readonly parameters: readonly ParameterView[];
  readonly body: { readonly requestBody: RequestBody; readonly content: ContentView } | null;
  readonly responses: readonly ResponseView[];
  readonly callbacks: readonly OperationView[];
}

/** Every operation of a contract. */
export function viewOperations(contract: Contract): readonly OperationView[] {
  const { document, operations } = contract;
  return operations.map((operation) => {
    const item = resolveIn(document, memberOf(objectAt(document, "paths") ?? {}, operation.path));
    return view(operation, item, { document, label: toLabel(operation), sent: "request" });
  });
}

/** Every webhook of a contract. */
export function viewWebhooks(contract: Contract): readonly OperationView[] {
  const { document, webhooks } = contract;
  return webhooks.map((operation) => {
    const item = resolveIn(document, memberOf(objectAt(document, "webhooks") ?? {}, operation.path));
    return view(operation, item, { document, label: `webhook ${operation.path}`, sent: "response" });
  });
}

export function toLabel({ method, path }: Operation): string {
  return `${method.toUpperCase()} ${path}`;
}

interface ViewContext {
  readonly document: JsonObject;
  readonly label: string;
  readonly sent: Direction;
}

function view(operation: Operation, item: JsonObject | null, context: ViewContext): OperationView {
  const { document, label, sent } = context;
  const node = objectAt(item ?? {}, operation.method) ?? {};
  const parameterNodes = [...listAt(node, "parameters"), ...listAt(item ?? {}, "parameters")].map((value) =>
    resolveIn(document, value),
  );
  const { requestBody } = operation;
  return {
    operation,
    label,
    sent,
    parameters: operation.parameters.map((parameter) => {
      const found = parameterNodes.find(
        (candidate) =>
          textAt(candidate ?? {}, "name") === parameter.name && textAt(candidate ?? {}, "in") === parameter.in,
      );
      return { parameter, schema: schemaOf(found ?? null, document) };
    }),
    body: requestBody && { requestBody, content: contentOf(memberOf(node, "requestBody"), document) },
    responses: operation.responses.map((response) => {
      const value = memberOf(objectAt(node, "responses") ?? {}, response.status);
      return { response, headers: headersOf(response, value, document), content: contentOf(value, document) };
    }),
    callbacks: operation.callbacks.flatMap(({ name, operations }) => {
      const callback = resolveIn(document, memberOf(objectAt(node, "callbacks") ?? {}, name)) ?? {};
      return operations.map((received) => {
        const called = resolveIn(document, memberOf(callback, received.path));
        return view(received, called, { document, label: `${label} callback ${name}`, sent: "response" });
      });
    }),
  };
}

/** A parameter has a schema, or one media type with a schema (OpenAPI 3.1, 4.8.12.1). */
function schemaOf(node: JsonObject | null, document: JsonObject): Json | undefined {
  if (!node) return undefined;
  return memberOf(node, "schema") ?? [...contentOf(node, document).values()][0];
}

function headersOf(response: Response, value: Json | undefined, document: JsonObject): readonly ParameterView[] {
  const headers = objectAt(resolveIn(document, value) ?? {}, "headers") ?? {};
  return response.headers.map((parameter) => ({
    parameter,
    schema: schemaOf(resolveIn(document, memberOf(headers, parameter.name)), document),
  }));
}

function contentOf(value: Json | undefined, document: JsonObject): ContentView {
  const content = entriesAt(resolveIn(document, value) ?? {}, "content");
  return new Map(
    content.map(([type, mediaType]) => [
      (type.split(";")[0] ?? type).trim().toLowerCase(),
      memberOf(resolveIn(document, mediaType) ?? {}, "schema"),
    ]),
  );
}
