/** Line icons on a grid of 20 by 20, which templates and scripts draw alike. */
export const iconPaths = {
  close: "m5 5 10 10M15 5 5 15",
  code: "m7 6-4 4 4 4m6-8 4 4-4 4",
  down: "m6 8 4 4 4-4",
  home: "M3 9.5 10 3.5l7 6M5 8v8.5h10V8",
  menu: "M3 5.5h14M3 10h14M3 14.5h14",
  page: "M5.5 3h6l3 3v11h-9zM11.5 3v3h3",
  panel: "M3.5 4h13v12h-13zM8 4v12",
  search: "M9 3.5a5.5 5.5 0 1 0 0 11 5.5 5.5 0 0 0 0-11Zm4 9.5 4 4",
} as const;

export type IconName = keyof typeof iconPaths;
