import type { Contract } from "#shared/contract/contract.ts";
import type { Direction } from "#shared/contract/difference.ts";
import { resolveIn } from "#shared/contract/find-operation.ts";
import type { Operation, Parameter, RequestBody, Response } from "#shared/contract/operation.ts";
import { entriesAt, type Json, type JsonObject, listAt, memberOf, objectAt, textAt } from "#shared/json/json.ts";

export type OperationPair = readonly [before: OperationView, after: OperationView];

interface Matches {
  readonly pairs: readonly OperationPair[];
  readonly removed: readonly OperationView[];
  readonly added: readonly OperationView[];
}

interface OperationMatches extends Matches {
  /** Pairs that only their operation id holds together: method or path has changed. */
  readonly moved: readonly OperationPair[];
  /** True when the paths match only without the base path. */
  readonly isRebased: boolean;
}

/**
 * Finds for every operation the one that answers the same calls in the other contract: same method and same address,
 * whatever part of it is called the base path (drf-yasg takes the longest common prefix), and whatever the parameters in
 * it are called.
 */
export function matchOperations(before: Contract, after: Contract): OperationMatches {
  const whole = match(keyOperations(before, before.basePath), keyOperations(after, after.basePath));
  const relative = whole.pairs.length > 0 ? whole : match(keyOperations(before, ""), keyOperations(after, ""));
  const moved = relative.removed.flatMap((view): OperationPair[] => {
    const successor = relative.added.find(({ operation }) => operation.id === view.operation.id);
    return successor ? [[view, successor]] : [];
  });
  const settled = new Set(moved.flat());
  return {
    pairs: [...relative.pairs, ...moved],
    moved,
    removed: relative.removed.filter((view) => !settled.has(view)),
    added: relative.added.filter((view) => !settled.has(view)),
    isRebased: whole.pairs.length === 0 && relative.pairs.length > 0,
  };
}

/** Finds for every webhook and callback the one of the same name. */
export function matchReceived(before: Contract, after: Contract): Matches {
  return match(keyReceived(before), keyReceived(after));
}

type KeyedOperations = ReadonlyMap<string, OperationView>;

function keyOperations(contract: Contract, basePath: string): KeyedOperations {
  const views = viewOperations(contract);
  return new Map(
    views.map((view) => {
      const { method, path } = view.operation;
      return [`${method} ${basePath}${path.replace(/\{[^}]*\}/g, "{}")}`, view];
    }),
  );
}

function keyReceived(contract: Contract): KeyedOperations {
  const callbacks = viewOperations(contract).flatMap((view) => view.callbacks);
  const views = [...viewWebhooks(contract), ...callbacks];
  return new Map(views.map((view) => [`${view.label} ${view.operation.method} ${view.operation.path}`, view]));
}

function match(known: KeyedOperations, now: KeyedOperations): Matches {
  return {
    pairs: [...known].flatMap(([key, view]): OperationPair[] => {
      const other = now.get(key);
      return other ? [[view, other]] : [];
    }),
    removed: [...known].filter(([key]) => !now.has(key)).map(([, view]) => view),
    added: [...now].filter(([key]) => !known.has(key)).map(([, view]) => view),
  };
}

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
