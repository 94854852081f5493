import type { Json, JsonObject } from "../../model/json.ts";
import type { Method } from "../../model/request.ts";
import { claimAnchor, toOperationAnchor } from "./anchors.ts";
import { entriesAt, isObject, listAt, memberOf, textAt, textsAt } from "../../rules/json-value.ts";
import type { Reading } from "./reading.ts";

/** An operation as the document has it, with what other operations need to link to it. */
export interface OperationEntry {
  readonly method: Method;
  /** The path; for a webhook its name, for a callback its expression. */
  readonly path: string;
  readonly node: JsonObject;
  /** The path item it belongs to. */
  readonly item: JsonObject;
  readonly id: string;
  readonly anchor: string;
  readonly tag: string;
}

const methods: readonly Method[] = ["get", "put", "post", "delete", "options", "head", "patch", "trace"];

/** The operations of `paths`, in document order. Claims their anchors. */
export function listOperations(reading: Reading, anchors: Set<string>): readonly OperationEntry[] {
  return entriesAt(reading.document, "paths").flatMap(([path, value]) =>
    path.startsWith("/") ? listItem(path, value, { reading, anchors, prefix: "" }) : [],
  );
}

/** The operations of `webhooks`, in document order. Claims their anchors. */
export function listWebhooks(reading: Reading, anchors: Set<string>): readonly OperationEntry[] {
  return entriesAt(reading.document, "webhooks").flatMap(([name, value]) =>
    listItem(name, value, { reading, anchors, prefix: "webhook-" }),
  );
}

export interface ItemContext {
  readonly reading: Reading;
  readonly anchors: Set<string>;
  /** Put before the anchors: `webhook-`. */
  readonly prefix: string;
}

/** The operations of one path item, in document order. */
export function listItem(path: string, value: Json, context: ItemContext): readonly OperationEntry[] {
  const item = context.reading.resolve(value);
  if (!item) return [];
  return Object.keys(item)
    .filter(isMethod)
    .flatMap((method) => {
      const node = memberOf(item, method);
      if (!isObject(node)) return [];
      const anchor = claimAnchor(context.prefix + toOperationAnchor(method, path), context.anchors);
      const id = textAt(node, "operationId") ?? anchor;
      return [{ method, path, node, item, id, anchor, tag: textsAt(node, "tags")[0] ?? firstSegment(path) }];
    });
}

/** Parameters of the operation's path, which apply unless the operation has its own of the same name and place. */
export function sharedParameters({ item }: OperationEntry): readonly Json[] {
  return listAt(item, "parameters");
}

function isMethod(key: string): key is Method {
  return methods.some((method) => method === key);
}

/** The group of an operation without tags: `/loads/{load_number}/` belongs to `loads`. */
function firstSegment(path: string): string {
  return path.split("/").find((segment) => segment !== "" && !segment.startsWith("{")) ?? "default";
}
