import type { Direction } from "#shared/contract/operation.ts";
import type { Schema } from "#shared/contract/schema.ts";
import type { Json } from "#shared/json/json.ts";

import { type ExampleWords, Generation } from "./generation.ts";

export interface GeneratedExample {
  readonly value: Json;
  /** The expressions that texts of the value don't match, as nothing here can write such a text. */
  readonly unmet: readonly string[];
}

/**
 * Makes a plausible value of a schema, for contracts without examples. It leaves out members that only the other side
 * sends (read-only ones in a request, write-only ones in a response). Its depth and size have limits. The result is null
 * when no value can be made.
 *
 * `openapi-sampler` does as well for usual schemas, but worse for tight bounds, steps and alternatives. It also has no
 * limits: eighteen schemas that each name the next one twice give a sample of 200 kB.
 */
export function generateExample(schema: Schema, direction: Direction, words: ExampleWords): GeneratedExample | null {
  // What has to be there can be out of reach, in a ring for one: a value without it says more than none.
  for (const isStrict of [true, false]) {
    const generation = new Generation(direction, words, isStrict);
    const value = generation.make(schema, 0);
    if (value !== undefined) return { value, unmet: generation.unmetIn(value) };
  }
  return null;
}
