/** What a sandbox takes before it refuses; a caller's mistake must not fill the memory of the machine. */
export const limits = {
  /** Bytes of a request body. */
  bodyBytes: 10_000_000,
  /** Bytes of a body that is not a form with files. */
  textBytes: 1_000_000,
  /** Levels of lists and objects in a body. */
  depth: 50,
  /** Parts of a form. */
  parts: 100,
  /** Records of all collections. Those within records count by their characters. */
  records: 10_000,
  /** Characters that all records take as JSON. */
  characters: 50_000_000,
  /** Faults that one answer lists. */
  faults: 100,
} as const;
