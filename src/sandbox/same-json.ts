import { isObject, memberOf } from "../rules/json-value.ts";
import type { Json } from "../model/json.ts";

/** True when both values have the same members and elements; the order of members does not matter. */
export function isSameJson(left: Json | undefined, right: Json | undefined): boolean {
  if (left === right) return true;
  if (Array.isArray(left) && Array.isArray(right)) {
    return left.length === right.length && left.every((element, index) => isSameJson(element, right[index]));
  }
  if (!isObject(left) || !isObject(right)) return false;
  const names = Object.keys(left);
  return (
    names.length === Object.keys(right).length &&
    names.every((name) => isSameJson(memberOf(left, name), memberOf(right, name)))
  );
}
