import type { Method } from "./request.ts";

/** The operations of a large reference, fetched when a reader filters its menu. */
export interface MenuFile {
  readonly groups: readonly string[];
  /** In the order of the menu. */
  readonly operations: readonly MenuOperation[];
}

/** `group` is the place of its name among `groups`. */
export type MenuOperation = readonly [title: string, method: Method, path: string, href: string, group: number];
