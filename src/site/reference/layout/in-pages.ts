/** Neighbors that share a page. */
export interface PageOf<T> {
  readonly items: readonly T[];
  /** ` (2 of 3)`; empty when one page holds all. */
  readonly words: string;
}

/** As few pages as hold everything in its order; at least one. What is too large for any has one of its own. */
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
