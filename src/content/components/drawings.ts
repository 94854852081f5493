/** The line drawings that a card may have, as paths on 20 by 20. They never carry meaning alone. */
export const drawings: ReadonlyMap<string, string> = new Map([
  ["book", "M4 4.5c2.5-1 4.5-.5 6 1 1.5-1.5 3.5-2 6-1v11c-2.5-1-4.5-.5-6 1-1.5-1.5-3.5-2-6-1zM10 5.5v11"],
  ["checks", "m2.5 11 3 3 6.5-7.5M9.5 13.5l.5.5 6.5-7.5"],
  ["code", "m7 6-4 4 4 4m6-8 4 4-4 4"],
  ["exchange", "M4 7h11m-3-3 3 3-3 3M16 13H5m3-3-3 3 3 3"],
  ["key", "M9.5 10.5 16 4m-2.5 2.5L15 8M7.5 9a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7Z"],
  ["list", "M3 5h14M3 10h14M3 15h6m6-2.5v5M12.5 15h5"],
  ["money", "M2.5 5.5h15v9h-15zM10 8a2 2 0 1 0 0 4 2 2 0 0 0 0-4ZM5 10h.01M15 10h.01"],
  [
    "signal",
    "M10 9a1 1 0 1 0 0 2 1 1 0 0 0 0-2ZM6.5 13.5a5 5 0 0 1 0-7m7 0a5 5 0 0 1 0 7m-9.5 2.5a8.5 8.5 0 0 1 0-12m12 0a8.5 8.5 0 0 1 0 12",
  ],
  [
    "truck",
    "M2 5h10v9H2zM12 8h3.5l2.5 3v3h-6M6 12.5a1.5 1.5 0 1 0 0 3 1.5 1.5 0 0 0 0-3Zm8.5 0a1.5 1.5 0 1 0 0 3 1.5 1.5 0 0 0 0-3Z",
  ],
]);
