import type { Direction } from "../contract/operation.ts";
import { escapeToken } from "../json/json-pointer.ts";
import { isList, isObject, type Json, type JsonObject, toJsonText } from "../json/json.ts";
import { plural } from "../english.ts";
import { nearest } from "../diagnostics/nearest.ts";
import { type BodyFault, nameOf } from "./sample-fault.ts";

/** The state of checking one value. Pointers are RFC 6901's; empty for the value itself. */
export interface Checker {
  /** The whole value's name in messages: `the body`. */
  readonly title: string;
  readonly direction: Direction | null;
  readonly isPartial: boolean;
  /** Faults of a value that other schemas may describe as well. */
  check(value: Json, schema: Json, pointer: string): readonly ValueFault[];
  /** True if the schema describes every member in the value. */
  knowsAll(value: Json, schema: Json): boolean;
  /** Counts a step. Returns false after too many, when results can't be trusted any more. */
  spend(steps?: number): boolean;
  /** A checker for a separate value. */
  sibling(title: string): Checker;
  /** The target of a reference; undefined if it's broken. */
  target(reference: string): Json | undefined;
}

export interface ValueFault extends BodyFault {
  /** True if the value has another type or constant, so that the schema can't be the intended one. */
  readonly isOfWrongKind?: true;
  /** The pointer of the member that an unknown one probably means. */
  readonly meant?: string;
}

export interface CheckContext {
  readonly checker: Checker;
  readonly pointer: string;
}

/** A fault of the value itself. `words` follow its name. */
export function faultAt({ checker, pointer }: CheckContext, words: string, hint: string | null = null): ValueFault {
  return { pointer, message: `${nameOf(checker.title, pointer)} ${words}`, hint };
}

/** The faults of a number of items or characters outside its limits. */
export function checkSize(
  context: CheckContext,
  count: number,
  { least, most, noun }: { readonly least: number | null; readonly most: number | null; readonly noun: string },
): readonly ValueFault[] {
  const size = plural(count, noun);
  return [
    ...(least !== null && count < least ? [faultAt(context, `has ${size}; ${least} is the least`)] : []),
    ...(most !== null && count > most ? [faultAt(context, `has ${size}; ${most} is the most`)] : []),
  ];
}

/** A value for messages, shortened if it's long. */
export function showValue(value: Json): string {
  if (isList(value)) return "a list";
  if (isObject(value)) return "an object";
  const text = toJsonText(value);
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}

/** A JSON type's name in messages. */
export function typeTitle(type: string): string {
  return typeTitles.get(type) ?? type;
}

const typeTitles: ReadonlyMap<string, string> = new Map([
  ["string", "text"],
  ["integer", "a whole number"],
  ["number", "a number"],
  ["boolean", "true or false"],
  ["array", "a list"],
  ["object", "an object"],
]);

/** True if the schema accepts the value. */
export function isValid(value: Json, schema: Json, { checker, pointer }: CheckContext): boolean {
  return isAccepted(checker.check(value, schema, pointer));
}

/** True if only the notation of numbers is at fault. */
export function isAccepted(faults: readonly ValueFault[]): boolean {
  return faults.every(({ isOfNotation }) => isOfNotation === true);
}

/** The most likely correction of an unknown member's name, among the names that its object may have. */
export function suggestName(
  name: string,
  known: ReadonlySet<string>,
  { object, pointer }: { readonly object: JsonObject; readonly pointer: string },
): Pick<ValueFault, "hint" | "unknown"> & Partial<Pick<ValueFault, "meant">> {
  const meant = nearest(name, known);
  const free = [...known].filter((key) => !Object.hasOwn(object, key));
  return {
    hint: meant === null ? null : `did you mean ${meant}?`,
    ...(meant !== null && { meant: `${pointer}/${escapeToken(meant)}` }),
    unknown: { kind: "name", word: name, known: free },
  };
}
