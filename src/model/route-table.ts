import type { Route } from "./route.ts";

/** Every page's route, by the files they come from. */
export interface RouteTable {
  readonly routes: readonly Route[];
  /** By path of the Markdown file, relative to the root. */
  readonly routeByFile: ReadonlyMap<string, Route>;
  /** By `routeKey`. */
  readonly routeByKey: ReadonlyMap<string, Route>;
}
