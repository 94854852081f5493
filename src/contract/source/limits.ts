/** What a contract file may be at most. Beyond it libraries take minutes or gigabytes; real documents stay far below. */
export const limits = {
  /** Characters of one file. */
  fileSize: 16_000_000,
  /** Objects, lists and values of one file, aliases expanded. */
  nodes: 2_000_000,
  /** Levels of nesting. */
  depth: 200,
  /** Milliseconds that parsing one file may take. */
  parseTime: 30_000,
  /** YAML aliases of one file. */
  aliases: 10_000,
} as const;

/**
 * The most words and marks a text may hold: what real documents of its length have, with room to spare (they have one
 * in five characters). Parsers take a kilobyte for each, so that a text of nothing else takes gigabytes.
 */
export function mostTokens({ length }: string): number {
  return Math.max(1_500_000, Math.floor(length / 4));
}

/** What is said of a text that holds more. */
export function tooDense(text: string): string {
  return `more than ${mostTokens(text)} words and marks`;
}
