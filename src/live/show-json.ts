import type { Json } from "../model/json.ts";
import { isList, isObject } from "../rules/json-value.ts";

/** A value in a phrase, cut when it is long. */
export function showJson(value: Json): string {
  const text = JSON.stringify(value);
  return text.length > longest ? `${text.slice(0, longest)}…` : text;
}

/** What became of a member of a schema: `maxLength 64 now, was 256`, `no pattern now, was "^A"`. */
export function showMember(name: string, before: Json | undefined, after: Json | undefined): string {
  if (isStructure(before) || isStructure(after)) {
    return before === undefined ? `${name} now` : after === undefined ? `no ${name} now` : `other ${name}`;
  }
  const now = after === undefined ? `no ${name} now` : `${name} ${showJson(after)} now`;
  return before === undefined ? now : `${now}, was ${showJson(before)}`;
}

const longest = 60;

function isStructure(value: Json | undefined): boolean {
  return isList(value) || isObject(value);
}
