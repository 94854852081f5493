/*
 * What boot.ts fetches once the reader does something: one small file, so that the names of many do not weigh on every
 * page.
 */
export { filterList } from "./filter-list.ts";
export { recover } from "./recover.ts";
export { showPlace } from "./section-in-view.ts";
export { showCopied } from "./show-copied.ts";
