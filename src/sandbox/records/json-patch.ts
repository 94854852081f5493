import { resolvePointer, tokensOf } from "#shared/json/json-pointer.ts";
import {
  isList,
  isObject,
  type Json,
  type JsonObject,
  memberOf,
  textAt,
  toJsonText,
  toObject,
  without,
} from "#shared/json/json.ts";
import { isSameJson } from "#shared/json/same-json.ts";

import { limits } from "../exchange.ts";

/** Applies a merge patch (RFC 7396): null removes a member, objects are merged, anything else replaces. */
export function mergePatch(value: Json | undefined, patch: Json): Json {
  if (!isObject(patch)) return patch;
  const start: JsonObject = isObject(value) ? value : {};
  const unchanged = Object.entries(start).filter(([name]) => !Object.hasOwn(patch, name));
  const changed = Object.entries(patch).filter(([, change]) => change !== null);
  return toObject([
    ...unchanged,
    ...changed.map(([name, change]) => [name, mergePatch(memberOf(start, name), change)] as const),
  ]);
}

/**
 * Applies a JSON Patch (RFC 6902). The result is null if any operation doesn't fit. This is ours, because maintained
 * libraries change the value itself, and take the digits of a long number for an object. Copies of copies could grow
 * without end, so the result may have no more characters and levels than a body.
 */
export function applyPatch(value: Json, operations: readonly Json[]): Json | null {
  let patched: Json | undefined = value;
  let copied = 0;
  for (const operation of operations) {
    const isCopy = textAt(operation, "op") === "copy";
    const source = isCopy ? resolvePointer(patched, tokensOf(textAt(operation, "from") ?? "")) : undefined;
    copied += source === undefined ? 0 : toJsonText(source).length;
    if (copied > limits.textBytes) return null;
    patched = applyOperation(patched, operation);
    if (patched === undefined) return null;
  }
  return patched;
}

function applyOperation(root: Json, operation: Json): Json | undefined {
  const path = tokensOf(textAt(operation, "path") ?? "");
  if (path.length > limits.depth) return undefined;
  const from = tokensOf(textAt(operation, "from") ?? "");
  const value = memberOf(operation, "value");
  switch (textAt(operation, "op")) {
    case "add":
      return value === undefined ? undefined : setAt(root, path, { value, isNew: true });
    case "replace":
      return value === undefined ? undefined : setAt(root, path, { value, isNew: false });
    case "remove":
      return setAt(root, path, { value: undefined, isNew: false });
    case "test":
      return value !== undefined && isSameJson(resolvePointer(root, path) ?? null, value) ? root : undefined;
    case "copy":
    case "move": {
      const moved = resolvePointer(root, from);
      if (moved === undefined) return undefined;
      const target = textAt(operation, "op") === "move" ? setAt(root, from, { value: undefined, isNew: false }) : root;
      return target === undefined ? undefined : setAt(target, path, { value: moved, isNew: true });
    }
    default:
      return undefined;
  }
}

function indexIn(list: readonly Json[], token: string): number {
  if (token === "-") return list.length;
  return /^(?:0|[1-9]\d*)$/.test(token) ? Number(token) : -1;
}

interface Change {
  /** Undefined removes the value. */
  readonly value: Json | undefined;
  /** False if the value has to exist already. */
  readonly isNew: boolean;
}

function setAt(root: Json, [token, ...innerPath]: readonly string[], change: Change): Json | undefined {
  if (token === undefined) return change.value;
  const inner = resolvePointer(root, [token]);
  if (innerPath.length > 0) {
    const changed = inner === undefined ? undefined : setAt(inner, innerPath, change);
    return changed === undefined ? undefined : put(root, token, { value: changed, isNew: false });
  }
  return inner === undefined && !change.isNew ? undefined : put(root, token, change);
}

function put(root: Json, token: string, { value, isNew }: Change): Json | undefined {
  if (isObject(root)) return value === undefined ? without(root, token) : { ...root, [token]: value };
  if (!isList(root)) return undefined;
  const index = indexIn(root, token);
  if (index < 0 || index > root.length) return undefined;
  return root.toSpliced(index, isNew ? 0 : 1, ...(value === undefined ? [] : [value]));
}
