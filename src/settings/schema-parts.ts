import * as z from "zod";

import type { Position } from "#shared/diagnostics/diagnostic.ts";

export const text = z.string().min(1);
export const httpAddress = z.url({ protocol: /^https?$/ });

/** A key that may be left out, which is null then. */
export function orNull<T extends z.ZodType>(schema: T) {
  return schema.optional().transform((value): z.output<T> | null => value ?? null);
}

export type SettingsPath = readonly (string | number)[];

/** Where the keys of a text are written, by path. */
export interface Positions {
  /** Where the key at a path is written; the document's start when it isn't. */
  readonly positionAt: (path: SettingsPath) => Position;
  /** Where the text at a path begins: below the line of its key, for a block. */
  readonly textAt: (path: SettingsPath) => Position;
}

/** Stands for a position while a schema parses: zod doesn't tell a transform the path of its value. */
class OpenPosition implements Position {
  readonly file = "";
  readonly line = 1;
  readonly column = 1;
  readonly keys: readonly string[];
  readonly find: keyof Positions;

  constructor(keys: readonly string[], find: keyof Positions) {
    this.keys = keys;
    this.find = find;
  }
}

/** The position of the key whose value is transformed, or of a key inside that value. */
export function keyPosition(...keys: readonly string[]): Position {
  return new OpenPosition(keys, "positionAt");
}

/** The position where a transformed text begins, or a text at a key inside the value. */
export function textPosition(...keys: readonly string[]): Position {
  return new OpenPosition(keys, "textAt");
}

/** Puts real positions where a schema left open ones. Its transforms keep every value at the path where it's written. */
export function fillPositions(value: unknown, positions: Positions, path: SettingsPath = []): void {
  if (typeof value !== "object" || value === null) return;
  for (const [key, inner] of Object.entries(value)) {
    if (inner instanceof OpenPosition) Object.assign(value, { [key]: positions[inner.find]([...path, ...inner.keys]) });
    else fillPositions(inner, positions, [...path, Array.isArray(value) ? Number(key) : key]);
  }
}
