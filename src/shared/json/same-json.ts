import { isList, isNumber, isObject, type Json, memberOf, toJsonText, toObject } from "./json.ts";
import { compareNumbers, normalizeNumber } from "./arithmetic.ts";

/**
 * True if both values have the same members and elements. The order of members and the notation of numbers don't
 * matter.
 */
export function isSameJson(left: Json | undefined, right: Json | undefined): boolean {
  if (left === right) return true;
  if (isNumber(left)) return isNumber(right) && compareNumbers(left, right) === 0;
  if (isList(left) && isList(right)) {
    return left.length === right.length && left.every((element, index) => isSameJson(element, right[index]));
  }
  if (!isObject(left) || !isObject(right)) return false;
  const names = Object.keys(left);
  return (
    names.length === Object.keys(right).length &&
    names.every((name) => Object.hasOwn(right, name) && isSameJson(memberOf(left, name), memberOf(right, name)))
  );
}

/** A text that's the same only for equal values, for use in maps and sets. */
export function toJsonKey(value: Json): string {
  return toJsonText(inOrder(value));
}

function inOrder(value: Json): Json {
  if (isList(value)) return value.map(inOrder);
  if (isNumber(value)) return normalizeNumber(value);
  if (!isObject(value)) return value;
  const members = Object.entries(value).sort(([left], [right]) => (left < right ? -1 : 1));
  return toObject(members.map(([name, member]) => [name, inOrder(member)]));
}
