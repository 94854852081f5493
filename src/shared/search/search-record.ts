/** What a search can find: a section of a guide, an operation, or what a schema says (itself, a field, its values). */
export type SearchKind = "guide" | "operation" | "field";

/** In the order in which an index numbers its records. */
export const searchKinds: readonly SearchKind[] = ["guide", "operation", "field"];

/** One place of the site that a search can lead to. */
export interface SearchRecord {
  readonly kind: SearchKind;
  /** A heading, an operation's summary, `Load.weight`. */
  readonly title: string;
  /** What it belongs to or is: `Broker API`, `POST /loads/`, `integer, required`. */
  readonly trail: string;
  /** Other names that it goes by and that are not shown. */
  readonly names: string;
  readonly text: string;
  /** Address from the host's root, with the anchor. */
  readonly href: string;
}
