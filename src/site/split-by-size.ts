/** Splits items into runs that each fit into `room`, in order. An item that's larger has a run of its own. */
export function splitBySize<T>(
  items: readonly T[],
  sizeOf: (item: T) => number,
  room: number,
): readonly (readonly T[])[] {
  const runs: T[][] = [];
  let left = 0;
  for (const item of items) {
    const size = sizeOf(item);
    const run = runs.at(-1);
    if (run !== undefined && size <= left) {
      run.push(item);
    } else {
      runs.push([item]);
      left = room;
    }
    left -= size;
  }
  return runs;
}
