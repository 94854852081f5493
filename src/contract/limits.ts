/** What a contract file may be at most. Beyond it libraries take minutes or gigabytes; real documents stay far below. */
export const limits = {
  /** Characters of one file. */
  fileSize: 16_000_000,
  /** Objects, lists and values of one file, aliases expanded. */
  nodes: 5_000_000,
  /** Levels of nesting. */
  depth: 200,
  /** Milliseconds that parsing one file may take. */
  parseTime: 30_000,
  /** YAML aliases of one file. */
  aliases: 10_000,
} as const;
