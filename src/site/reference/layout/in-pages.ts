export interface PageOf<T> {
  readonly items: readonly T[];
  /** The words are ` (2 of 3)`, or empty when a single page holds all items. */
  readonly words: string;
}

/**
 * Items keep their order and fill as few pages as possible, at least one. An item that's too large gets its own page.
 */
export function inPages<T>(items: readonly T[], count: (item: T) => number, room: number): readonly PageOf<T>[] {
  let page: T[] = [];
  let left = room;
  const pages = [page];
  for (const item of items) {
    const size = count(item);
    if (page.length > 0 && size > left) {
      pages.push((page = []));
      left = room;
    }
    page.push(item);
    left -= size;
  }
  return pages.map((own, index) => ({
    items: own,
    words: pages.length === 1 ? "" : ` (${index + 1} of ${pages.length})`,
  }));
}
