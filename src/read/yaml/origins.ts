import type { Position } from "#shared/diagnostics/diagnostic.ts";
import { type Json, type JsonObject, toObject } from "#shared/json/json.ts";

import type { SourceText } from "../source-text.ts";

/** The offsets of an object or list of a parsed document. */
export interface Origin {
  readonly source: SourceText;
  readonly start: number;
  /** The offset of a member's key, or of an element. */
  keyOffset(key: string | number): number | undefined;
  /** The offset of a member's value: for a block scalar, of its text. */
  valueOffset(key: string | number): number | undefined;
  /** True for a member that is a text whose lines aren't those of its file. */
  isFolded?(key: string | number): boolean;
}

/**
 * Remembers positions by the identity of parsed values: a value can be moved, renamed and upgraded, and keeps its position
 * in the author's file. Pointers wouldn't survive bundling, and positions inside the values wouldn't be JSON.
 */
export class Origins {
  readonly #origins = new WeakMap<object, Origin>();

  record(value: object, origin: Origin): void {
    this.#origins.set(value, origin);
  }

  /** Gives a value the position of the value that it was made from, and returns it. */
  inherit<T extends object>(value: T, from: object): T {
    const origin = this.#origins.get(from);
    if (origin && !this.#origins.has(value)) this.#origins.set(value, origin);
    return value;
  }

  /** Leaves out members that `change` returns undefined for. Returns the object itself when no member changes. */
  changeMembers(object: JsonObject, change: (member: Json, key: string) => Json | undefined): JsonObject {
    const members: (readonly [string, Json])[] = [];
    let isSame = true;
    for (const [key, member] of Object.entries(object)) {
      const next = change(member, key);
      isSame &&= next === member;
      if (next !== undefined) members.push([key, next]);
    }
    if (isSame) return object;
    return this.inherit(toObject(members), object);
  }

  changeElements(list: readonly Json[], change: (element: Json, index: number) => Json | undefined): readonly Json[] {
    const elements = list.map(change);
    if (elements.every((element, index) => element === list[index])) return list;
    return this.inherit(
      elements.filter((element) => element !== undefined),
      list,
    );
  }

  /** Null for a value without a recorded position. */
  of(value: object): Position | null {
    const origin = this.#origins.get(value);
    return origin ? origin.source.positionAt(origin.start) : null;
  }

  /** The position of a member's key or of an element; that of the object when it lacks the member. */
  ofKey(value: object, key: string | number): Position | null {
    return this.#at(value, (origin) => origin.keyOffset(key));
  }

  ofValue(value: object, key: string | number): Position | null {
    const position = this.#at(value, (origin) => origin.valueOffset(key));
    const isFolded = this.#origins.get(value)?.isFolded?.(key) === true;
    return position !== null && isFolded ? { ...position, isFolded } : position;
  }

  #at(value: object, offsetIn: (origin: Origin) => number | undefined): Position | null {
    const origin = this.#origins.get(value);
    return origin ? origin.source.positionAt(offsetIn(origin) ?? origin.start) : null;
  }
}
