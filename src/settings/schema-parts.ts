import * as z from "zod";

import type { Position } from "#shared/diagnostics/diagnostic.ts";

export const text = z.string().min(1);
export const httpAddress = z.url({ protocol: /^https?$/ });

/** An optional key whose value is null if it's missing. */
export function orNull<T extends z.ZodType>(schema: T) {
  return schema.optional().transform((value): z.output<T> | null => value ?? null);
}

export type SettingsPath = readonly (string | number)[];

/** Positions of a text's keys, by path. */
export interface Positions {
  /** The position of the key at a path; the document's start if the key is missing. */
  readonly positionAt: (path: SettingsPath) => Position;
  /** The position where the text at a path begins, which for a block is below its key. */
  readonly textAt: (path: SettingsPath) => Position;
}

/** A placeholder while a schema parses, because zod doesn't give transforms the path of their value. */
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

/** The position of the key that holds the transformed value, or of a key inside that value. */
export function keyPosition(...keys: readonly string[]): Position {
  return new OpenPosition(keys, "positionAt");
}

/** The position of the transformed text, or of a text at a key inside the value. */
export function textPosition(...keys: readonly string[]): Position {
  return new OpenPosition(keys, "textAt");
}

/** Replaces the placeholders of a schema's transforms by positions. Transforms must keep every value at its path. */
export function fillPositions(value: unknown, positions: Positions, path: SettingsPath = []): void {
  if (typeof value !== "object" || value === null) return;
  for (const [key, inner] of Object.entries(value)) {
    if (inner instanceof OpenPosition) Object.assign(value, { [key]: positions[inner.find]([...path, ...inner.keys]) });
    else fillPositions(inner, positions, [...path, Array.isArray(value) ? Number(key) : key]);
  }
}
