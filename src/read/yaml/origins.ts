import type { Position } from "#shared/diagnostics/diagnostic.ts";
import { type Json, type JsonObject, toObject } from "#shared/json/json.ts";

import type { SourceText } from "../source-text.ts";

/** Where an object or list of a parsed document was written. */
export interface Origin {
  readonly source: SourceText;
  /** Offset of its first character. */
  readonly start: number;
  /** Offset of a member's key, or of an element; undefined when there is none. */
  keyOffset(key: string | number): number | undefined;
  /** Offset of the first character of a member's value: of the text, for a block scalar. */
  valueOffset(key: string | number): number | undefined;
}

/**
 * Remembers by identity where parsed values come from, so that a value can be moved, renamed and upgraded and still be
 * found in the author's file. Pointers would not survive bundling, and positions inside the values would not be JSON.
 */
export class Origins {
  readonly #origins = new WeakMap<object, Origin>();

  record(value: object, origin: Origin): void {
    this.#origins.set(value, origin);
  }

  /** Says that a value was made from another one and is found where that one is. */
  inherit(value: object, from: object): void {
    const origin = this.#origins.get(from);
    if (origin && !this.#origins.has(value)) this.#origins.set(value, origin);
  }

  /**
   * An object with other members, found where the first one is: without those that `change` makes nothing of, and the
   * object itself where all stay as they are.
   */
  changeMembers(object: JsonObject, change: (member: Json, key: string) => Json | undefined): JsonObject {
    const members: (readonly [string, Json])[] = [];
    let isSame = true;
    for (const [key, member] of Object.entries(object)) {
      const next = change(member, key);
      isSame &&= next === member;
      if (next !== undefined) members.push([key, next]);
    }
    if (isSame) return object;
    const changed = toObject(members);
    this.inherit(changed, object);
    return changed;
  }

  /** As `changeMembers`, of a list. */
  changeElements(list: readonly Json[], change: (element: Json, index: number) => Json | undefined): readonly Json[] {
    const elements = list.map(change);
    if (elements.every((element, index) => element === list[index])) return list;
    const changed = elements.filter((element) => element !== undefined);
    this.inherit(changed, list);
    return changed;
  }

  /** The place of an object or list; null for a value that nothing was recorded about. */
  of(value: object): Position | null {
    const origin = this.#origins.get(value);
    return origin ? origin.source.positionAt(origin.start) : null;
  }

  /** The place of a member's key or of an element; the object's own place when it has no such member. */
  ofKey(value: object, key: string | number): Position | null {
    return this.#at(value, (origin) => origin.keyOffset(key));
  }

  /** The place where a member's value begins. */
  ofValue(value: object, key: string | number): Position | null {
    return this.#at(value, (origin) => origin.valueOffset(key));
  }

  #at(value: object, offsetIn: (origin: Origin) => number | undefined): Position | null {
    const origin = this.#origins.get(value);
    return origin ? origin.source.positionAt(offsetIn(origin) ?? origin.start) : null;
  }
}
