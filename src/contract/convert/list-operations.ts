import { isItemMethod, type Method, parseMethod } from "#shared/contract/request.ts";
import { diagnose, type Diagnostic, type Position } from "#shared/diagnostics/diagnostic.ts";

import { claimName, toOperationAnchor } from "./names.ts";
import type { DocumentNode } from "./reading.ts";

/** An operation that isn't converted yet, with the names that links to it use. */
export interface OperationEntry extends ItemOperation {
  /** The path; for a webhook its name, for a callback its expression. */
  readonly path: string;
  readonly id: string;
  readonly anchor: string;
  /** The path item it belongs to. */
  readonly item: DocumentNode;
}

/** Lists the operations of `paths` in the order of the document, and claims their anchors. */
export function listOperations(document: DocumentNode, anchors: Set<string>): readonly OperationEntry[] {
  const paths = document.entries("paths").filter(([path]) => !path.startsWith("x-"));
  return paths.flatMap(([path, item]) => listItem(path.replace(/^(?!\/)/, "/"), item, { anchors, prefix: "" }));
}

export function listWebhooks(document: DocumentNode, anchors: Set<string>): readonly OperationEntry[] {
  return document.entries("webhooks").flatMap(([name, item]) => listItem(name, item, { anchors, prefix: "webhook-" }));
}

interface ItemContext {
  readonly anchors: Set<string>;
  /** The beginning of the anchors: `webhook-`. */
  readonly prefix: string;
}

export function listItem(
  path: string,
  item: DocumentNode,
  { anchors, prefix }: ItemContext,
): readonly OperationEntry[] {
  item.reading.diagnostics.push(...namedIn(item.node(additional)).flatMap((name) => checkName(name, item) ?? []));
  return operationsIn(item).map((operation) => {
    const { method, node } = operation;
    const anchor = claimName(prefix + toOperationAnchor(method, path), anchors);
    return { ...operation, path, item, id: node.text("operationId") || anchor, anchor };
  });
}

export interface ItemOperation {
  readonly method: Method;
  readonly node: DocumentNode;
  /** The pointer from the path item: `get`, or `additionalOperations` and `COPY`. */
  readonly tokens: readonly string[];
  readonly position: Position;
}

/** Lists operations in the order of the document. */
export function operationsIn(item: DocumentNode): readonly ItemOperation[] {
  return Object.keys(item.value).flatMap((key) => {
    if (isItemMethod(key)) return [toOperation(item, key, [key])];
    if (key !== additional) return [];
    const owner = item.node(additional);
    return namedIn(owner).flatMap((name) => {
      const method = parseMethod(name.toUpperCase());
      return method === null || item.has(method) ? [] : [toOperation(owner, method, [additional, name])];
    });
  });
}

function toOperation(owner: DocumentNode, method: Method, tokens: readonly string[]): ItemOperation {
  const key = tokens.at(-1) ?? "";
  return { method, node: owner.node(key), tokens, position: owner.reading.positionOfKey(owner.value, key) };
}

const additional = "additionalOperations";

function namedIn(owner: DocumentNode): readonly string[] {
  return Object.keys(owner.value).filter((key) => !key.startsWith("x-"));
}

/** Checks the name of an additional operation (OpenAPI 3.2.1, section 4.9). */
function checkName(key: string, item: DocumentNode): Diagnostic | null {
  const position = item.reading.positionOfKey(item.node(additional).value, key);
  const method = parseMethod(key.toUpperCase());
  if (method === null) {
    const message = `\`${key}\` isn't a method, and its operation is left out`;
    return diagnose("contract/invalid", message, position, "a method is letters and digits: COPY");
  }
  if (item.has(method)) {
    const message = `\`${key}\` appears twice: the path has \`${method}\` already, which is the one that is shown`;
    return diagnose("contract/invalid", message, position);
  }
  if (isItemMethod(method)) {
    const message = `\`${key}\` isn't an additional operation`;
    return diagnose("contract/nonstandard", message, position, `write ${method}: in the path itself`);
  }
  if (key === method) return null;
  return diagnose("contract/unsupported", `\`${key}\` is shown and sent as ${method}`, position);
}
